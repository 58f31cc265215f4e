import { sql } from 'kysely'
import type { ReadTx, Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { signatureHolds, type Checkpoint, type CheckpointFacts } from './checkpoint.ts'

type AccountScope = Pick<Scope, 'accountId'>

/** Of `c`, a row of journal_checkpoint. */
export const checkpointColumns = sql<Checkpoint>`c.account_id as "accountId", 'EVENTS' as chain, c.seq, c.hash, c.occurred_at as at, c.made_at as "madeAt",
  c.key_id as "keyId", c.public_key as "publicKey", c.signature`

interface CheckpointsRequest {
  readonly size: number
  /** Only those before this number. */
  readonly before?: number | null
}

/** Newest first. */
export async function listCheckpoints(
  tx: ReadTx,
  { accountId }: AccountScope,
  { size, before = null }: CheckpointsRequest,
): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select ${checkpointColumns} from journal_checkpoint c
    where c.account_id = ${accountId} and (${before}::bigint is null or c.seq < ${before})
    order by c.seq desc limit ${size}`.execute(tx)
  return rows
}

export async function findCheckpoint(
  tx: ReadTx,
  scope: AccountScope,
  seq: number,
): Promise<Checkpoint | null> {
  const [found] = await listCheckpoints(tx, scope, { size: 1, before: seq + 1 })
  return found?.seq === seq ? found : null
}

/** In ascending order, both ends included. */
export async function checkpointsBetween(
  tx: ReadTx,
  { accountId }: AccountScope,
  [from, to]: readonly [number, number],
): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select ${checkpointColumns} from journal_checkpoint c
    where c.account_id = ${accountId} and c.seq between ${from} and ${to} order by c.seq`.execute(tx)
  return rows
}

/** Those a reader of an earlier one has not seen. By time too, because a restored journal counts on from before. */
export async function checkpointsSince(
  tx: ReadTx,
  { accountId }: AccountScope,
  last: Pick<Checkpoint, 'seq' | 'madeAt'> | null,
): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select ${checkpointColumns} from journal_checkpoint c
    where c.account_id = ${accountId} and (c.seq > ${last?.seq ?? 0} or c.made_at > ${last?.madeAt ?? new Date(0)})
    order by c.seq`.execute(tx)
  return rows
}

interface JournalState {
  seq: number
  hash: Buffer
  at: Date
  headHolds: boolean
  lastHolds: boolean | null
}

export type CheckpointOutcome =
  | { readonly state: 'made' | 'current'; readonly checkpoint: Checkpoint }
  | { readonly state: 'empty' }
  /** Signing would vouch for a journal that contradicts what was signed before. */
  | { readonly state: 'refused'; readonly brokenSeq: number }

/** What is to be signed, or why nothing is. */
export type NextCheckpoint =
  | { readonly state: 'due'; readonly facts: CheckpointFacts }
  | Exclude<CheckpointOutcome, { readonly state: 'made' | 'current' }>
  | { readonly state: 'current'; readonly checkpoint: Checkpoint }

export async function nextCheckpoint(tx: ReadTx, scope: AccountScope): Promise<NextCheckpoint> {
  const [last] = await listCheckpoints(tx, scope, { size: 1 })
  const head = await findJournalState(tx, scope, last)
  if (!head) return last ? { state: 'refused', brokenSeq: 1 } : { state: 'empty' }
  if (last && (!signatureHolds(last) || !head.lastHolds)) {
    return { state: 'refused', brokenSeq: Math.min(last.seq, head.seq + 1) }
  }
  if (!head.headHolds) return { state: 'refused', brokenSeq: head.seq }
  if (last?.seq === head.seq) return { state: 'current', checkpoint: last }
  const { seq, hash, at } = head
  return { state: 'due', facts: { seq, hash, at } }
}

type SignedCheckpoint = CheckpointFacts & Pick<Checkpoint, 'keyId' | 'publicKey' | 'signature'>

/** Another process may have been first; what counts is what is stored. */
export async function storeCheckpoint(
  tx: Tx,
  scope: AccountScope,
  signed: SignedCheckpoint,
): Promise<Checkpoint> {
  const { accountId } = scope
  const { seq, hash, at, keyId, publicKey, signature } = signed
  await sql`
    insert into journal_checkpoint (account_id, seq, hash, occurred_at, made_at, key_id, public_key, signature)
    values (${accountId}, ${seq}, ${hash}, ${at}, account_now(${accountId}), ${keyId}, ${publicKey}, ${signature})
    on conflict do nothing`.execute(tx)
  const checkpoint = await findCheckpoint(tx, scope, seq)
  if (!checkpoint) throw new Error('The checkpoint was not stored.')
  return checkpoint
}

async function findJournalState(
  tx: ReadTx,
  { accountId }: AccountScope,
  last: Checkpoint | undefined,
): Promise<JournalState | undefined> {
  const holds = (seq: unknown, hash: unknown) =>
    sql`exists (select from event e where e.account_id = ${accountId} and e.seq = ${seq} and e.hash = ${hash})`
  const { rows } = await sql<JournalState>`
    select h.seq, h.hash, h.occurred_at as at,
      ${holds(sql.ref('h.seq'), sql.ref('h.hash'))} as "headHolds",
      ${last ? holds(last.seq, last.hash) : sql`null::boolean`} as "lastHolds"
    from journal_head h where h.account_id = ${accountId} and h.seq > 0`.execute(tx)
  return rows[0]
}
