import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { findQuarantine, type Tx } from '../../platform/db/index.ts'
import { namedObject, type HttpRoutes } from '../../platform/http/index.ts'
import { countJobsByTask } from '../../platform/jobs/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { codeTrustInForce, trustInForce, viewTrustedLists, type TrustVersion } from '../trust/index.ts'
import { publishedLists } from '../watchlists/index.ts'
import { requireOperator, type OperatorDoor } from './operator-door.ts'
import {
  Attention,
  Backups,
  config,
  Features,
  forOperators,
  Migrations,
  OperatorLists,
  OperatorProcess,
  Outside,
  tags,
} from './operator.schemas.ts'
import { listOutside, listProcesses } from './processes.ts'

export interface InstallationDeps extends OperatorDoor {
  readonly version: string
  /** What the program was told, feature by feature. */
  readonly features: Static<typeof Features>['content']
  readonly readBackups: () => Promise<Static<typeof Backups>>
  readonly fetchedLists: { readonly sources: readonly string[]; readonly everyHours: number }
}

type AttentionItem = Static<typeof Attention>

const lateSeconds = 600
/** As the alarm: newer lists are published long before. */
const replaceWithinMs = 30 * 86_400_000
const hourMs = 3_600_000
const page = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Object({ content: Type.Array(item) })
const route = <const R extends object>(operationId: string, summary: string, response: R) => ({
  config,
  schema: { operationId, tags, summary, description: forOperators, response: { 200: response } },
})
const Overview = namedObject('OperatorOverview', {
  version: Type.String(),
  accounts: Type.Integer(),
  attention: Type.Array(Attention),
})

/** What an operator looks at; nothing here changes anything. */
export const installationRoutes =
  (deps: InstallationDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps.accounts
    app.addHook('onRequest', (request) => requireOperator(deps, request))
    app.get('/api/operator/overview', route('readOperatorOverview', 'What needs attention', Overview), () =>
      readOverview(deps),
    )
    app.get(
      '/api/operator/processes',
      route('listOperatorProcesses', 'The processes of the installation', page(OperatorProcess)),
      async () => {
        const rows = await db.system(listProcesses)
        const content = rows.map((row) => ({
          ...row,
          startedAt: formatDateTime(row.startedAt),
          seenAt: formatDateTime(row.seenAt),
        }))
        return { content }
      },
    )
    app.get(
      '/api/operator/providers',
      route('listOperatorProviders', 'How services outside fare', page(Outside)),
      async () => ({ content: await db.system(listOutside) }),
    )
    app.get(
      '/api/operator/lists',
      route(
        'listOperatorLists',
        'The lists to screen against, and those that seals are judged by',
        OperatorLists,
      ),
      () => readLists(deps),
    )
    app.get('/api/operator/backups', route('listOperatorBackups', 'The newest copies', Backups), () =>
      deps.readBackups(),
    )
    app.get(
      '/api/operator/migrations',
      route('listOperatorMigrations', 'Changes of the schema', Migrations),
      () => db.system(readMigrations),
    )
    app.get(
      '/api/operator/settings',
      route('listOperatorSettings', 'Settings as they are in force', Features),
      async () => ({ content: [...deps.features] }),
    )
  }

async function readOverview(deps: InstallationDeps): Promise<Static<typeof Overview>> {
  const { db } = deps.accounts
  const backups = await deps.readBackups()
  const lists = await publishedLists(db)
  const { accounts, attention } = await db.system((tx) => readAttention(tx))
  const now = new Date()
  const found = [
    ...attention,
    item('LIST_FAULT', lists.filter(({ lastFault }) => lastFault !== null).length),
    item(
      'TRUSTED_LISTS_END',
      countEnding(await trustInForce(db), now) + countEnding(await codeTrustInForce(db), now),
    ),
    ...judgeBackups(backups, now),
  ]
  return { version: deps.version, accounts, attention: found.filter(({ count }) => count > 0) }
}

