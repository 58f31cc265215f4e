import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { whatIsMissing } from '../evaluation/index.ts'
import { describeTask } from '../tasks/index.ts'

/** One task for a company, however many of its contacts fail. */
export const searchKey = (thirdpartyId: number) => `find-contact:${thirdpartyId}`

/** Named in the task; the rest is counted. */
const mostNamed = 3

interface Search {
  readonly thirdpartyId: number
  /** How many others are asked in place of the one who was lost. */
  readonly asked: number
}

/**
 * Says in the task what is open, who was tried and who may be tried. By numbers: names and addresses stand among the
 * contacts, where they can be erased.
 */
export async function describeSearch(tx: Tx, scope: Scope, { thirdpartyId, asked }: Search): Promise<void> {
  const tried = await countTried(tx, scope, thirdpartyId)
  const missing = await whatIsMissing(tx, scope, { thirdpartyIds: [thirdpartyId] })
  const pieces = [...new Map(missing.map((one) => [one.code, one.name])).values()]
  const named = (language: Language) =>
    pieces
      .slice(0, mostNamed)
      .map((name) => name[language])
      .join(', ')
  await describeTask(tx, scope, searchKey(thirdpartyId), {
    ...tried,
    asked,
    open: pieces.length,
    named: Math.min(pieces.length, mostNamed),
    piecesEn: named('en'),
    piecesFr: named('fr'),
  })
}

interface Tried {
  readonly silent: number
  readonly refused: number
  readonly declined: number
  readonly suggested: number
}

async function countTried(tx: ReadTx, { accountId }: Scope, thirdpartyId: number): Promise<Tried> {
  const { rows } = await sql<Tried>`
    select count(*) filter (where c.end_reason = 'NO_ANSWER' or c.deleted_at is null and c.bounced_at is null
        and c.escalated_at is not null and (c.last_seen_at is null or c.last_seen_at <= c.escalated_at))::int as silent,
      count(*) filter (where c.deleted_at is null and c.bounced_at is not null)::int as refused,
      count(*) filter (where c.end_reason in ('NOT_ME', 'DECLINED'))::int as declined,
      count(*) filter (where c.suggested_by is not null and c.deleted_at is not null
        and c.end_reason is null)::int as suggested
    from contact c where c.account_id = ${accountId} and c.thirdparty_id = ${thirdpartyId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A count answered no row.')
  return found
}
