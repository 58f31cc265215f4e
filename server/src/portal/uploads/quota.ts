import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Visitor } from '../visitor.ts'

const maxFilesPerHour = 30
const maxBytesPerDay = 1024 ** 3

interface Used {
  files: number
  bytes: number
  hourLeft: number | null
  dayLeft: number | null
}

type Person = Pick<Visitor, 'accountId' | 'contactId'>

/** Refuses what goes beyond what one person may send in an hour or a day. */
export async function requireQuota(
  tx: ReadTx,
  { accountId, contactId }: Person,
  asked: { readonly files: number; readonly bytes: number },
): Promise<void> {
  const { rows } = await sql<Used>`
    select count(*) filter (where created_at > now() - interval '1 hour')::int as files,
      coalesce(sum(size), 0)::bigint as bytes,
      extract(epoch from min(created_at) filter (where created_at > now() - interval '1 hour')
        + interval '1 hour' - now())::float8 as "hourLeft",
      extract(epoch from min(created_at) + interval '1 day' - now())::float8 as "dayLeft"
    from (
      select created_at, size from portal_upload where account_id = ${accountId} and contact_id = ${contactId}
      -- Files for corrective actions come whole, and count as much.
      union all select stored_at, file_size from corrective_evidence
      where account_id = ${accountId} and sent_by_type = 'CONTACT' and sent_by = ${contactId}
        and object_key is not null) sent
    where created_at > now() - interval '1 day'`.execute(tx)
  const { files = 0, bytes = 0, hourLeft = null, dayLeft = null } = rows[0] ?? {}
  if (files + asked.files > maxFilesPerHour) throw exceeded(`${maxFilesPerHour} / h`, hourLeft)
  if (bytes + asked.bytes > maxBytesPerDay) throw exceeded('1 GiB / 24 h', dayLeft)
}

function exceeded(quota: string, secondsLeft: number | null): AppError {
  const wait = String(Math.max(1, Math.ceil(secondsLeft ?? 1)))
  return new AppError('QUOTA_EXCEEDED', { quota }, { headers: { 'retry-after': wait } })
}

/** One at a time for each person, so that two at once cannot both take the last place. */
export async function holdQuota(tx: Tx, { accountId, contactId }: Person): Promise<void> {
  const name = JSON.stringify(['portal quota', accountId, contactId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Files that came whole, counted with those that come in parts. */
export async function countUploads(
  tx: Tx,
  { accountId }: Scope,
  sent: {
    readonly visitor: Visitor
    readonly documentId: number
    readonly files: readonly { size: number }[]
  },
): Promise<void> {
  const { visitor, documentId } = sent
  const sizes = sent.files.map(({ size }) => size)
  await holdQuota(tx, visitor)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  await requireQuota(tx, visitor, { files: sizes.length, bytes })
  await sql`
    insert into portal_upload (account_id, contact_id, document_id, size, received, state)
    select ${accountId}, ${visitor.contactId}, ${documentId}, size, size, 'DONE'
    from unnest(${sizes}::bigint[]) size`.execute(tx)
}
