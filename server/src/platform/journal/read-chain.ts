import { sql } from 'kysely'
import type { OuterRow, ReadTx } from '../db/index.ts'
import type { ChainPosition, ScannedEvent } from './chain-scan.ts'

/** The journal's end as it stood when the batch beside it was read. */
export interface End {
  head_seq: number | null
  head_hash: Buffer | null
  /** Whether the head bears the time of the event it points at. */
  head_time_holds: boolean | null
  first_detail: number | null
  last_detail: number | null
  last_checkpoint: number | null
}

/** Small at first: a walk since a checkpoint is mostly short. */
export const firstBatch = 200
export const fullBatch = 2_000

/**
 * Continues by (seq, time), not by seq alone: a second row with the same number must not hide between
 * batches. One statement reads rows and end together, so that events written meanwhile raise no alarm.
 */
export async function readBatch(
  tx: ReadTx,
  accountId: number,
  { after, size }: { after: ChainPosition | null; size: number },
): Promise<{ rows: ScannedEvent[]; end: End }> {
  const onward = after ? sql`and (e.seq, e.occurred_at) > (${after.seq}, ${new Date(after.time)})` : sql``
  const result = await sql<OuterRow<ScannedEvent> & End>`
    with tail as materialized (
      select h.seq as head_seq, h.hash as head_hash,
        h.occurred_at = (select max(occurred_at) from event where account_id = ${accountId} and seq = h.seq)
          as head_time_holds,
        (select min(seq) from event_detail where account_id = ${accountId}) as first_detail,
        (select max(seq) from event_detail where account_id = ${accountId}) as last_detail,
        (select max(seq) from journal_checkpoint where account_id = ${accountId}) as last_checkpoint
      from (select) one left join journal_head h on h.account_id = ${accountId})
    select batch.*, tail.* from tail left join (
      select e.account_id, e.seq, e.event_id, e.event_type, e.resource_type, e.resource_id, e.thirdparty_id,
        e.dossier_id, e.document_id, e.occurred_at, e.actor_type, e.actor_id, e.detail_hash, e.hash,
        extract(microseconds from e.occurred_at)::int % 1000 as stray_microseconds
      from event e where e.account_id = ${accountId} ${onward}
      order by e.seq, e.occurred_at limit ${size}) batch on true
    order by batch.seq, batch.occurred_at`.execute(tx)
  const end = result.rows[0]
  if (!end) throw new Error('The journal could not be read.')
  const rows = result.rows.filter((row): row is ScannedEvent & End => row.seq !== null)
  return { rows: await withDetails(tx, accountId, rows), end }
}

/** A range of its own, not a join: without fresh statistics PostgreSQL may join by comparing all with all. */
async function withDetails(tx: ReadTx, accountId: number, rows: ScannedEvent[]): Promise<ScannedEvent[]> {
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
  for (const row of rows) row.detail = bySeq.get(row.seq)
  return rows
}

/** One event with its detail; the later one where two share the number. */
export async function readEvent(tx: ReadTx, accountId: number, seq: number): Promise<ScannedEvent | null> {
  const { rows } = await sql<ScannedEvent>`
    select e.*, extract(microseconds from e.occurred_at)::int % 1000 as stray_microseconds
    from event e where e.account_id = ${accountId} and e.seq = ${seq}
    order by e.occurred_at desc limit 1`.execute(tx)
  return (await withDetails(tx, accountId, rows))[0] ?? null
}
