import { sql } from 'kysely'
import { compileOnce, type ReadTx, type Tx } from '../../db/index.ts'

export interface SealedFile {
  readonly objectKey: string
  readonly keyId: string
  readonly sealedSecret: Buffer
  /** Of the plain bytes. */
  readonly size: number
}

interface Account {
  readonly accountId: number
}

const columns = [
  'object_key as objectKey',
  'key_id as keyId',
  'sealed_secret as sealedSecret',
  'size',
] as const

const sealedFile = compileOnce((db, accountId: number, objectKey: string) =>
  db
    .selectFrom('sealed_file')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('object_key', '=', objectKey),
)

export async function findSealed(
  tx: ReadTx,
  { accountId }: Account,
  objectKey: string,
): Promise<SealedFile | null> {
  const [found] = await sealedFile(tx, accountId, objectKey)
  return found ?? null
}

/**
 * Keeps what opens a stored object. False when its key is no longer the current one: who rotates waits for those who
 * write, and nothing comes under the former key once the rotation has begun.
 */
export async function addSealed(tx: Tx, { accountId }: Account, file: SealedFile): Promise<boolean> {
  const { objectKey, keyId, sealedSecret, size } = file
  const { numAffectedRows } = await sql`
    insert into sealed_file (account_id, object_key, key_id, sealed_secret, size)
    select ${accountId}, ${objectKey}, key_id, ${sealedSecret}, ${size} from file_key
    where key_id = ${keyId} and superseded_at is null for share
    on conflict (account_id, object_key) do update
    set key_id = excluded.key_id, sealed_secret = excluded.sealed_secret, size = excluded.size`.execute(tx)
  return numAffectedRows === 1n
}

export async function removeSealed(tx: Tx, { accountId }: Account, objectKey: string): Promise<void> {
  await tx
    .deleteFrom('sealed_file')
    .where('account_id', '=', accountId)
    .where('object_key', '=', objectKey)
    .execute()
}

export async function currentKeyId(tx: ReadTx): Promise<string | null> {
  const row = await tx
    .selectFrom('file_key')
    .select('key_id')
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
  return row?.key_id ?? null
}

/** From now on new files are sealed under this key, which may have been the current one before. */
export async function makeCurrent(tx: Tx, keyId: string): Promise<void> {
  await lockKeys(tx)
  await tx
    .updateTable('file_key')
    .set({ superseded_at: sql<Date>`now()` })
    .where('superseded_at', 'is', null)
    .where('key_id', '<>', keyId)
    .execute()
  await tx
    .insertInto('file_key')
    .values({ key_id: keyId })
    .onConflict((key) => key.column('key_id').doUpdateSet({ superseded_at: null }))
    .execute()
}

/** The current key, or this one where there is none yet: of two first uploads one decides. */
export async function requireCurrent(tx: Tx, keyId: string): Promise<string> {
  await lockKeys(tx)
  const known = await currentKeyId(tx)
  if (known === null) await makeCurrent(tx, keyId)
  return known ?? keyId
}

/** One after another: of two that change the current key at once, the later sees what the earlier did. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vigie file keys', 0))`.execute(tx)
}

/** Files of the account that are not sealed under this key, in the order of their names, for as long as `tx` lasts. */
export async function lockStale(
  tx: Tx,
  account: Account,
  stale: Stretch & { readonly keyId: string },
): Promise<SealedFile[]> {
  return holdFiles(tx, account, stale).where('key_id', '<>', stale.keyId).execute()
}

interface Stretch {
  readonly after: string
  readonly limit: number
}

const holdFiles = (tx: Tx, { accountId }: Account, { after, limit }: Stretch) =>
  tx
    .selectFrom('sealed_file')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('object_key', '>', after)
    .orderBy('object_key')
    .limit(limit)
    .forUpdate()

/** Keys that follow from the secret key of the installation. */
export async function listDerivedKeyIds(tx: ReadTx): Promise<string[]> {
  const rows = await tx
    .selectFrom('file_key')
    .select('key_id')
    .where('key_id', 'like', 'installation-%')
    .orderBy('key_id')
    .execute()
  return rows.map((row) => row.key_id)
}

/** Files of the account that are sealed under this key. */
export async function lockSealed(
  tx: Tx,
  account: Account,
  sealed: Stretch & { readonly keyId: string },
): Promise<SealedFile[]> {
  return holdFiles(tx, account, sealed).where('key_id', '=', sealed.keyId).execute()
}

/** Files the caller holds, and their secrets sealed anew. */
export async function replaceSeals(
  tx: Tx,
  { accountId }: Account,
  keyId: string,
  files: readonly Pick<SealedFile, 'objectKey' | 'sealedSecret'>[],
): Promise<void> {
  const keys = files.map(({ objectKey }) => objectKey)
  const secrets = files.map(({ sealedSecret }) => sealedSecret)
  await sql`
    update sealed_file f set key_id = ${keyId}, sealed_secret = n.secret
    from unnest(${keys}::text[], ${secrets}::bytea[]) n (object_key, secret)
    where f.account_id = ${accountId} and f.object_key = n.object_key`.execute(tx)
}

/** How many files of the account each key seals. */
export async function countByKey(tx: ReadTx, { accountId }: Account): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('sealed_file')
    .select('key_id')
    .select((file) => file.fn.countAll<number>().as('files'))
    .where('account_id', '=', accountId)
    .groupBy('key_id')
    .execute()
  return new Map(rows.map((row) => [row.key_id, row.files]))
}

export function listFileKeys(tx: ReadTx) {
  return tx
    .selectFrom('file_key')
    .select(['key_id as keyId', 'created_at as createdAt', 'superseded_at as supersededAt'])
    .orderBy('created_at')
    .orderBy('key_id')
    .execute()
}
