import type { Config } from './config.ts'
import { dailySteps } from './daily-steps.ts'
import { alertTasks, type ChannelDeps } from './domain/alerts/index.ts'
import { deliverAnchors, enqueueAnchoring, type AnchorTarget } from './domain/anchors/index.ts'
import { approvalTasks } from './domain/approvals/index.ts'
import {
  answerRatingsEverywhere,
  answerRatingsTask,
  followVerification,
  pollAccount,
  pollEverywhere,
  type AskProvider,
} from './domain/datahub/index.ts'
import { recomputeAttributes } from './domain/attributes/index.ts'
import { evaluationTasks, type FileLinks } from './domain/evaluation/index.ts'
import { findingTasks } from './domain/findings/index.ts'
import { importThirdParties } from './domain/imports/index.ts'
import { recomputeEverywhere, recomputeTask } from './domain/indicators/index.ts'
import { invitationTasks, type InvitationSettings } from './domain/invitations/index.ts'
import { watchAccount, watchEverywhere } from './domain/monitoring/index.ts'
import { purgeOperatorAccess, verifyForOperator } from './domain/operator/index.ts'
import { renewalTasks } from './domain/renewals/index.ts'
import {
  refreshEverywhere as refreshStatisticsEverywhere,
  refreshStatistics,
} from './domain/statistics/index.ts'
import { completeIdentity, foldCounts, refreshPortfolios, refreshSlice } from './domain/thirdparties/index.ts'
import type { AnnouncementProvider, References } from './domain/references/index.ts'
import { deleteObjects, retireAccount, retireEverywhere } from './domain/retention/index.ts'
import { relationshipTasks } from './domain/relationships/index.ts'
import { applyAllRules, applyRulesTask } from './domain/rules/index.ts'
import { advanceSandbox } from './domain/sandbox/index.ts'
import {
  createMatcher,
  createYente,
  listChanged,
  matchWithYente,
  screeningTasks,
  watchListsTask,
} from './domain/screening/index.ts'
import {
  fanOutAdministration,
  fanOutEvents,
  fanOutScreening,
  purgeWebhooks,
  sweepWebhooks,
} from './domain/webhooks/index.ts'
import { purgeBudgets, purgeOldTokens, sendPersonNotice, warnOfSecrets } from './domain/accounts/index.ts'
import { fetchTasks, loadOwnListTask } from './domain/watchlists/index.ts'
import { continueMigrations } from './continue-migrations.task.ts'
import { backupSchedule, type ScheduledBackup } from './open-backup.ts'
import { everyAccount, leavingSchedule, leavingTasks, usableAccounts as accountIds } from './open-leaving.ts'
import { onRefused, openMailTransport, openScanner } from './open-outside.ts'
import { startDelivery, type Webhooks } from './open-webhooks.ts'
import { portalTasks } from './portal/index.ts'
import { updateAdministrationCheckpoints } from './platform/administration/index.ts'
import { purgeIdempotencyKeys } from './platform/http/index.ts'
import {
  joinWorkers,
  startWorker,
  type Handlers,
  type JobLog,
  type ScheduleItem,
  type Worker,
} from './platform/jobs/index.ts'
import { updateCheckpoints, preparePartitions, type CheckpointKeeping } from './platform/journal/index.ts'
import type { KeyGuard } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import { type Clock, wholeAccount } from './platform/kernel/index.ts'
import { purgeSharedLimits } from './platform/limits/index.ts'
import { sendMail } from './platform/mail/index.ts'

