import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { nullable } from '../../platform/http/index.ts'
import { themeCodes, type Scope, type Theme } from '../../platform/kernel/index.ts'
import { theme, type Severity } from './finding.schema.ts'
import { today, type FindingSight } from './findings.queries.ts'

const count = Type.Integer({ minimum: 0 })

export const FindingReport = Type.Object(
  {
    themes: Type.Array(
      Type.Object({
        theme,
        open: Type.Object({ MINOR: count, MAJOR: count, CRITICAL: count }),
        toVerify: Type.Integer({
          minimum: 0,
          description: 'Of those that are open, how many wait for the account.',
        }),
        overdueActions: Type.Integer({
          minimum: 0,
          description: 'Actions that the third party owes and are late.',
        }),
        closed: Type.Integer({ minimum: 0, description: 'Within the last 365 days.' }),
        dismissed: Type.Integer({ minimum: 0, description: 'Within the last 365 days.' }),
        averageDays: nullable(
          Type.Integer({ description: 'From opening to closing, of those closed within the last 365 days.' }),
        ),
      }),
      { description: 'All six themes, in the order of the catalogue.' },
    ),
  },
  { title: 'FindingReport' },
)
type FindingReport = Static<typeof FindingReport>

/** Beyond that a list of findings tells more than a table of companies. */
const mostCompanies = 100

export const AccountFindingReport = Type.Object(
  {
    ...FindingReport.properties,
    thirdparties: Type.Array(
      Type.Object({
        thirdpartyId: Type.Integer(),
        name: nullable(Type.String()),
        open: Type.Object({ MINOR: count, MAJOR: count, CRITICAL: count }),
        toVerify: count,
        overdueActions: count,
      }),
      {
        description: `Those with open findings, the gravest first: by critical, then major, then minor ones. At most ${mostCompanies}.`,
      },
    ),
    moreThirdparties: Type.Boolean({ description: 'Whether there are others with open findings.' }),
  },
  { title: 'AccountFindingReport' },
)
type AccountFindingReport = Static<typeof AccountFindingReport>

interface Counted {
  open: { theme: Theme; severity: Severity; count: number; toVerify: number }[]
  late: { theme: Theme; count: number }[]
  ended: { theme: Theme; closed: number; dismissed: number; days: number | null }[]
}

interface ReportQuery extends FindingSight {
  /** Of one company, or of all. */
  readonly thirdpartyId: number | null
}

/** Costs what is open, late or ended within a year, along an index each; what ended before is not read. */
export async function reportFindings(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId, seesHits }: ReportQuery,
): Promise<FindingReport> {
  const ofThese = sql.join(
    [
      sql`f.account_id = ${accountId}`,
      ...(thirdpartyId === null ? [] : [sql`f.thirdparty_id = ${thirdpartyId}`]),
      ...(seesHits ? [] : [sql`f.source <> 'HIT'`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<Counted>`
    select
      (select coalesce(jsonb_agg(o), '[]') from (
        select f.theme, f.severity, count(*)::int as count,
          count(*) filter (where f.state = 'TO_VERIFY')::int as "toVerify"
        from finding f where ${ofThese} and f.closed_at is null group by 1, 2) o) as open,
      (select coalesce(jsonb_agg(l), '[]') from (
        select f.theme, count(*)::int as count from corrective_action a
        join finding f on f.account_id = a.account_id and f.finding_id = a.finding_id and f.closed_at is null
        where ${ofThese} and a.account_id = ${accountId} and a.state = 'OPEN'
          and a.due_on < ${today(sql`${accountId}::bigint`)} group by 1) l) as late,
      (select coalesce(jsonb_agg(e), '[]') from (
        select f.theme, count(*) filter (where f.state = 'CLOSED')::int as closed,
          count(*) filter (where f.state = 'DISMISSED')::int as dismissed,
          floor(avg(extract(epoch from f.closed_at - f.opened_at) / 86400) filter (where f.state = 'CLOSED'))::int
            as days
        from finding f where ${ofThese} and f.closed_at > account_now(${accountId}) - interval '365 days'
        group by 1) e) as ended`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A statement without a table answered no row')
  return { themes: themeCodes.map((code) => themeReport(found, code)) }
}

function themeReport({ open, late, ended }: Counted, of: Theme): FindingReport['themes'][number] {
  const here = open.filter((one) => one.theme === of)
  const countOf = (severity: Severity) => here.find((one) => one.severity === severity)?.count ?? 0
  const end = ended.find((one) => one.theme === of)
  return {
    theme: of,
    open: { MINOR: countOf('MINOR'), MAJOR: countOf('MAJOR'), CRITICAL: countOf('CRITICAL') },
    toVerify: here.reduce((sum, { toVerify }) => sum + toVerify, 0),
    overdueActions: late.find((one) => one.theme === of)?.count ?? 0,
    closed: end?.closed ?? 0,
    dismissed: end?.dismissed ?? 0,
    averageDays: end?.days ?? null,
  }
}

interface CompanyRow {
  readonly thirdpartyId: number
  readonly name: string | null
  readonly minor: number
  readonly major: number
  readonly critical: number
  readonly toVerify: number
  readonly overdueActions: number
}

/** Costs what is open, along an index; what is late is counted of the companies that are told alone. */
export async function reportCompanies(
  tx: ReadTx,
  { accountId }: Scope,
  { seesHits }: FindingSight,
): Promise<Pick<AccountFindingReport, 'thirdparties' | 'moreThirdparties'>> {
  const inSight = seesHits ? sql`` : sql`and f.source <> 'HIT'`
  const { rows } = await sql<CompanyRow>`
    select o.thirdparty_id as "thirdpartyId", coalesce(t.name, t.identifier_value) as name,
      o.minor, o.major, o.critical, o.to_verify as "toVerify",
      (select count(*)::int from finding f
        join corrective_action a on a.account_id = f.account_id and a.finding_id = f.finding_id and a.state = 'OPEN'
        where f.account_id = ${accountId} and f.thirdparty_id = o.thirdparty_id and f.closed_at is null ${inSight}
          and a.due_on < ${today(sql`${accountId}::bigint`)}) as "overdueActions"
    from (
      select f.thirdparty_id, count(*) filter (where f.severity = 'MINOR')::int as minor,
        count(*) filter (where f.severity = 'MAJOR')::int as major,
        count(*) filter (where f.severity = 'CRITICAL')::int as critical,
        count(*) filter (where f.state = 'TO_VERIFY')::int as to_verify
      from finding f where f.account_id = ${accountId} and f.closed_at is null ${inSight}
      group by 1 order by critical desc, major desc, minor desc, 1 limit ${mostCompanies + 1}) o
    join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = o.thirdparty_id
    order by o.critical desc, o.major desc, o.minor desc, o.thirdparty_id`.execute(tx)
  const thirdparties = rows.slice(0, mostCompanies).map(({ minor, major, critical, ...row }) => ({
    ...row,
    open: { MINOR: minor, MAJOR: major, CRITICAL: critical },
  }))
  return { thirdparties, moreThirdparties: rows.length > mostCompanies }
}