async function readLists({
  accounts: { db },
  fetchedLists,
}: InstallationDeps): Promise<Static<typeof OperatorLists>> {
  return {
    content: (await publishedLists(db)).map((list) => viewList(list, fetchedLists)),
    trusted: viewTrustedLists(await trustInForce(db)),
    codeAuthorities: viewTrustedLists(await codeTrustInForce(db)),
  }
}

const item = (kind: AttentionItem['kind'], count: number): AttentionItem => ({ kind, count })

async function readAttention(tx: Tx): Promise<{ accounts: number; attention: AttentionItem[] }> {
  const tasks = await countJobsByTask(tx)
  const processes = await listProcesses(tx)
  const working = processes.some(({ silent, runsJobs }) => !silent && runsJobs)
  const { rows } = await sql<{ accounts: number; broken: number; migrations: number }>`
    select (select count(*)::int from account) as accounts,
      (select count(*)::int from journal_verification where broken_seq is not null) as broken,
      (select count(*)::int from long_migration where error is not null and finished_at is null) as migrations`.execute(
    tx,
  )
  const { accounts = 0, broken = 0, migrations = 0 } = rows[0] ?? {}
  const attention = [
    item('QUARANTINE', (await findQuarantine(tx)) === null ? 0 : 1),
    item('JOURNAL_BROKEN', broken),
    item('NO_WORKER', working ? 0 : 1),
    item('SILENT_PROCESS', processes.filter(({ silent }) => silent).length),
    item(
      'FAILED_JOBS',
      tasks.reduce((sum, { failed }) => sum + failed, 0),
    ),
    item('LATE_JOBS', tasks.filter((task) => task.oldestWaitingSeconds > lateSeconds).length),
    item('OUTSIDE_DOWN', (await listOutside(tx)).filter(({ isUp }) => !isUp).length),
    item('MIGRATION_FAULT', migrations),
  ]
  return { accounts, attention }
}

/** How many trusted lists must be replaced soon, or should have been. */
function countEnding(trust: TrustVersion | null, now: Date): number {
  const ends = (trust?.lists ?? []).flatMap(({ nextUpdate }) => nextUpdate ?? [])
  return ends.filter((end) => Date.parse(end) - now.getTime() < replaceWithinMs).length
}

function judgeBackups(
  { everyHours, nextAt, fault, content }: Static<typeof Backups>,
  now: Date,
): AttentionItem[] {
  if (everyHours === 0) return [item('BACKUP_OFF', 1)]
  // One that is an hour late is late; before the first there is nothing to wait for.
  const isLate = nextAt !== null && Date.parse(`${nextAt}Z`) + hourMs < now.getTime()
  return [item('BACKUP_LATE', fault !== null || content.length === 0 || isLate ? 1 : 0)]
}

function viewList(
  list: Awaited<ReturnType<typeof publishedLists>>[number],
  { sources, everyHours }: InstallationDeps['fetchedLists'],
): Static<typeof OperatorLists>['content'][number] {
  const { source, listClass, version, entries, hours, confirmedAt, fetchTriedAt, lastFault } = list
  const next = new Date((fetchTriedAt ?? new Date()).getTime() + everyHours * hourMs)
  return {
    source,
    listClass,
    version,
    entries,
    hours,
    confirmedAt: confirmedAt && formatDateTime(confirmedAt),
    triedAt: fetchTriedAt && formatDateTime(fetchTriedAt),
    nextFetchAt: sources.includes(source) ? formatDateTime(next) : null,
    lastFault,
  }
}

async function readMigrations(tx: Tx): Promise<Static<typeof Migrations>> {
  const applied = await tx
    .selectFrom('migration')
    .select(['name', 'applied_at'])
    .orderBy('name', 'desc')
    .execute()
  const long = await tx.selectFrom('long_migration').selectAll().orderBy('name', 'desc').execute()
  return {
    applied: applied.map((row) => ({ name: row.name, appliedAt: formatDateTime(row.applied_at) })),
    long: long.map(({ name, done, total, started_at, finished_at, error }) => ({
      name,
      done,
      total,
      startedAt: started_at && formatDateTime(started_at),
      finishedAt: finished_at && formatDateTime(finished_at),
      error,
    })),
  }
}
