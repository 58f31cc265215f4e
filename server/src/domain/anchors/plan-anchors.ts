import { sql } from 'kysely'
import { administrationCheckpoints } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import {
  checkpointLine,
  listCheckpoints,
  parseCheckpoint,
  type ChainKey,
  type Checkpoint,
} from '../../platform/journal/index.ts'
import type { AnchorTarget } from './anchor.ts'
import { lastPlanned } from './anchors.queries.ts'

// After a long pause the newest of these; an earlier event is vouched for by every later checkpoint.
const mostAtOnce = 100

/** Notes which checkpoints the target has yet to get. A target that is new begins with the newest one. */
export async function planAnchors(
  tx: Tx,
  of: ChainKey,
  { name, rhythm }: Pick<AnchorTarget, 'name' | 'rhythm'>,
  now: Date,
): Promise<void> {
  const last = await lastPlanned(tx, of, name)
  if (rhythm === 'daily' && last && utcDay(last.plannedAt) === utcDay(now)) return
  const size = last && rhythm === 'each' ? mostAtOnce : 1
  const newest = await newestCheckpoints(tx, of, size)
  const sent = last && parseCheckpoint(last.line)
  const rows = newest
    .filter((one) => !sent || isLater(one, sent))
    .map((one) => ({ seq: one.seq, line: checkpointLine(one) }))
  if (rows.length === 0) return
  await sql`
    insert into journal_anchor (account_id, chain, target, seq, line, planned_at)
    select ${of.accountId}, ${of.chain}, ${name}, r.seq, r.line, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (seq bigint, line text)
    on conflict do nothing`.execute(tx)
}

function newestCheckpoints(tx: Tx, of: ChainKey, size: number): Promise<Checkpoint[]> {
  return of.chain === 'EVENTS'
    ? listCheckpoints(tx, of, { size })
    : administrationCheckpoints(tx, of, { newest: size })
}

/** By time too: a journal that was cut or restored counts on from before, and that must leave the house as well. */
const isLater = (one: Checkpoint, sent: Checkpoint) => one.seq > sent.seq || one.madeAt > sent.madeAt

const utcDay = (date: Date) => date.toISOString().slice(0, 10)
