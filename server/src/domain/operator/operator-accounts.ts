import { sql } from 'kysely'
import { recordOperatorAct, type OperatorAct } from '../../platform/administration/index.ts'
import { withAccount, type ReadTx, type Tx } from '../../platform/db/index.ts'
import { requireAccount, quotaNames, quotasOf, type QuotaName } from '../accounts/index.ts'

interface AccountRow {
  accountId: number
  name: string
  kind: string
  createdAt: Date
  users: number
  standing: 'SUSPENDED' | 'LEAVING' | 'DELETING' | null
  deletionDueAt: Date | null
}

interface FigureRow {
  companies: number
  files: number
  bytes: number
  hasMoreFiles: boolean
  journalSeq: number
  journalAt: Date | null
  checkpointSeq: number | null
  checkpointAt: Date | null
  anchorsWaiting: number
  anchoredAt: Date | null
  verificationAskedAt: Date | null
  verifiedAt: Date | null
  verifiedEvents: number | null
  brokenSeq: number | null
  fault: string | null
}

export type QuotaSettings = Readonly<Record<QuotaName, number>>

/** So many files of an account are counted for a page, however many it has. */
const mostFiles = 5_000

/** Figures only: no row says which companies or people an account knows. Each account of the page is looked at alone. */
export async function readAccountPage(
  tx: Tx,
  usual: QuotaSettings,
  { after, size }: { after: number; size: number },
) {
  const { rows } = await sql<AccountRow>`
    select a.account_id as "accountId", a.name, a.kind, a.created_at as "createdAt",
      (select count(*)::int from membership m where m.account_id = a.account_id) as users,
      s.state as standing, s.deletion_due_at as "deletionDueAt"
    from account a left join account_standing s using (account_id)
    where a.account_id > ${after} order by a.account_id limit ${size + 1}`.execute(tx)
  const accounts = []
  for (const account of rows.slice(0, size)) {
    const { accountId } = account
    const shown = await withAccount(tx, accountId, async () => ({
      ...(await readFigures(tx, accountId)),
      own: await quotasOf(tx, { accountId }),
    }))
    const { own, ...figures } = shown
    const quotas = quotaNames.map((quota) => ({
      quota,
      most: own[quota] ?? usual[quota],
      own: own[quota] !== undefined,
    }))
    accounts.push({ ...account, ...figures, quotas })
  }
  return { accounts, hasMore: rows.length > size }
}

async function readFigures(tx: ReadTx, accountId: number): Promise<FigureRow> {
  const { rows } = await sql<FigureRow>`
    select coalesce((select sum(total) from portfolio_total where account_id = ${accountId}), 0)::float8 as companies,
      least(stored.files, ${mostFiles})::int as files, stored.bytes,
      stored.files > ${mostFiles} as "hasMoreFiles", coalesce(h.seq, 0) as "journalSeq", h.occurred_at as "journalAt",
      c.seq as "checkpointSeq", c.made_at as "checkpointAt",
      (select count(*)::int from journal_anchor n where n.account_id = ${accountId} and n.delivered_at is null)
        as "anchorsWaiting",
      (select max(delivered_at) from journal_anchor n where n.account_id = ${accountId}) as "anchoredAt",
      v.asked_at as "verificationAskedAt", v.verified_at as "verifiedAt", v.reached as "verifiedEvents",
      v.broken_seq as "brokenSeq", v.fault
    from (select count(*)::int as files,
        coalesce(sum(file_size) filter (where nth <= ${mostFiles}), 0)::float8 as bytes
        from (select file_size, row_number() over () as nth from evidence
          where account_id = ${accountId} and deleted_at is null and object_key is not null
          limit ${mostFiles + 1}) counted) stored
      left join journal_head h on h.account_id = ${accountId}
      left join journal_verification v on v.account_id = ${accountId}
      left join lateral (select seq, made_at from journal_checkpoint
        where account_id = ${accountId} order by seq desc limit 1) c on true`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The figures of an account could not be read.')
  return row
}

/** Null gives the account back what the settings of the installation give to all. */
export async function changeQuota(
  tx: Tx,
  by: OperatorAct,
  { accountId, quota, most }: { accountId: number; quota: QuotaName; most: number | null },
): Promise<void> {
  await requireAccount(tx, accountId)
  const before = await withAccount(tx, accountId, async () => {
    const former = (await quotasOf(tx, { accountId }))[quota] ?? null
    if (most === null) {
      await tx
        .deleteFrom('account_quota')
        .where('account_id', '=', accountId)
        .where('quota', '=', quota)
        .execute()
    } else {
      await tx
        .insertInto('account_quota')
        .values({ account_id: accountId, quota, most })
        .onConflict((known) =>
          known.columns(['account_id', 'quota']).doUpdateSet({ most, changed_at: sql<Date>`now()` }),
        )
        .execute()
    }
    return former
  })
  if (before === most) return
  recordOperatorAct(tx, by, {
    name: 'QUOTA_CHANGED',
    before: { quota, most: before },
    after: { quota, most },
    accountIds: [accountId],
  })
}