export interface WorkerDeps {
  config: Config
  appUrl: string
  adminUrl?: string
  /** Without it nobody asks which secret key the database is sealed with. */
  guard?: KeyGuard
  clock: Clock
  references: References
  /** Who is asked for legal announcements; nobody without it. */
  announcements?: AnnouncementProvider | null
  /** Who asks providers of data over HTTP; nobody without it. */
  askProvider?: AskProvider
  store: ObjectStore
  /** Without them contacts are not written to; the commands always give them. */
  invitations?: InvitationSettings
  /** For files too large to be sent to the verification provider; without them it gets their digest alone. */
  links?: FileLinks
  /** Without it no checkpoints are made; the commands always give it. */
  checkpoints?: CheckpointKeeping
  /** Where checkpoints go besides; nowhere without them. */
  anchors?: readonly AnchorTarget[]
  /** Without it nothing is sent to webhooks; the commands always give it. */
  webhooks?: Omit<Webhooks, 'rooms'> & { readonly rooms?: ChannelDeps }
  /** Nothing is backed up without it. */
  backup?: ScheduledBackup | null
  log: JobLog
}

const idempotencyHours = 48

const fixedSchedule: readonly ScheduleItem[] = [
  { task: 'identity.refresh', payload: {}, pattern: '*/10 * * * *', catchUpMs: 600_000 },
  { task: 'thirdparties.fold-counts', payload: {}, pattern: '*/5 * * * *', catchUpMs: 300_000 },
  { task: 'announcements.watch', payload: {}, pattern: '4,19,34,49 * * * *', catchUpMs: 900_000 },
  { task: 'datahub.poll', payload: {}, pattern: '11,26,41,56 * * * *', catchUpMs: 900_000 },
  { task: 'datahub.answer-ratings-all', payload: {}, pattern: '45 1 * * *', catchUpMs: 86_400_000 },
  { task: 'idempotency.purge', payload: {}, pattern: '17 * * * *', catchUpMs: 3_600_000 },
  { task: 'sessions.purge', payload: {}, pattern: '43 * * * *', catchUpMs: 3_600_000 },
  { task: 'clients.warn-secrets', payload: {}, pattern: '30 6 * * *', catchUpMs: 86_400_000 },
  { task: 'portal.sweep', payload: {}, pattern: '51 * * * *', catchUpMs: 3_600_000 },
  { task: 'responses.expire', payload: {}, pattern: '*/10 * * * *', catchUpMs: 600_000 },
  { task: 'indicators.recompute-all', payload: {}, pattern: '5 2 * * *', catchUpMs: 86_400_000 },
  { task: 'approvals.run', payload: {}, pattern: '7,17,27,37,47,57 * * * *', catchUpMs: 600_000 },
  { task: 'renewals.run', payload: {}, pattern: '12 * * * *', catchUpMs: 86_400_000 },
  { task: 'relationships.expire', payload: {}, pattern: '25 0 * * *', catchUpMs: 86_400_000 },
  { task: 'renewals.warn', payload: {}, pattern: '20 7 * * *', catchUpMs: 86_400_000 },
  { task: 'findings.remind', payload: {}, pattern: '35 7 * * *', catchUpMs: 86_400_000 },
  { task: 'statistics.refresh-all', payload: {}, pattern: '40 4 * * *', catchUpMs: 86_400_000 },
  { task: 'screening.follow-service', payload: {}, pattern: '35 * * * *', catchUpMs: 3_600_000 },
  { task: 'screening.daily', payload: {}, pattern: '55 3 * * *', catchUpMs: 86_400_000 },
  { task: 'screening.watch-lists', payload: {}, pattern: '15 6 * * *', catchUpMs: 86_400_000 },
  { task: 'watchlists.fetch-due', payload: {}, pattern: '24 * * * *', catchUpMs: 3_600_000 },
  { task: 'retention.run', payload: {}, pattern: '20 2 * * *', catchUpMs: 86_400_000 },
  { task: 'responses.expire-drafts', payload: {}, pattern: '50 2 * * *', catchUpMs: 86_400_000 },
  { task: 'files.sweep', payload: {}, pattern: '30 3 * * *', catchUpMs: 86_400_000 },
  { task: 'rules.apply-all', payload: {}, pattern: '35 1 * * *', catchUpMs: 86_400_000 },
  { task: 'alerts.run', payload: {}, pattern: '* * * * *', catchUpMs: 60_000 },
  { task: 'alerts.clean', payload: {}, pattern: '25 4 * * *', catchUpMs: 86_400_000 },
  { task: 'webhooks.sweep', payload: {}, pattern: '*/5 * * * *', catchUpMs: 300_000 },
  { task: 'webhooks.purge', payload: {}, pattern: '10 4 * * *', catchUpMs: 86_400_000 },
  { task: 'invitations.invite-all', payload: {}, pattern: '9 * * * *', catchUpMs: 3_600_000 },
  { task: 'invitations.reinvite', payload: {}, pattern: '25 6-18 * * *', catchUpMs: 86_400_000 },
  { task: 'invitations.remind', payload: {}, pattern: '0 7 * * 1-4', catchUpMs: 86_400_000 },
  { task: 'migrations.continue', payload: {}, pattern: '* * * * *', catchUpMs: 60_000 },
  { task: 'journal.partitions', payload: {}, pattern: '5 3 * * *', catchUpMs: 86_400_000 },
]

