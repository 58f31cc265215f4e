import { sql } from 'kysely'
import type { ReadTx, Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import type { Checkpoint } from '../journal/index.ts'

type AccountScope = Pick<Scope, 'accountId'>

type Range =
  | { readonly from: number; readonly to: number }
  | { readonly newest: number }
  /** Those a reader of this one has not seen; null for one who has seen none. */
  | { readonly since: Pick<Checkpoint, 'seq' | 'madeAt'> | null }

/** In ascending order. */
export async function administrationCheckpoints(
  tx: ReadTx,
  { accountId }: AccountScope,
  range: Range,
): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select c.account_id as "accountId", 'ADMINISTRATION' as chain, c.seq, c.hash, c.occurred_at as at, c.made_at as "madeAt",
      c.key_id as "keyId", c.public_key as "publicKey", c.signature
    from administration_checkpoint c where c.account_id = ${accountId} and ${conditionOf(accountId, range)}
    order by c.seq`.execute(tx)
  return rows
}

function conditionOf(accountId: number, range: Range) {
  if ('newest' in range) {
    return sql`c.seq in (select seq from administration_checkpoint where account_id = ${accountId}
      order by seq desc limit ${range.newest})`
  }
  if ('from' in range) return sql`c.seq between ${range.from} and ${range.to}`
  // By time too, because a restored journal counts on from before.
  const { seq = 0, madeAt = new Date(0) } = range.since ?? {}
  return sql`(c.seq > ${seq} or c.made_at > ${madeAt})`
}

export interface Standing {
  seq: number
  hash: Buffer
  at: Date
}

/** Where the head points, if the entry it points at is there. */
export async function administrationStanding(
  tx: ReadTx,
  { accountId }: AccountScope,
): Promise<(Standing & { holds: boolean }) | null> {
  const { rows } = await sql<Standing & { holds: boolean }>`
    select h.seq, h.hash, h.occurred_at as at, exists (
      select from administration_event e
      where e.account_id = h.account_id and e.seq = h.seq and e.hash = h.hash) as holds
    from administration_head h where h.account_id = ${accountId} and h.seq > 0`.execute(tx)
  return rows[0] ?? null
}

export async function entryHash(
  tx: ReadTx,
  { accountId }: AccountScope,
  seq: number,
): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('administration_event')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Another process may have been first: then what is stored stays. */
export async function storeCheckpoint(
  tx: Tx,
  checkpoint: Omit<Checkpoint, 'chain' | 'madeAt'>,
): Promise<void> {
  const { accountId, seq, hash, at, keyId, publicKey, signature } = checkpoint
  await sql`
    insert into administration_checkpoint
      (account_id, seq, hash, occurred_at, made_at, key_id, public_key, signature)
    values (${accountId}, ${seq}, ${hash}, ${at}, date_trunc('milliseconds', clock_timestamp()), ${keyId},
      ${publicKey}, ${signature})
    on conflict do nothing`.execute(tx)
}
