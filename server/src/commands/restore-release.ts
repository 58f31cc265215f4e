import { InvalidArgumentError, type Command } from 'commander'
import { beginQuarantine, planRelease, releaseCopy, type ReleasePlan } from '../domain/operator/index.ts'
import type { ScheduleItem } from '../platform/jobs/index.ts'
import { showList, withContext, type CommandDeps } from './accounts-io.ts'
import { deleteRevived, findRevived, gatherProofs } from './revived-accounts.ts'

export interface ReleaseDeps extends CommandDeps {
  /** What the clock starts in this installation. */
  schedule(): Promise<readonly ScheduleItem[]>
}

interface ReleaseOptions {
  yes?: boolean
  dropMails?: boolean
  dropWebhooks?: boolean
  before?: Date
  deleted?: string
  json?: boolean
}

/** How a restored copy is let to work, or an installation kept from it for a drill. */
export function addReleaseCommands(command: Command, deps: ReleaseDeps): void {
  command
    .command('release')
    .description('say what a restored copy would send and do again; with --yes, let it')
    .option('--yes', 'end the quarantine')
    .option('--drop-mails', 'give up the mails that waited when the copy was taken')
    .option('--drop-webhooks', 'give up the webhook messages that waited when the copy was taken')
    .option('--before <time>', 'drop what is older than this, instead of than the copy', asTime)
    .option(
      '--deleted <file>',
      'proofs of accounts that were deleted, one a line; those that the copy holds go again',
    )
    .option('--json', 'answer in JSON')
    .action((options: ReleaseOptions) => release(deps, options))
  command
    .command('quarantine')
    .description('for a drill: put this installation in quarantine, as if it had been restored just now')
    .requiredOption('--yes', 'no job runs and nobody can change anything until it is released')
    .action(() =>
      withContext(deps, async ({ db, clock }) => {
        await db.system((tx) => beginQuarantine(tx, clock.now()))
        print('In quarantine. End it with: vigie restore release --yes')
      }),
    )
}

async function release(deps: ReleaseDeps, options: ReleaseOptions): Promise<void> {
  const schedule = await deps.schedule()
  await withContext(deps, async ({ db, clock, checkpoints }) => {
    const now = clock.now()
    const proofs = await gatherProofs(options.deleted, checkpoints?.folder ?? null)
    const revived = await db.system((tx) => findRevived(tx, proofs))
    const plan = await db.system((tx) => planRelease(tx, { schedule, now }))
    if (!options.yes) {
      if (options.json) return print(JSON.stringify({ ...plan, revived }))
      describePlan(plan)
      describeRevived(revived)
      return print('Nothing was changed. Add --yes to release it.')
    }
    const { dropMails = false, dropWebhooks = false, before = null } = options
    if (!options.json) describePlan(plan)
    const released = await db.system(async (tx) => {
      await deleteRevived(tx, revived, now)
      return releaseCopy(tx, { dropMails, dropWebhooks, before, now })
    })
    if (options.json) return print(JSON.stringify({ released: true, ...released, revived }))
    describeRevived(revived)
    const { droppedMails, droppedDeliveries } = released
    print(`Released. ${droppedMails} mails and ${droppedDeliveries} webhook messages were dropped.`)
  })
}

function describeRevived(revived: readonly number[]): void {
  if (revived.length === 0) return
  print(
    `Deleted after this copy was taken, and deleted again with its release: accounts ${revived.join(', ')}.\n`,
  )
}

function describePlan({ quarantine, accounts, jobs, schedule }: ReleasePlan): void {
  const [taken, restored] = [quarantine.copyTakenAt.toISOString(), quarantine.restoredAt.toISOString()]
  print(`This database is a copy of ${taken}, restored at ${restored}, and in quarantine.\n`)
  print('What waits to be sent, by account. Part of it may have been sent after the copy was taken; it would')
  print('then be sent a second time: mails with the same Message-ID, webhooks with the same webhook-id.\n')
  showList(accounts, {})
  print('\nWhat the workers would do, by task:\n')
  showList(
    jobs.map(({ task, waiting, later, running, failed }) => ({
      task,
      waiting: waiting + running,
      later,
      failed,
    })),
    {},
  )
  print('\nWhat the schedule would make up for, asking registers and providers among others:')
  print(`${schedule.join(', ') || 'None.'}\n`)
}

function asTime(text: string): Date {
  const isWhole = /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = new Date(text)
  if (!isWhole || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a moment such as 2026-03-31T08:00:00Z.')
  return time
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
