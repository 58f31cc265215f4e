import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../../platform/db/index.ts'
import { newObjectKey, openVerifiedStream, type ObjectStore } from '../../../platform/files/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'

/** A stored file that lies in plain. */
export interface PlainFile {
  /** never null: only files that are stored are looked for. */
  readonly objectKey: string
  /** never null: as the key. */
  readonly size: number
  readonly sha256: string
}

/** Whoever learnt where the plain bytes lie has long read them by then. */
const keepPlainMs = 3_600_000

const plain = ({ accountId }: Scope) => sql`
  from (
    select account_id, object_key, file_size, sha256 from evidence
    where account_id = ${accountId} and file_state <> 'DELETED'
    union all select account_id, object_key, file_size, sha256 from corrective_evidence
    where account_id = ${accountId}) e
  where e.object_key is not null and e.file_size is not null and e.sha256 is not null
    and not exists (
      select from sealed_file f where f.account_id = e.account_id and f.object_key = e.object_key)`

export async function plainFiles(
  tx: ReadTx,
  scope: Scope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<PlainFile[]> {
  const { rows } = await sql<PlainFile>`
    select distinct e.object_key as "objectKey", e.file_size as size, encode(e.sha256, 'hex') as sha256
    ${plain(scope)} and e.object_key > ${after} order by 1 limit ${limit}`.execute(tx)
  return rows
}

export async function countPlain(tx: ReadTx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(distinct e.object_key)::int as files ${plain(scope)}`.execute(tx)
  return rows[0]?.files ?? 0
}

/**
 * Puts an encrypted copy in the place of a plain file. Ended in the middle it leaves the plain file as it was, and a
 * copy that nobody names, which the sweep removes.
 * One that was deleted meanwhile stays so.
 */
export async function encryptFile(
  { db, store }: { readonly db: Db; readonly store: ObjectStore },
  scope: Scope,
  { objectKey: from, size, sha256 }: PlainFile,
): Promise<void> {
  const to = newObjectKey(scope.accountId)
  await store.put(to, await openVerifiedStream(store, from, { size, sha256 }), { maxBytes: size })
  const isKept = await db.write(scope, (tx) => replaceObject(tx, scope, { from, to }))
  if (!isKept) await store.delete(to)
}

async function replaceObject(
  tx: Tx,
  scope: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { accountId } = scope
  await lockAnswers(tx, scope, from)
  const { rows } = await sql`
    update evidence set object_key = ${to} where account_id = ${accountId} and object_key = ${from}
    returning evidence_id`.execute(tx)
  const others = await sql`
    update corrective_evidence set object_key = ${to} where account_id = ${accountId} and object_key = ${from}
    returning evidence_id`.execute(tx)
  const isNamed = rows.length + others.rows.length > 0
  const runAt = new Date(Date.now() + keepPlainMs)
  if (isNamed) await enqueue(tx, 'files.delete', { accountId, objectKeys: [from] }, { runAt })
  return isNamed
}

/** Answers are repeated, with their files, by whoever holds them or their dossier: none must go on naming the former. */
async function lockAnswers(tx: Tx, { accountId }: Scope, objectKey: string): Promise<void> {
  const named = sql`account_id = ${accountId} and object_key = ${objectKey}`
  await sql`
    select from dossier where account_id = ${accountId}
      and dossier_id in (select dossier_id from evidence where ${named})
    order by dossier_id for update`.execute(tx)
  await sql`
    select from response where account_id = ${accountId}
      and response_id in (select response_id from evidence where ${named})
    order by response_id for update`.execute(tx)
}
