import { sql } from 'kysely'
import type { OuterRow, ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import {
  isSame,
  verdictOf,
  type Breach,
  type Checkpoint,
  type CheckpointSet,
  type ChainPosition,
  type Verdict,
} from '../journal/index.ts'
import { administrationCheckpoints } from './checkpoints.queries.ts'
import { administrationBeginning, AdministrationScan, signedHashOf, type ChainedEntry } from './chain.ts'

type AccountScope = Pick<Scope, 'accountId'>

export interface VerifyAdministrationOptions {
  /** Begins behind the newest checkpoint the chain still agrees with, or behind this entry. */
  readonly since?: 'checkpoint' | number | undefined
  /** Compared besides those of the database. */
  readonly kept?: CheckpointSet
  /** Only checkpoints signed with one of these keys are genuine; otherwise by the key each names. */
  readonly trusted?: ReadonlySet<string>
  /** Stops after about this many entries. */
  readonly limit?: number
  readonly onProgress?: (reached: number, head: number) => void
}

/** The chain's end as it stood when the batch beside it was read. */
interface End {
  headSeq: number | null
  headHash: Buffer | null
  headTimeHolds: boolean | null
  lastCheckpoint: number | null
}

const batchSize = 2_000

/** Walks the account's chain of administration and names the first entry that does not hold. */
export async function verifyAdministration(
  tx: ReadTx,
  scope: AccountScope,
  options: VerifyAdministrationOptions = {},
): Promise<Verdict & { from: number }> {
  const start = await startOf(tx, scope, options)
  const scan = new AdministrationScan(start.reached, options.trusted)
  if (start.agreed) scan.agree(start.agreed)
  for (;;) {
    const { rows, end } = await readBatch(tx, scope, scan.reached.seq)
    const isLast = rows.length < batchSize
    const range = { from: scan.reached.seq + 1, to: rows.at(-1)?.seq ?? 0 }
    const signed = await administrationCheckpoints(tx, scope, range)
    let breach = takeRows(scan, rows, { signed, kept: options.kept })
    if (!breach && isLast)
      breach = endBreach(scan.reached, end) ?? (await findCutTail(tx, scope, { walk: scan, end, options }))
    options.onProgress?.(scan.reached.seq, end.headSeq ?? scan.reached.seq)
    const isEnough = scan.reached.seq - scan.from >= (options.limit ?? Infinity)
    if (breach || isLast || isEnough) {
      return { from: scan.from, ...verdictOf(scan, { breach, complete: isLast }) }
    }
  }
}

function takeRows(
  scan: AdministrationScan,
  rows: readonly ChainedEntry[],
  { signed, kept }: { signed: readonly Checkpoint[]; kept: CheckpointSet | undefined },
): Breach | null {
  const stored = new Map(signed.map((checkpoint) => [checkpoint.seq, checkpoint]))
  for (const row of rows) {
    const own = stored.get(row.seq)
    // What was kept outside is mostly a copy of what is stored, and counts once.
    const others = (kept?.at(row.seq) ?? []).filter((one) => !own || !isSame(one, own))
    const breach = scan.take(row, own ? [own, ...others] : others)
    if (breach) return breach
  }
  return null
}

/** Entries and end by one statement, so that what is written meanwhile raises no alarm. */
async function readBatch(
  tx: ReadTx,
  { accountId }: AccountScope,
  after: number,
): Promise<{ rows: ChainedEntry[]; end: End }> {
  const result = await sql<OuterRow<ChainedEntry> & End>`
    with tail as materialized (
      select h.seq as "headSeq", h.hash as "headHash", h.occurred_at = (
          select occurred_at from administration_event where account_id = ${accountId} and seq = h.seq)
          as "headTimeHolds",
        (select max(seq) from administration_checkpoint where account_id = ${accountId}) as "lastCheckpoint"
      from (select) one left join administration_head h on h.account_id = ${accountId})
    select batch.*, tail.* from tail left join (
      select ${chainedColumns} from administration_event e
      where e.account_id = ${accountId} and e.seq > ${after} order by e.seq limit ${batchSize}) batch on true
    order by batch.seq`.execute(tx)
  const end = result.rows[0]
  if (!end) throw new Error('The administration journal could not be read.')
  return { rows: result.rows.filter((row): row is ChainedEntry & End => row.seq !== null), end }
}

const chainedColumns = sql`e.account_id, e.seq, e.occurred_at, e.name, e.actor_type, e.actor_id, e.subject_type,
  e.subject_id, e.salt, e.payload, e.detail_hash, e.hash,
  extract(microseconds from e.occurred_at)::int % 1000 as stray_microseconds`

function endBreach(last: ChainPosition, { headSeq, headHash, headTimeHolds }: End): Breach | null {
  if (headSeq === null) return last.seq > 0 ? { brokenSeq: last.seq, fault: 'HEAD_MISSING' } : null
  if (headSeq > last.seq) return { brokenSeq: last.seq + 1, fault: 'TRUNCATED' }
  if (headSeq < last.seq) return { brokenSeq: headSeq + 1, fault: 'HEAD_ALTERED' }
  return headHash?.equals(last.hash) && headTimeHolds ? null : { brokenSeq: last.seq, fault: 'HEAD_ALTERED' }
}

/** A checkpoint beyond the last entry shows what was cut off, even where the head was set back with it. */
async function findCutTail(
  tx: ReadTx,
  scope: AccountScope,
  { walk, end, options }: { walk: AdministrationScan; end: End; options: VerifyAdministrationOptions },
): Promise<Breach | null> {
  const { seq } = walk.reached
  const beyond = options.kept?.beyond(seq)
  if (beyond) return walk.outrunBy(beyond)
  if (end.lastCheckpoint === null || end.lastCheckpoint <= seq) return null
  const [stored] = await administrationCheckpoints(tx, scope, { from: seq + 1, to: end.lastCheckpoint })
  return stored ? walk.outrunBy(stored) : null
}

/** From the beginning wherever there is any doubt about a later place. */
async function startOf(
  tx: ReadTx,
  scope: AccountScope,
  { since, trusted, kept }: VerifyAdministrationOptions,
): Promise<{ reached: ChainPosition; agreed: Checkpoint | null }> {
  const beginning = { reached: administrationBeginning(scope.accountId), agreed: null }
  if (since === undefined) return beginning
  if (since === 'checkpoint' && kept && (await isContradicted(tx, scope, kept))) return beginning
  const [newest] = since === 'checkpoint' ? await administrationCheckpoints(tx, scope, { newest: 1 }) : []
  const seq = since === 'checkpoint' ? newest?.seq : since
  if (seq === undefined || seq === 0) return beginning
  const entry = await readEntry(tx, scope, seq)
  const previous = seq === 1 ? beginning.reached : positionOf(await readEntry(tx, scope, seq - 1))
  if (!entry || !previous) return beginning
  const scan = new AdministrationScan(previous, trusted)
  return scan.take(entry, newest ? [newest] : []) === null
    ? { reached: scan.reached, agreed: newest ?? null }
    : beginning
}

/** Whether an entry is not the one that a checkpoint kept elsewhere vouches for. */
async function isContradicted(
  tx: ReadTx,
  { accountId }: AccountScope,
  beyond: CheckpointSet,
): Promise<boolean> {
  const known = beyond.all()
  const seqs = known.map(({ seq }) => seq)
  const { rows } = await sql<{ seq: number; hash: Buffer; at: Date }>`
    select seq, hash, occurred_at as at from administration_event
    where account_id = ${accountId} and seq = any(${seqs})`.execute(tx)
  const found = new Map(rows.map((row) => [row.seq, row]))
  return known.some(({ seq, hash, at }) => {
    const row = found.get(seq)
    return !row || !signedHashOf(row.hash).equals(hash) || row.at.getTime() !== at.getTime()
  })
}

function positionOf(entry: ChainedEntry | null): ChainPosition | null {
  return entry && { seq: entry.seq, hash: entry.hash, time: Number(entry.occurred_at) }
}

async function readEntry(tx: ReadTx, { accountId }: AccountScope, seq: number): Promise<ChainedEntry | null> {
  const { rows } = await sql<ChainedEntry>`
    select ${chainedColumns} from administration_event e
    where e.account_id = ${accountId} and e.seq = ${seq}`.execute(tx)
  return rows[0] ?? null
}
