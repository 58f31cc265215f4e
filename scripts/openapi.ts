// Writes openapi.json from the routes themselves; no database is needed, for none is asked.
// Run: npm run openapi [-- --check]
import { realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildApp, type AppDeps } from '../server/src/app.ts'
import { loadConfig } from '../server/src/config.ts'

const file = fileURLToPath(new URL('../openapi.json', import.meta.url))

/** The same text on every machine: no address of it, and every optional route included. */
export async function describeProduct(): Promise<string> {
  const publicUrl = 'http://localhost'
  const config = loadConfig({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_AUDIENCE: 'vigie',
    OIDC_CLIENT_ID: 'vigie',
    OIDC_CLIENT_SECRET: 'never used',
  })
  const app = buildApp({
    config,
    publicUrl,
    db: untouched('the database', { faults: undefined, replica: null }) as AppDeps['db'],
    clock: { now: () => new Date(0) },
    secretKey: new Uint8Array(32),
    references: untouched('the registers') as AppDeps['references'],
    store: untouched('the file store') as AppDeps['store'],
    log: { level: 'silent' },
  })
  try {
    await app.ready()
    const document = app.swagger() as { paths?: Record<string, unknown>; [member: string]: unknown }
    const paths = Object.entries(document.paths ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const neutral = { ...document, servers: [{ url: '/' }], paths: Object.fromEntries(paths) }
    return `${JSON.stringify(neutral, null, 2)}\n`
  } finally {
    await app.close()
  }
}

/** Describing must not depend on anything that runs: whoever touches this learns it at once. */
function untouched(what: string, known: Record<PropertyKey, unknown> = {}): object {
  return new Proxy(known, {
    get(members, name) {
      if (name in members) return members[name]
      throw new Error(`Describing the API must not use ${what}.`)
    },
  })
}

async function main(): Promise<void> {
  const text = await describeProduct()
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  if (process.argv.includes('--check')) {
    console.error('openapi.json differs from what the routes say; run: npm run openapi')
    process.exitCode = 1
    return
  }
  await writeFile(file, text)
  console.log('openapi.json written; now: npm run generate --workspace client')
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
