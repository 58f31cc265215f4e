import { open, readFile, rename } from 'node:fs/promises'

export interface DemoCredentials {
  baseUrl: string
  accountId: number
  clientId: string
  clientSecret: string
  admin: { email: string; password: string }
}

/** The address may differ from the last start's; the rest stays. */
export async function refreshCredentials(file: string, baseUrl: string): Promise<DemoCredentials | null> {
  try {
    const credentials = JSON.parse(await readFile(file, 'utf8')) as DemoCredentials
    if (credentials.baseUrl !== baseUrl) await writeCredentials(file, { ...credentials, baseUrl })
    return { ...credentials, baseUrl }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export async function writeCredentials(file: string, credentials: DemoCredentials): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(credentials, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
