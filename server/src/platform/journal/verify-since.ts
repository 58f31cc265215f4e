import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { beginning, EventScan, type ChainPosition, type ScannedEvent } from './chain-scan.ts'
import { listCheckpoints } from './checkpoints.queries.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { CheckpointSet } from './checkpoint-set.ts'
import { readEvent } from './read-chain.ts'

type AccountScope = Pick<Scope, 'accountId'>

const pageSize = 50

interface Since {
  /** Not after this event. */
  readonly seq?: number
  readonly trusted?: ReadonlySet<string>
  /** Tried first, where they have one at `seq`; what they contradict is walked over. */
  readonly kept?: CheckpointSet
}

/**
 * Where a walk since a checkpoint may begin: behind the newest one that the stored chain still agrees with. An
 * event that contradicts a later checkpoint is thus walked over, and named.
 */
export async function startSince(
  tx: ReadTx,
  scope: AccountScope,
  since: Since = {},
): Promise<Checkpoint | null> {
  const { seq, trusted, kept } = since
  for (const checkpoint of seq === undefined ? [] : (kept?.at(seq) ?? [])) {
    if (await agrees(tx, checkpoint, trusted)) return checkpoint
  }
  const contradicted = kept ? await firstContradicted(tx, scope, kept) : null
  let before = seq === undefined ? contradicted : Math.min(seq + 1, contradicted ?? Infinity)
  for (;;) {
    const page = await listCheckpoints(tx, scope, { size: pageSize, before })
    for (const checkpoint of page) {
      if (await agrees(tx, checkpoint, trusted)) return checkpoint
      before = checkpoint.seq
    }
    if (page.length < pageSize) return null
  }
}

/** The first event that is not the one a checkpoint kept elsewhere vouches for. */
async function firstContradicted(
  tx: ReadTx,
  { accountId }: AccountScope,
  external: CheckpointSet,
): Promise<number | null> {
  const known = external.all().map(({ seq, hash, at }) => ({ seq, hash: hash.toString('hex'), at }))
  const { rows } = await sql<{ seq: number | null }>`
    select min(k.seq) as seq
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k (seq bigint, hash text, at timestamptz)
    where not exists (select from event e where e.account_id = ${accountId} and e.seq = k.seq
      and e.occurred_at = k.at and e.hash = decode(k.hash, 'hex'))`.execute(tx)
  return rows[0]?.seq ?? null
}

/** Whether the event it vouches for is there, whole and linked to the one before. */
async function agrees(tx: ReadTx, checkpoint: Checkpoint, trusted?: ReadonlySet<string>): Promise<boolean> {
  const { accountId, seq } = checkpoint
  const event = await readEvent(tx, accountId, seq)
  const previous = await positionOf(tx, { accountId }, seq - 1)
  if (!event || !previous) return false
  return new EventScan(previous, trusted).take(event, [checkpoint]) === null
}

/** Where the walk stands behind an event that was verified before; null when it is gone. */
export async function positionOf(
  tx: ReadTx,
  { accountId }: AccountScope,
  seq: number,
): Promise<ChainPosition | null> {
  if (seq === 0) return beginning(accountId)
  const event = await readEvent(tx, accountId, seq)
  return event && event.stray_microseconds !== null ? positionAfter(event) : null
}

const positionAfter = ({ seq, hash, occurred_at: at }: ScannedEvent): ChainPosition => ({
  seq,
  hash,
  time: at.getTime(),
})