/** What the clock starts in this installation. */
export function scheduleOf({
  checkpoints: { everyMinutes },
  backup,
}: Pick<Config, 'checkpoints' | 'backup'>): ScheduleItem[] {
  const pattern = everyMinutes === 60 ? '0 * * * *' : `*/${everyMinutes} * * * *`
  const catchUpMs = everyMinutes * 60_000
  const checkpoints = { task: 'journal.checkpoint', payload: {}, pattern, catchUpMs } as const
  return [...fixedSchedule, ...leavingSchedule, checkpoints, ...backupSchedule(backup)]
}

/** The product's jobs, and apart from them the requests to webhooks. */
export async function startWorkers(deps: WorkerDeps): Promise<Worker> {
  const { config, appUrl: url, guard, clock, log } = deps
  const common = { url, log, clock, ...(guard && { guard }) }
  const { concurrency } = config.worker
  const schedule = scheduleOf(config)
  const product = await startWorker({ ...common, handlers: handlersOf(deps), schedule, concurrency })
  if (!deps.webhooks) return product
  const delivery = await startDelivery(deps.webhooks, config, common).catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  return joinWorkers(product, delivery)
}

/** What follows decisions and findings, and whoever is told. */
function teamTasks({ config, store, webhooks, ...deps }: WorkerDeps) {
  const invitations = deps.invitations ?? null
  return {
    ...findingTasks({ store, scanner: openScanner(config), invitations, accountIds }),
    ...approvalTasks(invitations?.publicUrl ?? null, accountIds),
    ...relationshipTasks(accountIds),
    ...alertTasks({ accountIds, mails: invitations, rooms: webhooks?.rooms ?? null }),
  }
}

