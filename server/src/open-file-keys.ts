import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from './config.ts'
import { ConfigurationError } from './config-readers.ts'
import { deriveKey, seal, unseal } from './domain/accounts/index.ts'
import { FileKeyMissing, type FileKeys } from './platform/files/index.ts'

const keyBytes = 32
/** Keys of the installation: known by their id and the secret key alone, so there is nothing to store. */
const derivedId = /^installation-/
const givenId = /^(?!installation-)[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

type GivenKeys = ReadonlyMap<string, Uint8Array>

/**
 * The keys under which the secrets of files are sealed. Those in a file are read again when an unknown one is asked
 * for, so that a running process learns of a key that was added.
 */
export async function openFileKeys(
  { fileEncryption: { keys, keysFile } }: Pick<Config, 'fileEncryption'>,
  secretKey: Uint8Array,
): Promise<FileKeys> {
  const load = async (): Promise<GivenKeys> => {
    if (keysFile === null) return parseFileKeys(keys ?? '', 'FILE_KEYS')
    const text = await readFile(keysFile, 'utf8').catch((cause: unknown) => {
      throw new ConfigurationError('The file of FILE_KEYS_FILE cannot be read.', { cause })
    })
    return parseFileKeys(text, 'The file of FILE_KEYS_FILE')
  }
  let given = await load()
  const find = async (keyId: string): Promise<Uint8Array | undefined> => {
    if (derivedId.test(keyId)) return deriveKey(secretKey, `file key ${keyId}`)
    if (keysFile !== null && !given.has(keyId)) given = await load()
    return given.get(keyId)
  }
  const keyOf = async (keyId: string): Promise<Uint8Array> => {
    const key = await find(keyId)
    if (!key) throw new FileKeyMissing(keyId)
    return key
  }
  return {
    preferredId: () => Promise.resolve([...given.keys()][0] ?? null),
    newId: () => `installation-${randomBytes(8).toString('hex')}`,
    knows: async (keyId) => (await find(keyId)) !== undefined,
    seal: async (keyId, label, plain) => seal(await keyOf(keyId), label, plain),
    unseal: async (keyId, label, sealed) => unseal(await keyOf(keyId), label, sealed),
  }
}

/** `id:key` with the key in base64, separated by commas or lines. What is wrong is told, never the keys. */
function parseFileKeys(text: string, origin: string): GivenKeys {
  const keys = new Map<string, Uint8Array>()
  for (const entry of text.split(/[,\r\n]+/).map((part) => part.trim())) {
    if (entry === '' || entry.startsWith('#')) continue
    const [, id = '', encoded = ''] = /^([^:]*):(.*)$/.exec(entry) ?? []
    const key = Buffer.from(encoded, 'base64')
    if (!givenId.test(id) || keys.has(id)) {
      throw new ConfigurationError(
        `${origin}: each key is "id:key", its id once, of 40 letters, digits, dots and dashes at most.`,
      )
    }
    if (key.length !== keyBytes) {
      throw new ConfigurationError(`${origin}: key ${id} must be ${keyBytes} random bytes in base64.`)
    }
    keys.set(id, key)
  }
  return keys
}
