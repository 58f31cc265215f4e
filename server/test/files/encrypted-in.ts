import { loadConfig } from '../../src/config.ts'
import { openFileKeys } from '../../src/open-file-keys.ts'
import { createEncryptedStore, type ObjectStore } from '../../src/platform/files/index.ts'
import type { StoreParts } from '../harness/index.ts'

/** The store as the service opens it, around one of the test's own. */
export function encryptedIn(
  inner: ObjectStore,
  {
    encrypting = true,
    environment = {},
  }: { encrypting?: boolean; environment?: Record<string, string> } = {},
): (parts: StoreParts) => Promise<ObjectStore> {
  return async ({ db, secretKey }) => {
    const keys = await openFileKeys(loadConfig(environment), secretKey)
    return createEncryptedStore({ inner, db, keys, encrypting })
  }
}
