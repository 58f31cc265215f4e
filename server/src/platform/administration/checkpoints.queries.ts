import { sql, type SelectQueryBuilder } from 'kysely'
import type { DB, ReadTx, Tx } from '../db/index.ts'
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
  const rows = await inRange(tx.selectFrom('administration_checkpoint').selectAll(), range)
    .where('account_id', '=', accountId)
    .execute()
  return rows
    .map((row) => ({
      accountId,
      chain: 'ADMINISTRATION' as const,
      seq: row.seq,
      hash: row.hash,
      at: row.occurred_at,
      madeAt: row.made_at,
      keyId: row.key_id,
      publicKey: row.public_key,
      signature: row.signature,
    }))
    .toSorted((one, other) => one.seq - other.seq)
}

function inRange<Row>(all: SelectQueryBuilder<DB, 'administration_checkpoint', Row>, range: Range) {
  if ('newest' in range) return all.orderBy('seq', 'desc').limit(range.newest)
  if ('from' in range) return all.where('seq', '>=', range.from).where('seq', '<=', range.to)
  // By time too, because a restored journal counts on from before.
  const { seq = 0, madeAt = new Date(0) } = range.since ?? {}
  return all.where((one) => one.or([one('seq', '>', seq), one('made_at', '>', madeAt)]))
}

export interface ChainState {
  seq: number
  hash: Buffer
  at: Date
}

/** Where the head points, if the entry it points at is there. */
export async function findChainState(
  tx: ReadTx,
  { accountId }: AccountScope,
): Promise<(ChainState & { holds: boolean }) | null> {
  const head = await tx
    .selectFrom('administration_head as h')
    .leftJoin('administration_event as e', (entry) =>
      entry
        .onRef('e.account_id', '=', 'h.account_id')
        .onRef('e.seq', '=', 'h.seq')
        .onRef('e.hash', '=', 'h.hash'),
    )
    .select(['h.seq', 'h.hash', 'h.occurred_at as at', 'e.seq as entry'])
    .where('h.account_id', '=', accountId)
    .where('h.seq', '>', 0)
    .executeTakeFirst()
  return head ? { seq: head.seq, hash: head.hash, at: head.at, holds: head.entry !== null } : null
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
export async function storeAdministrationCheckpoint(
  tx: Tx,
  checkpoint: Omit<Checkpoint, 'chain' | 'madeAt'>,
): Promise<void> {
  const { accountId, seq, hash, at, keyId, publicKey, signature } = checkpoint
  await tx
    .insertInto('administration_checkpoint')
    .values({
      account_id: accountId,
      seq,
      hash,
      occurred_at: at,
      made_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())`,
      key_id: keyId,
      public_key: publicKey,
      signature,
    })
    .onConflict((known) => known.doNothing())
    .execute()
}
