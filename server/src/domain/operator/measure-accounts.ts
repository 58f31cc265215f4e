import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { addReading, SharedReading, type ReadGauge } from '../../platform/metrics/index.ts'

/** What one account adds to the figures of the installation; ages in seconds, null where there is nothing. */
interface AccountFigures {
  webhooks: number
  oldestWebhook: number | null
  disabledEndpoints: number
  hits: number
  oldestHit: number | null
  journalHead: number | null
  checkpoint: number | null
  unproven: number | null
  anchors: number
  oldestAnchor: number | null
  files: number
  bytes: number
}

/** Counting further would cost more the more there is; so many of one account say enough. */
const mostCounted = 1_000

/** Each figure by an index, and of no more rows than that. */
async function readFigures(tx: ReadTx, accountId: number): Promise<AccountFigures> {
  const { rows } = await sql<AccountFigures>`
    with clock as materialized (select account_now(${accountId}) as moment)
    select webhook.count as webhooks, webhook.age as "oldestWebhook", endpoint.count as "disabledEndpoints",
      hit.count as hits, hit.age as "oldestHit", head.age as "journalHead", checkpoint.age as checkpoint,
      unproven.age as unproven, anchor.count as anchors, anchor.age as "oldestAnchor", file.count as files, file.bytes
    from clock
    cross join lateral (
      select count(*)::int as count, extract(epoch from clock.moment - min(d.created_at))::float8 as age from (
        select d.created_at from webhook_delivery d
        where d.account_id = ${accountId} and d.next_attempt_at is not null limit ${mostCounted}) d) webhook
    cross join lateral (
      select count(*)::int as count from webhook_endpoint e
      where e.account_id = ${accountId} and e.state = 'DISABLED' and e.deleted_at is null) endpoint
    cross join lateral (
      select count(*)::int as count, extract(epoch from clock.moment - min(h.opened_at))::float8 as age from (
        select h.opened_at from screening_hit h
        where h.account_id = ${accountId} and h.state in ('OPEN', 'UNCLEAR', 'PROPOSED')
        order by h.opened_at limit ${mostCounted}) h) hit
    cross join lateral (
      select max(h.seq) as seq, extract(epoch from clock.moment - max(h.occurred_at))::float8 as age
      from journal_head h where h.account_id = ${accountId}) head
    cross join lateral (
      select coalesce(max(c.seq), 0) as seq, extract(epoch from clock.moment - max(c.made_at))::float8 as age from (
        select c.seq, c.made_at from journal_checkpoint c
        where c.account_id = ${accountId} order by c.seq desc limit 1) c) checkpoint
    cross join lateral (
      select extract(epoch from clock.moment - min(e.occurred_at))::float8 as age from event e
      where e.account_id = ${accountId} and e.seq = checkpoint.seq + 1 and checkpoint.seq < head.seq) unproven
    cross join lateral (
      select count(*)::int as count, extract(epoch from clock.moment - min(a.planned_at))::float8 as age from (
        select a.planned_at from journal_anchor a
        where a.account_id = ${accountId} and a.delivered_at is null limit ${mostCounted}) a) anchor
    cross join lateral (
      select count(*)::int as count, coalesce(sum(e.file_size), 0)::float8 as bytes from (
        select e.file_size from evidence e
        where e.account_id = ${accountId} and e.object_key is not null limit ${mostCounted}) e) file`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('The account says nothing of itself.')
  return found
}

/** So many accounts are looked at in one reading: what it costs does not grow with their number. */
const accountsAtOnce = 50

interface Totals {
  readonly accounts: readonly AccountFigures[]
  /** By the statistics of the planner; none before the first. */
  readonly files: number | null
}

/** Goes round the accounts, some at each reading, and remembers of each what it found. */
class AccountRound {
  readonly #db: Db
  #found = new Map<number, AccountFigures>()
  #lastRound: ReadonlyMap<number, AccountFigures> | null = null
  #after = 0

  constructor(db: Db) {
    this.#db = db
  }

