import { sql } from 'kysely'
import type { ReadTx } from '../platform/db/index.ts'
import type { Visitor } from './visitor.ts'

interface UnreadFile {
  fileId: number
  state: 'READING' | 'NOT_READ'
  advice: string[]
}

/** A reading takes seconds; after this time nobody should wait for one that was killed again and again. */
const patienceSeconds = 60

/** Files of a draft that have no reading yet, the first first. */
export async function unreadFiles(
  tx: ReadTx,
  { accountId, thirdpartyId }: Visitor,
  responseId: number,
): Promise<UnreadFile[]> {
  const { rows } = await sql<UnreadFile>`
    select e.evidence_id as "fileId", array[]::text[] as advice,
      case when e.file_state in ('PENDING', 'CLEAN')
          and e.upload_date > account_now(e.account_id) - make_interval(secs => ${patienceSeconds})
        then 'READING' else 'NOT_READ' end as state
    from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
      and r.thirdparty_id = ${thirdpartyId}
    where e.account_id = ${accountId} and e.response_id = ${responseId} and e.kind = 'FILE'
      and e.file_state <> 'DELETED'
      and not exists (select from evidence_reading g
        where g.account_id = e.account_id and g.evidence_id = e.evidence_id)
    order by e.position`.execute(tx)
  return rows
}
