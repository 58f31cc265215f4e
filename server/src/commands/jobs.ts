import { Command, InvalidArgumentError, Option } from 'commander'
import { dropChosenJobs, retryChosenJobs } from '../domain/operator/index.ts'
import type { Tx } from '../platform/db/index.ts'
import {
  jobStates,
  listJobs,
  type ChangedJob,
  type JobFilter,
  type JobState,
} from '../platform/jobs/index.ts'
import { formatDateTime } from '../platform/kernel/index.ts'
import { asAccountId, show, showList, withContext, type CommandDeps } from './accounts-io.ts'

interface ListOptions {
  state?: JobState
  task?: string
  account?: number
  limit: number
  json?: boolean
}

interface ChoiceOptions {
  task?: string
  state?: JobState
  json?: boolean
}

const usualLimit = 100

/** What waits, runs and failed, and what the operator does about it. */
export function jobsCommand(deps: CommandDeps): Command {
  const command = new Command('jobs').description('what the workers have to do, and what failed')
  command
    .command('list')
    .description('list jobs, the oldest first; what each is about is not shown')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...jobStates]))
    .option('--task <task>', 'only those of this task')
    .option('--account <id>', 'only those of this account', asAccountId)
    .option('--limit <number>', 'at most so many', asLimit, usualLimit)
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) =>
      withContext(deps, async ({ db, clock }) => {
        const { state, task, account: accountId, limit } = options
        const jobs = await db.system((tx) => listJobs(tx, { state, task, accountId }, { after: 0, limit }))
        const now = clock.now().getTime()
        const rows = jobs.map(({ createdAt, runAt, maxAttempts, ...job }) => ({
          ...job,
          attempts: options.json ? job.attempts : `${job.attempts}/${maxAttempts}`,
          ...(options.json
            ? { maxAttempts, createdAt: formatDateTime(createdAt), runAt: formatDateTime(runAt) }
            : { age: ageOf(now - createdAt.getTime()) }),
        }))
        showList(rows, options)
      }),
    )
  addAct(command, deps, {
    name: 'retry',
    description: 'let jobs run again at once: those numbered, or what failed of a task',
    work: retryChosenJobs,
  })
  addAct(command, deps, {
    name: 'drop',
    description: 'take jobs out of the queue: those numbered, or what failed of a task',
    work: dropChosenJobs,
  })
  return command
}

interface Act {
  name: 'retry' | 'drop'
  description: string
  work: (tx: Tx, act: { command: string }, filter: JobFilter) => Promise<ChangedJob[]>
}

function addAct(command: Command, deps: CommandDeps, { name, description, work }: Act): void {
  const states = jobStates.filter((state) => state !== 'running')
  command
    .command(`${name} [ids...]`)
    .description(description)
    .option('--task <task>', 'all jobs of this task that failed for good')
    .addOption(new Option('--state <state>', 'with --task: those in this state instead').choices(states))
    .option('--json', 'answer in JSON')
    .action((ids: string[], options: ChoiceOptions) =>
      withContext(deps, async ({ db }) => {
        const filter = filterOf(ids, options)
        const jobs = await db.system((tx) => work(tx, { command: `jobs ${name}` }, filter))
        const left = Math.max(0, ids.length - jobs.length)
        show({ [name === 'retry' ? 'retried' : 'dropped']: jobs.length, left }, options)
        // Some number was of no job, or of one that runs.
        if (left > 0) process.exitCode = 1
      }),
    )
}

function filterOf(ids: readonly string[], { task, state }: ChoiceOptions): JobFilter {
  if (ids.length > 0 === (task !== undefined)) throw new Error('Give numbers of jobs, or --task.')
  if (task !== undefined) return { task, state: state ?? 'failed' }
  if (state !== undefined) throw new Error('--state goes with --task.')
  return { jobIds: ids.map(asJobId) }
}

function asJobId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new Error(`${text} is no number of a job; see: vigie jobs list`)
  return Number(text)
}

function asLimit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 9999.')
  return Number(text)
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** In its largest unit: for eyes that look for what is old. */
function ageOf(ms: number): string {
  const [unit, size] = units.find(([, least]) => ms >= least) ?? ['s', 1_000]
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`
}
