import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../db/index.ts'

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

const columns = sql`object_key as "objectKey", key_id as "keyId", sealed_secret as "sealedSecret", size`

export async function findSealed(
  tx: ReadTx,
  { accountId }: Account,
  objectKey: string,
): Promise<SealedFile | null> {
  const { rows } = await sql<SealedFile>`
    select ${columns} from sealed_file
    where account_id = ${accountId} and object_key = ${objectKey}`.execute(tx)
  return rows[0] ?? null
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
  await sql`delete from sealed_file
    where account_id = ${accountId} and object_key = ${objectKey}`.execute(tx)
}

export async function currentKeyId(tx: ReadTx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select key_id as id from file_key where superseded_at is null`.execute(tx)
  return rows[0]?.id ?? null
}

/** From now on new files are sealed under this key, which may have been the current one before. */
export async function makeCurrent(tx: Tx, keyId: string): Promise<void> {
  await holdKeys(tx)
  await sql`update file_key set superseded_at = now()
    where superseded_at is null and key_id <> ${keyId}`.execute(tx)
  await sql`insert into file_key (key_id) values (${keyId})
    on conflict (key_id) do update set superseded_at = null`.execute(tx)
}

/** The current key, or this one where there is none yet: of two first uploads one decides. */
export async function requireCurrent(tx: Tx, keyId: string): Promise<string> {
  await holdKeys(tx)
  const known = await currentKeyId(tx)
  if (known === null) await makeCurrent(tx, keyId)
  return known ?? keyId
}

/** One after another: of two that change the current key at once, the later sees what the earlier did. */
export async function holdKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vigie file keys', 0))`.execute(tx)
}

/** Files of the account that are not sealed under this key, in the order of their names, for as long as `tx` lasts. */
export async function holdStale(
  tx: Tx,
  { accountId }: Account,
  stale: { readonly keyId: string; readonly after: string; readonly limit: number },
): Promise<SealedFile[]> {
  const { rows } = await sql<SealedFile>`
    select ${columns} from sealed_file
    where account_id = ${accountId} and key_id <> ${stale.keyId} and object_key > ${stale.after}
    order by object_key limit ${stale.limit} for update`.execute(tx)
  return rows
}

/** Keys that follow from the secret key of the installation. */
export async function derivedKeyIds(tx: ReadTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select key_id as id from file_key where key_id like 'installation-%' order by key_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Files of the account that are sealed under this key. */
export async function holdSealed(
  tx: Tx,
  { accountId }: Account,
  { keyId, after, limit }: { readonly keyId: string; readonly after: string; readonly limit: number },
): Promise<SealedFile[]> {
  const { rows } = await sql<SealedFile>`
    select ${columns} from sealed_file
    where account_id = ${accountId} and key_id = ${keyId} and object_key > ${after}
    order by object_key limit ${limit} for update`.execute(tx)
  return rows
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
  const { rows } = await sql<{ keyId: string; files: number }>`
    select key_id as "keyId", count(*)::int as files from sealed_file
    where account_id = ${accountId} group by key_id`.execute(tx)
  return new Map(rows.map(({ keyId, files }) => [keyId, files]))
}

export async function listFileKeys(tx: ReadTx) {
  const { rows } = await sql<{ keyId: string; createdAt: Date; supersededAt: Date | null }>`
    select key_id as "keyId", created_at as "createdAt", superseded_at as "supersededAt"
    from file_key order by created_at, key_id`.execute(tx)
  return rows
}