  async read(): Promise<Totals> {
    const { accountIds, files } = await this.#db.system((tx) => nextAccounts(tx, this.#after))
    for (const accountId of accountIds) {
      const figures = await this.#db.read(wholeAccount(accountId), (tx) => readFigures(tx, accountId))
      this.#found.set(accountId, figures)
    }
    this.#after = accountIds.at(-1) ?? 0
    if (accountIds.length < accountsAtOnce) {
      // All were seen: those who have gone are left behind.
      this.#lastRound = this.#found
      this.#found = new Map()
      this.#after = 0
    }
    if (this.#lastRound === null) throw new Error('Not every account was looked at yet.')
    return { accounts: [...new Map([...this.#lastRound, ...this.#found]).values()], files }
  }
}

async function nextAccounts(
  tx: ReadTx,
  after: number,
): Promise<{ accountIds: number[]; files: number | null }> {
  const rows = await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(accountsAtOnce)
    .execute()
  const { rows: estimates } = await sql<{ files: number | null }>`
    select nullif(c.reltuples, -1)::float8 as files from pg_class c where c.oid = 'evidence'::regclass`.execute(
    tx,
  )
  return { accountIds: rows.map((row) => row.account_id), files: estimates[0]?.files ?? null }
}

type Figure = keyof AccountFigures

const sumOf = ({ accounts }: Totals, figure: Figure) =>
  accounts.reduce((total, account) => total + (account[figure] ?? 0), 0)

/** The largest age, 0 where nothing waits: clocks may differ by a moment. */
const oldestOf = ({ accounts }: Totals, figure: Figure) =>
  accounts.reduce((oldest, account) => Math.max(oldest, account[figure] ?? 0), 0)

/** Of what happened last anywhere; null before the first. */
function newestOf({ accounts }: Totals, figure: Figure): number | null {
  const ages = accounts.flatMap((account) => account[figure] ?? [])
  return ages.length === 0 ? null : Math.max(0, Math.min(...ages))
}

/** Counted where there are few; else as many as the planner reckons with, each as large as those looked at. */
function estimateFiles(totals: Totals): { files: number; bytes: number } {
  const counted = { files: sumOf(totals, 'files'), bytes: sumOf(totals, 'bytes') }
  if (totals.accounts.every(({ files }) => files < mostCounted) || totals.files === null) return counted
  const files = Math.max(totals.files, counted.files)
  return { files, bytes: Math.round((files * counted.bytes) / counted.files) }
}

const sumGauge = (name: string, help: string, figure: Figure): ReadGauge<Totals> => ({
  name,
  help: `${help}; of an account at most ${mostCounted} are counted`,
  read: (totals, put) => put(sumOf(totals, figure)),
})
const oldestGauge = (name: string, help: string, figure: Figure): ReadGauge<Totals> => ({
  name,
  help,
  read: (totals, put) => put(oldestOf(totals, figure)),
})
const newestGauge = (name: string, help: string, figure: Figure): ReadGauge<Totals> => ({
  name,
  help,
  read: (totals, put) => {
    const age = newestOf(totals, figure)
    if (age !== null) put(age)
  },
})

const gauges: readonly ReadGauge<Totals>[] = [
  {
    name: 'accounts',
    help: 'Accounts of the installation',
    read: ({ accounts }, put) => put(accounts.length),
  },
  sumGauge('webhooks_waiting', 'Events that are yet to reach a webhook', 'webhooks'),
  oldestGauge(
    'webhooks_oldest_waiting_seconds',
    'Age of the oldest event yet to reach a webhook',
    'oldestWebhook',
  ),
  sumGauge(
    'webhook_endpoints_disabled',
    'Webhooks that failed for so long that nothing is sent',
    'disabledEndpoints',
  ),
  sumGauge('screening_hits_waiting', 'Hits that wait for somebody to review them', 'hits'),
  oldestGauge(
    'screening_oldest_waiting_seconds',
    'Age of the oldest hit that waits for a review',
    'oldestHit',
  ),
  newestGauge('journal_head_age_seconds', 'Time since the newest event of any account', 'journalHead'),
  newestGauge(
    'journal_checkpoint_age_seconds',
    'Time since the newest checkpoint of any account',
    'checkpoint',
  ),
  oldestGauge('journal_unproven_seconds', 'Age of the oldest event that no checkpoint covers', 'unproven'),
  sumGauge('journal_anchors_waiting', 'Checkpoints that are yet to reach an anchor', 'anchors'),
  oldestGauge(
    'journal_anchor_oldest_waiting_seconds',
    'Age of the oldest of these checkpoints',
    'oldestAnchor',
  ),
  {
    name: 'storage_files',
    help: 'Files of evidence; an estimate once an account has 1000 of them',
    read: (totals, put) => put(estimateFiles(totals).files),
  },
  {
    name: 'storage_bytes',
    help: 'Bytes of these files; an estimate likewise',
    read: (totals, put) => put(estimateFiles(totals).bytes),
  },
]

/** What can only be asked account by account, because no query sees more than one. No account is told from another. */
export function measureAccounts(registry: Registry, db: Db): void {
  const round = new AccountRound(db)
  const reading = new SharedReading(() => round.read(), { everyMs: 15_000 })
  addReading(registry, 'accounts', reading, gauges)
}
