import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { ConfigurationError } from './config-readers.ts'

const keyBytes = 32

/**
 * The installation's one secret; everything else that must stay secret is sealed with it or derived from
 * it. Taken from the environment, or made at the first start and kept in the data folder for its owner only.
 */
export async function loadSecretKey(config: Config): Promise<Uint8Array> {
  if (config.secretKey !== null) return decode(config.secretKey, 'VIGIE_SECRET_KEY')
  if (config.production && config.databaseUrl !== null) {
    throw new ConfigurationError(
      'VIGIE_SECRET_KEY is required in production with DATABASE_URL: every process must have the same one. ' +
        'Make one with: openssl rand -base64 32',
    )
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  return readOrCreate(keyFile(config))
}

/** The key that is to take the place of the present one: given beside it, or made in the data folder beside its file. */
export async function loadNewKey(config: Config): Promise<Uint8Array> {
  if (config.secretKey === null) {
    if (config.newSecretKey === null) return readOrCreate(newKeyFile(config))
    throw new ConfigurationError(
      'VIGIE_NEW_SECRET_KEY goes with VIGIE_SECRET_KEY. The key of this installation is in its data folder, and so ' +
        'will be the new one: leave VIGIE_NEW_SECRET_KEY out.',
    )
  }
  if (config.newSecretKey === null) {
    throw new ConfigurationError(
      'VIGIE_NEW_SECRET_KEY is required: the key that takes the place of VIGIE_SECRET_KEY. ' +
        'Make one with: openssl rand -base64 32',
    )
  }
  return decode(config.newSecretKey, 'VIGIE_NEW_SECRET_KEY')
}

/** Once the database belongs to the new key; a key of the environment is the operator's to set. */
export async function adoptNewKey(config: Config): Promise<void> {
  if (config.secretKey !== null) return
  await rename(newKeyFile(config), keyFile(config))
  const folder = await open(config.dataDir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The key this installation has, if it has one; none is made. */
export async function findSecretKey(config: Config): Promise<Uint8Array | null> {
  if (config.secretKey !== null) return decode(config.secretKey, 'VIGIE_SECRET_KEY')
  const known = await readFile(keyFile(config), 'utf8').catch(unlessMissing)
  return known === undefined ? null : decode(known.trim(), keyFile(config))
}

/** For a restored installation whose key comes with the copy. */
export async function keepSecretKey(config: Config, key: Uint8Array): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  await createKey(keyFile(config), key)
}

const keyFile = ({ dataDir }: Config) => path.join(dataDir, 'secret.key')
const newKeyFile = (config: Config) => `${keyFile(config)}.new`

async function readOrCreate(file: string): Promise<Uint8Array> {
  const known = await readFile(file, 'utf8').catch(unlessMissing)
  if (known !== undefined) return decode(known.trim(), file)
  await createKey(file)
  return decode((await readFile(file, 'utf8')).trim(), file)
}

/** Under another name first: nobody ever reads half a key, and of two first starts one key remains. */
async function createKey(file: string, key: Uint8Array = randomBytes(keyBytes)): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${Buffer.from(key).toString('base64')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function decode(text: string, origin: string): Uint8Array {
  const key = Buffer.from(text, 'base64')
  if (key.length === keyBytes) return key
  throw new ConfigurationError(`${origin} must hold ${keyBytes} random bytes in base64.`)
}
