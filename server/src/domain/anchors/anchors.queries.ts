import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { ChainKey, ChainName } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Anchor, TargetName } from './anchor.ts'
import { newestCount, type Extent } from './sample.ts'

/** What is known of one target of a chain. */
export interface TargetState {
  readonly chain: ChainName
  readonly target: TargetName
  readonly waiting: number
  readonly deliveredSeq: number | null
  readonly deliveredAt: Date | null
  readonly provenAt: Date | null
  /** Of the last attempt that failed, while something waits. */
  readonly fault: string | null
  readonly attemptedAt: Date | null
}

export async function targetStates(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<TargetState[]> {
  const { rows } = await sql<TargetState>`
    select s.chain, s.target, s.waiting, d.seq as "deliveredSeq", d.delivered_at as "deliveredAt",
      d.proven_at as "provenAt", f.fault, s."attemptedAt"
    from (select chain, target, count(*) filter (where delivered_at is null)::int as waiting,
        max(attempted_at) as "attemptedAt"
      from journal_anchor where account_id = ${accountId} group by chain, target) s
    left join lateral (select seq, delivered_at, proven_at from journal_anchor
      where account_id = ${accountId} and chain = s.chain and target = s.target and delivered_at is not null
      order by seq desc limit 1) d on true
    left join lateral (select fault from journal_anchor
      where account_id = ${accountId} and chain = s.chain and target = s.target and delivered_at is null
        and fault is not null order by attempted_at desc limit 1) f on true
    order by s.chain desc, s.target`.execute(tx)
  return rows
}

export interface LastPlanned {
  readonly line: string
  readonly plannedAt: Date
}

export async function lastPlanned(
  tx: ReadTx,
  { accountId, chain }: ChainKey,
  target: TargetName,
): Promise<LastPlanned | null> {
  const row = await tx
    .selectFrom('journal_anchor')
    .select(['line', 'planned_at'])
    .where('account_id', '=', accountId)
    .where('chain', '=', chain)
    .where('target', '=', target)
    .orderBy('planned_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { line: row.line, plannedAt: row.planned_at } : null
}

interface Claim {
  readonly target: TargetName
  /** Of the run: it tries each once. */
  readonly startedAt: Date
  readonly now: Date
  readonly until: Date
}

/** The one that was tried least, for this process alone until the time given; null when nothing is left. */
export async function claimAnchor(
  tx: Tx,
  { accountId, chain }: ChainKey,
  { target, startedAt, now, until }: Claim,
): Promise<Anchor | null> {
  const { rows } = await sql<Anchor>`
    update journal_anchor set attempts = attempts + 1, attempted_at = ${now}, claimed_until = ${until}
    where account_id = ${accountId} and chain = ${chain} and target = ${target} and seq = (
      select seq from journal_anchor
      where account_id = ${accountId} and chain = ${chain} and target = ${target} and delivered_at is null
        and (attempted_at is null or attempted_at < ${startedAt})
        and (claimed_until is null or claimed_until < ${now})
      order by attempts, seq limit 1 for update skip locked)
    returning chain, target, seq, line, attempts`.execute(tx)
  return rows[0] ?? null
}

/** An anchor as evidence: its line is a copy of a checkpoint, its token says when that existed. */
export interface StoredAnchor {
  readonly target: TargetName
  readonly seq: number
  readonly at: Date
  readonly line: string
  readonly token: Buffer | null
}

export async function listAnchors(
  tx: ReadTx,
  { accountId, chain }: ChainKey,
  extent: Extent,
): Promise<StoredAnchor[]> {
  const wanted = {
    newest: sql`where nth <= ${newestCount}`,
    sample: sql`where nth <= ${newestCount} or nth_of_day = 1`,
    all: sql``,
  }[extent]
  const { rows } = await sql<StoredAnchor>`
    select target, seq, planned_at as at, line, proof as token from (
      select *, row_number() over (partition by target order by seq desc) as nth,
        row_number() over (partition by target, planned_at::date order by seq desc) as nth_of_day
      from journal_anchor where account_id = ${accountId} and chain = ${chain}) a
    ${wanted} order by target, seq`.execute(tx)
  return rows
}
