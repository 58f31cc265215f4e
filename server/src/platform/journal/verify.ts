import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { beginning, EventScan, type Breach, type ChainPosition, type ScannedEvent } from './chain-scan.ts'
import type { Checkpoint } from './checkpoint.ts'
import { checkpointsBetween } from './checkpoints.queries.ts'
import { isSame, type CheckpointSet } from './checkpoint-set.ts'
import { firstBatch, fullBatch, readBatch, type End } from './read-chain.ts'
import { verdictOf, type Verdict } from './verdict.ts'

export interface VerifyOptions {
  /** Begins behind this event instead of at the first one. */
  readonly from?: ChainPosition | undefined
  /** The same with a checkpoint the chain is known to agree with; see `startSince`. */
  readonly since?: Checkpoint | undefined
  /** Compared besides those of the database. */
  readonly kept?: CheckpointSet
  /** Only checkpoints signed with one of these keys are genuine; otherwise by the key each names. */
  readonly trusted?: ReadonlySet<string>
  /** Stops after about this many events. */
  readonly limit?: number
  readonly onProgress?: (reached: number, head: number) => void
}

type AccountScope = Pick<Scope, 'accountId'>

/** Walks the account's chain and names the first event that does not hold, in itself or by a checkpoint. */
export async function verifyJournal(
  tx: ReadTx,
  scope: AccountScope,
  options: VerifyOptions = {},
): Promise<Verdict> {
  const { since } = options
  const start = options.from ?? (since && { seq: since.seq, hash: since.hash, time: since.at.getTime() })
  const scan = new EventScan(start ?? beginning(scope.accountId), options.trusted)
  if (since) scan.agree(since)
  // Before the first event nothing is too early: what was put in front of it must show.
  let reading = readBatch(tx, scope.accountId, { after: start ?? null, size: firstBatch })
  for (let size = firstBatch, next = size; ; size = next) {
    const { rows, end } = await reading
    const isLast = rows.length < size
    const signed = await checkpointsOf(tx, scope, [scan.reached.seq + 1, rows.at(-1)?.seq ?? 0])
    // Read while this batch is hashed, and in vain where that finds a breach: batches grow step by step.
    next = Math.min(size * 4, fullBatch)
    if (!isLast) reading = readBatch(tx, scope.accountId, { after: behind(rows.at(-1)), size: next })
    let breach = verifyRows(scan, rows, { signed, kept: options.kept })
    if (!breach && isLast) {
      breach = endBreach(scan.reached, end) ?? (await findCutTail(tx, scope, { walk: scan, end, options }))
    }
    options.onProgress?.(scan.reached.seq, end.head_seq ?? scan.reached.seq)
    const isEnough = scan.reached.seq - scan.from >= (options.limit ?? Infinity)
    if (breach || isLast || isEnough) {
      await reading
      return verdictOf(scan, { breach, complete: isLast })
    }
  }
}

function verifyRows(
  scan: EventScan,
  rows: readonly ScannedEvent[],
  { signed, kept }: { signed: ReadonlyMap<number, Checkpoint>; kept: CheckpointSet | undefined },
): Breach | null {
  for (const row of rows) {
    const stored = signed.get(row.seq)
    const outside = kept?.at(row.seq) ?? []
    // What was kept outside is mostly a copy of what is stored, and counts once.
    const others = stored ? outside.filter((one) => !isSame(one, stored)) : outside
    const breach = scan.take(row, stored ? [stored, ...others] : others)
    if (breach) return breach
  }
  return null
}

function behind(event: ScannedEvent | undefined): ChainPosition | null {
  // A time no calendar has is a breach by itself, so it does not matter where the next batch begins.
  const time = Number(event?.occurred_at)
  return event ? { seq: event.seq, hash: event.hash, time: Number.isFinite(time) ? time : 0 } : null
}

async function checkpointsOf(
  tx: ReadTx,
  scope: AccountScope,
  range: readonly [number, number],
): Promise<Map<number, Checkpoint>> {
  const found = await checkpointsBetween(tx, scope, range)
  return new Map(found.map((one) => [one.seq, one]))
}

function endBreach(last: ChainPosition, end: End): Breach | null {
  const { head_seq: head, head_hash: hash, first_detail: firstDetail, last_detail: lastDetail } = end
  if (head === null && last.seq > 0) return { brokenSeq: last.seq, fault: 'HEAD_MISSING' }
  if (head !== null) {
    if (head > last.seq) return { brokenSeq: last.seq + 1, fault: 'TRUNCATED' }
    if (head < last.seq) return { brokenSeq: head + 1, fault: 'HEAD_ALTERED' }
    if (!hash?.equals(last.hash) || !end.head_time_holds)
      return { brokenSeq: last.seq, fault: 'HEAD_ALTERED' }
  }
  // Between the two each detail had its event, or the walk would have ended there.
  if (firstDetail !== null && firstDetail < 1) return { brokenSeq: firstDetail, fault: 'DETAIL_ORPHAN' }
  if (lastDetail !== null && lastDetail > last.seq) return { brokenSeq: lastDetail, fault: 'DETAIL_ORPHAN' }
  return null
}

/** A checkpoint beyond the last event shows what was cut off, even where the head was set back with it. */
async function findCutTail(
  tx: ReadTx,
  scope: AccountScope,
  { walk, end, options }: { walk: EventScan; end: End; options: VerifyOptions },
): Promise<Breach | null> {
  const { seq } = walk.reached
  const beyond = options.kept?.beyond(seq)
  if (beyond) return walk.outrunBy(beyond)
  if (end.last_checkpoint === null || end.last_checkpoint <= seq) return null
  const [stored] = await checkpointsBetween(tx, scope, [seq + 1, end.last_checkpoint])
  return stored ? walk.outrunBy(stored) : null
}
