import { sql } from 'kysely'
import type { ReadTx } from '../platform/db/index.ts'
import type { Visitor } from './visitor.ts'

interface UnreadFile {
  fileId: number
  state: 'WAITING' | 'READING' | 'NOT_READ'
  /** Of a scan that is being read. */
  progress: { page: number; pages: number } | null
  unreadablePages: number[]
  advice: string[]
}

/** Text is read within seconds; after this time nobody should wait for a reading that was killed again and again. */
const patienceSeconds = 60
/** Scans wait for each other. */
const scanPatienceSeconds = 1800

/** Files of a draft that have no reading yet, the first first. */
export async function unreadFiles(
  tx: ReadTx,
  { accountId, thirdpartyId }: Visitor,
  responseId: number,
): Promise<UnreadFile[]> {
  const { rows } = await sql<UnreadFile>`
    select e.evidence_id as "fileId", array[]::text[] as advice, array[]::int[] as "unreadablePages",
      case when e.file_state not in ('PENDING', 'CLEAN')
          or e.upload_date <= account_now(e.account_id) - make_interval(secs =>
            case when s.evidence_id is null then ${patienceSeconds}::int else ${scanPatienceSeconds}::int end)
        then 'NOT_READ' when s.page = 0 then 'WAITING' else 'READING' end as state,
      case when s.page > 0 then jsonb_build_object('page', s.page, 'pages', s.pages) end as progress
    from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
      and r.thirdparty_id = ${thirdpartyId}
    left join evidence_scan s on s.account_id = e.account_id and s.evidence_id = e.evidence_id
    where e.account_id = ${accountId} and e.response_id = ${responseId} and e.kind = 'FILE'
      and e.file_state <> 'DELETED'
      and not exists (select from evidence_reading g
        where g.account_id = e.account_id and g.evidence_id = e.evidence_id)
    order by e.position`.execute(tx)
  return rows
}

/** Of the files of a draft, those with pages that could not be read, and which. */
export async function unreadablePages(
  tx: ReadTx,
  { accountId }: Visitor,
  responseId: number,
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await tx
    .selectFrom('evidence_scan')
    .select(['evidence_id', 'unreadable_pages'])
    .where('account_id', '=', accountId)
    .where('response_id', '=', responseId)
    .where('read_at', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.evidence_id, row.unreadable_pages]))
}
