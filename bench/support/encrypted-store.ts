import { sql } from 'kysely'
import { loadConfig } from '../../server/src/config.ts'
import { openFileKeys } from '../../server/src/open-file-keys.ts'
import type { Db } from '../../server/src/platform/db/index.ts'
import { createEncryptedStore, type ObjectStore } from '../../server/src/platform/files/index.ts'

/** The store as the service opens it in production, around one of the bench. */
export async function encryptedBenchStore(inner: ObjectStore, db: Db): Promise<ObjectStore> {
  const keys = await openFileKeys(loadConfig({}), new Uint8Array(32))
  return createEncryptedStore({ inner, db, keys, encrypting: true })
}

/** Files belong to an account: to number 1, here. */
export async function addBenchAccount(db: Db): Promise<void> {
  await db.system((tx) => sql`insert into account (account_id, name) values (1, 'bench')`.execute(tx))
}