/** Every task of the product, bound by hand to what runs it. */
export function handlersOf(deps: WorkerDeps): Omit<Handlers, 'webhooks.deliver'> {
  const { config, references, store } = deps
  const invitations = deps.invitations ?? null
  const publicUrl = invitations?.publicUrl ?? null
  const announcements = deps.announcements ?? null
  const ask = deps.askProvider ?? null
  const service = config.yente && { ...config.yente, yente: createYente(config.yente) }
  const local = createMatcher({ url: deps.appUrl, environment: config.databaseEnvironment })
  const matcher = matchWithYente(local, service)
  return {
    'mail.send': sendMail(openMailTransport(config), onRefused(invitations)),
    'people.notify': sendPersonNotice(invitations?.publicUrl ?? ''),
    ...invitationTasks(invitations, accountIds),
    ...portalTasks({ invitations, store, accountIds }),
    'identity.complete': completeIdentity({ references }),
    'identity.refresh': refreshPortfolios({ accountIds }),
    'identity.refresh-slice': refreshSlice({ references }),
    'datahub.answer-ratings': answerRatingsTask,
    'datahub.answer-ratings-all': answerRatingsEverywhere({ accountIds }),
    'datahub.follow-verification': followVerification,
    'datahub.poll': pollEverywhere({ accountIds }),
    'datahub.poll-account': pollAccount({ ask }),
    'announcements.watch': watchEverywhere({ accountIds }),
    'announcements.watch-account': watchAccount({ announcements }),
    'thirdparties.fold-counts': foldCounts,
    'thirdparties.import': importThirdParties({ references, maxRows: config.imports.maxRows }),
    'attributes.recompute': recomputeAttributes,
    'rules.apply': applyRulesTask,
    'rules.apply-all': applyAllRules({ accountIds }),
    'indicators.recompute': recomputeTask,
    'indicators.recompute-all': recomputeEverywhere({ accountIds }),
    ...evaluationTasks({
      store,
      accountIds,
      scanner: openScanner(config),
      scans: config.scans,
      verification: config.verification,
      links: deps.links ?? null,
      publicUrl,
    }),
    ...renewalTasks(invitations, accountIds),
    ...screeningTasks({ matcher, accountIds, service }),
    'screening.watch-lists': watchListsTask({ ...config.lists, accountIds }),
    ...fetchTasks({ ...config.lists, onChange: listChanged }),
    'watchlists.load-own': loadOwnListTask(listChanged),
    'statistics.refresh': refreshStatistics,
    'statistics.refresh-all': refreshStatisticsEverywhere({ accountIds }),
    'retention.run': retireEverywhere({ accountIds }),
    'retention.run-account': retireAccount,
    'sandbox.advance': advanceSandbox({ steps: dailySteps({ announcements, invitations, ask, matcher }) }),
    'files.delete': deleteObjects({ store }),
    ...teamTasks(deps),
    ...leavingTasks({ config, store, publicUrl, checkpoints: deps.checkpoints ?? null }),
    ...upkeepTasks(deps),
    'migrations.continue': continueMigrations({ adminUrl: deps.adminUrl ?? null }),
    ...webhookTasks(config.webhooks.logDays),
  }
}

const webhookTasks = (logDays: number) => ({
  'webhooks.fan-out': fanOutEvents,
  'webhooks.fan-out-administration': fanOutAdministration,
  'webhooks.fan-out-screening': fanOutScreening,
  'webhooks.sweep': sweepWebhooks({ accountIds }),
  'webhooks.purge': purgeWebhooks({ accountIds, logDays }),
})

/** What keeps the installation itself in order. */
function upkeepTasks(deps: WorkerDeps): Pick<Handlers, Upkeep> {
  const { clock, log, checkpoints, invitations, anchors = [] } = deps
  return {
    'idempotency.purge': async (_payload, { db }) => {
      const before = new Date(clock.now().getTime() - idempotencyHours * 3_600_000)
      for (const accountId of await accountIds(db)) {
        await db.write(wholeAccount(accountId), (tx) => purgeIdempotencyKeys(tx, { accountId }, before))
      }
    },
    'sessions.purge': async (_payload, { db }) => {
      await db.system((tx) => purgeOldTokens(tx, clock))
      await db.system((tx) => purgeOperatorAccess(tx, clock))
      await db.system((tx) => purgeBudgets(tx, clock))
      await db.system((tx) => purgeSharedLimits(tx))
    },
    'clients.warn-secrets': warnOfSecrets(invitations ?? null),
    'journal.partitions': (_payload, { db }) => db.system((tx) => preparePartitions(tx)),
    'journal.checkpoint': async (_payload, { db, signal }) => {
      if (!checkpoints) return
      const run = { accountIds: await everyAccount(db), log, signal }
      try {
        await updateCheckpoints(db, checkpoints, run)
        await updateAdministrationCheckpoints(db, checkpoints, run)
      } finally {
        // Also after a fault: what was signed before may have yet to leave.
        if (anchors.length > 0) await enqueueAnchoring(db)
      }
    },
    'journal.verify': verifyForOperator,
    'journal.anchor': deliverAnchors({ targets: anchors, accountIds: everyAccount }),
    'backup.run': async (_payload, { signal }) => deps.backup?.run(log, signal),
  }
}

type Upkeep =
  | 'idempotency.purge'
  | 'sessions.purge'
  | 'clients.warn-secrets'
  | 'journal.partitions'
  | 'journal.checkpoint'
  | 'journal.verify'
  | 'journal.anchor'
  | 'backup.run'
