import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { detailHash, genesis, linkHash, saltLength, type ChainedEvent, type EventDetail } from './chain.ts'
import { eventTypeByCode, resourceTypeCodes } from './event-names.ts'

export type Fault =
  | 'GAP'
  | 'ALTERED'
  | 'DETAIL_ALTERED'
  | 'DETAIL_MISSING'
  | 'DETAIL_ORPHAN'
  | 'TIME_REVERSED'
  | 'TRUNCATED'
  | 'HEAD_ALTERED'
  | 'HEAD_MISSING'

export type Verdict =
  | { intact: true; events: number; lastHash: string }
  | { intact: false; events: number; brokenSeq: number; fault: Fault }

interface Row extends ChainedEvent {
  /** What a JavaScript date cannot hold; the service writes whole milliseconds, so anything here is a forgery. */
  stray_microseconds: number | null
  detail?: EventDetail | undefined
}

/** The journal's end as it stood when the batch beside it was read. */
interface End {
  head_seq: number | null
  head_hash: Buffer | null
  /** Whether the head bears the time of the event it points at. */
  head_time_holds: boolean | null
  first_detail: number | null
  last_detail: number | null
}

interface Reached {
  seq: number
  hash: Buffer
  time: number
}

const batchSize = 2_000

/** Walks the account's chain from its first event and names the first one that does not hold. */
export async function verifyJournal(tx: ReadTx, scope: Pick<Scope, 'accountId'>): Promise<Verdict> {
  let reached: Reached = { seq: 0, hash: genesis(scope.accountId), time: 0 }
  for (let first = true; ; first = false) {
    const { rows, end } = await readBatch(tx, scope.accountId, first ? null : reached)
    for (const row of rows) {
      const fault = faultOf(row, reached)
      if (fault) {
        // A hole is named by the number that should stand there, not by its neighbour.
        return broken(reached, fault === 'GAP' ? reached.seq + 1 : row.seq, fault)
      }
      reached = { seq: row.seq, hash: row.hash, time: row.occurred_at.getTime() }
    }
    if (rows.length < batchSize) return endVerdict(reached, end)
  }
}

function broken(reached: Reached, brokenSeq: number, fault: Fault): Verdict {
  return { intact: false, events: reached.seq, brokenSeq, fault }
}

function endVerdict(last: Reached, end: End): Verdict {
  const { head_seq: head, head_hash: hash, first_detail: firstDetail, last_detail: lastDetail } = end
  if (head === null && last.seq > 0) return broken(last, last.seq, 'HEAD_MISSING')
  if (head !== null) {
    if (head > last.seq) return broken(last, last.seq + 1, 'TRUNCATED')
    if (head < last.seq) return broken(last, head + 1, 'HEAD_ALTERED')
    if (!hash?.equals(last.hash) || !end.head_time_holds) return broken(last, last.seq, 'HEAD_ALTERED')
  }
  // Between the two each detail had its event, or the walk would have ended there.
  if (firstDetail !== null && firstDetail < 1) return broken(last, firstDetail, 'DETAIL_ORPHAN')
  if (lastDetail !== null && lastDetail > last.seq) return broken(last, lastDetail, 'DETAIL_ORPHAN')
  return { intact: true, events: last.seq, lastHash: last.hash.toString('hex') }
}

function faultOf(row: Row, previous: Reached): Fault | null {
  if (row.seq > previous.seq + 1) return 'GAP'
  if (row.seq !== previous.seq + 1) return 'ALTERED'
  const type = eventTypeByCode(row.event_type)
  if (!type || resourceTypeCodes[type.resourceType] !== row.resource_type) return 'ALTERED'
  if (row.stray_microseconds !== 0) return 'ALTERED'
  if (!linkHash(row, previous.hash).equals(row.hash)) return 'ALTERED'
  if (row.occurred_at.getTime() < previous.time) return 'TIME_REVERSED'
  if (!row.detail) return 'DETAIL_MISSING'
  // Of another length, bytes could wander between salt and payload under the same digest.
  if (row.detail.salt.length !== saltLength) return 'DETAIL_ALTERED'
  return detailHash(row.detail).equals(row.detail_hash) ? null : 'DETAIL_ALTERED'
}

/**
 * Continues by (seq, time), not by seq alone: a second row with the same number must not hide between
 * batches. One statement reads rows and end together, so that events written meanwhile raise no alarm.
 */
async function readBatch(
  tx: ReadTx,
  accountId: number,
  after: Reached | null,
): Promise<{ rows: Row[]; end: End }> {
  const onward = after ? sql`and (e.seq, e.occurred_at) > (${after.seq}, ${new Date(after.time)})` : sql``
  const result = await sql<Row & End>`
    with tail as materialized (
      select h.seq as head_seq, h.hash as head_hash,
        h.occurred_at = (select max(occurred_at) from event where account_id = ${accountId} and seq = h.seq)
          as head_time_holds,
        (select min(seq) from event_detail where account_id = ${accountId}) as first_detail,
        (select max(seq) from event_detail where account_id = ${accountId}) as last_detail
      from (select) one left join journal_head h on h.account_id = ${accountId})
    select batch.*, tail.* from tail left join (
      select e.account_id, e.seq, e.event_id, e.event_type, e.resource_type, e.resource_id, e.thirdparty_id,
        e.dossier_id, e.document_id, e.occurred_at, e.actor_type, e.actor_id, e.detail_hash, e.hash,
        extract(microseconds from e.occurred_at)::int % 1000 as stray_microseconds
      from event e where e.account_id = ${accountId} ${onward}
      order by e.seq, e.occurred_at limit ${batchSize}) batch on true
    order by batch.seq, batch.occurred_at`.execute(tx)
  const end = result.rows[0]
  if (!end) throw new Error('The journal could not be read.')
  const rows = result.rows.filter((row) => row.seq !== null)
  return { rows: await withDetails(tx, accountId, rows), end }
}

/** A range of its own, not a join: without fresh statistics PostgreSQL may join by comparing all with all. */
async function withDetails(tx: ReadTx, accountId: number, rows: Row[]): Promise<Row[]> {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return rows
  const details = await tx
    .selectFrom('event_detail')
    .select(['seq', 'salt', 'payload'])
    .where('account_id', '=', accountId)
    .where('seq', '>=', first.seq)
    .where('seq', '<=', last.seq)
    .execute()
  const bySeq = new Map(details.map((detail) => [detail.seq, detail]))
  return rows.map((row) => ({ ...row, detail: bySeq.get(row.seq) }))
}
