import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { dateTimeSchema, namedObject } from '../../platform/http/index.ts'
import { AppError, type AccountScope } from '../../platform/kernel/index.ts'
import { hitChangeNames } from './record-hit-changes.ts'
import { hitClasses, hitStates } from './settle-hits.ts'

/** Names nobody: whoever may see hits reads the hit by its number. */
export const HitChangeRecord = namedObject('ScreeningHitChange', {
  seq: Type.Integer({ description: 'Their order, without gaps.' }),
  name: Type.Enum([...hitChangeNames], {
    description: 'HIT_PROPOSED waits for a second person. HIT_ENDED: the entry or the subject is gone.',
  }),
  hitId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  class: Type.Enum([...hitClasses]),
  state: Type.Enum([...hitStates], { description: 'Of the hit, after the change.' }),
  score: Type.Number(),
  occurredAt: dateTimeSchema,
})
export type HitChangeView = Static<typeof HitChangeRecord>

const changeColumns = sql<HitChangeView>`
  c.seq, c.name, c.hit_id as "hitId", c.thirdparty_id as "thirdpartyId", c.hit_class as class, c.state,
  round(c.score::numeric, 3)::float8 as score, wire_time(c.occurred_at) as "occurredAt"`

export async function hitChangesOfNumbers(
  tx: ReadTx,
  { accountId }: AccountScope,
  numbers: readonly number[],
): Promise<Map<number, HitChangeView>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<HitChangeView>`
    select ${changeColumns} from screening_change c
    where c.account_id = ${accountId} and c.seq = any(${[...numbers]}::bigint[])`.execute(tx)
  return new Map(rows.map((change) => [change.seq, change]))
}

/** How far one page looks: most of what somebody limited passes by is not theirs. */
const stride = 5_000

interface Onward {
  readonly after: number
  readonly limit: number
  readonly thirdpartyId?: number | undefined
}

/** What comes after a position. One that lies beyond the last number came from elsewhere, which is told. */
export async function hitChangesAfter(
  tx: ReadTx,
  { accountId }: AccountScope,
  { after, limit, thirdpartyId }: Onward,
): Promise<{ content: HitChangeView[]; next: number; head: number }> {
  const { rows: heads } = await sql<{ seq: number }>`
    select h.seq from screening_change_head h where h.account_id = ${accountId}`.execute(tx)
  const head = heads[0]?.seq ?? 0
  if (head < after) throw new AppError('EVENT_POSITION_AHEAD', { head, after }, { members: { head } })
  const edge = Math.min(after + stride, head)
  const { rows: content } = await sql<HitChangeView>`
    select ${changeColumns} from screening_change c
    where c.account_id = ${accountId} and c.seq > ${after} and c.seq <= ${edge}
      and (${thirdpartyId ?? null}::bigint is null or c.thirdparty_id = ${thirdpartyId ?? null})
    order by c.seq limit ${limit}`.execute(tx)
  const last = content.at(-1)
  return { content, next: last && content.length === limit ? last.seq : edge, head }
}
