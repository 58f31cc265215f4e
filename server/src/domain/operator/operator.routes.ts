import { Type, type Static } from 'typebox'
import type { OperatorAct } from '../../platform/administration/index.ts'
import { findQuarantine, type Tx } from '../../platform/db/index.ts'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  recordId,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import {
  countJobsByTask,
  jobStates,
  listJobs,
  type ChangedJob,
  type JobFilter,
  type JobView,
} from '../../platform/jobs/index.ts'
import { AppError, formatDateTime } from '../../platform/kernel/index.ts'
import { dropChosenJobs, retryChosenJobs } from './act-on-jobs.ts'
import { actOf, logAct, requireOperator, type OperatorDoor } from './operator-door.ts'

const taskName = Type.String({ minLength: 1, maxLength: 100, examples: ['mail.send'] })
const config = { right: 'public', rate: { name: 'operator', perSecond: 20, burst: 200 } } as const
const tags = ['Operator']
const byToken =
  'For the operators of the installation: in a session of theirs, or with OPERATOR_TOKEN as bearer.'

const Job = namedObject('Job', {
  jobId: Type.Integer(),
  task: Type.String(),
  accountId: nullable(Type.Integer()),
  state: Type.Enum([...jobStates]),
  attempts: Type.Integer(),
  maxAttempts: Type.Integer(),
  createdAt: dateTimeSchema,
  runAt: dateTimeSchema,
  fault: nullable(
    Type.String({ description: 'Why it failed last: kind, code and place, never the words of a message.' }),
  ),
  key: nullable(Type.String({ description: 'At most one job of a key waits.' })),
})
const TaskSummary = namedObject('JobTask', {
  task: Type.String(),
  waiting: Type.Integer(),
  later: Type.Integer({ description: 'Whose moment is to come: the first, or after a failure the next.' }),
  running: Type.Integer(),
  failed: Type.Integer({ description: 'For good: all attempts were used up.' }),
  oldestWaitingSeconds: Type.Number(),
})

const listRoute = {
  config,
  schema: {
    operationId: 'listJobs',
    tags,
    summary: 'The jobs of the installation, the oldest first',
    description: `What waits, runs or failed for good, without what each is about. ${byToken}`,
    querystring: Type.Object({
      state: Type.Optional(Type.Enum([...jobStates])),
      task: Type.Optional(taskName),
      accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: '`next` of the page before.',
        }),
      ),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    response: {
      200: namedObject('JobList', {
        quarantine: nullable(
          Type.Object(
            { copyTakenAt: dateTimeSchema, restoredAt: dateTimeSchema },
            { description: 'Set while the database is a copy that was not released: no job runs.' },
          ),
        ),
        tasks: Type.Array(TaskSummary),
        content: Type.Array(Job),
        next: nullable(Type.Integer()),
      }),
    },
  },
} as const

const Choice = Type.Object({
  jobIds: Type.Optional(Type.Array(recordId, { minItems: 1, maxItems: 500 })),
  task: Type.Optional(taskName),
  state: Type.Optional(
    Type.Enum(['waiting', 'later', 'failed'], {
      description: 'With `task` alone: `failed` unless it says otherwise.',
    }),
  ),
})
const actSchema = {
  tags,
  body: Choice,
  response: {
    200: namedObject('ChangedJobs', {
      changed: Type.Integer(),
      left: Type.Integer({ description: 'Of `jobIds`: those that run just now, or are done.' }),
    }),
  },
} as const

const retryRoute = {
  config,
  schema: {
    ...actSchema,
    operationId: 'retryJobs',
    summary: 'Let jobs run again at once',
    description: `Chosen by number, or all of a task. A mail that was given up is tried again unless its link was forgotten. Recorded in the operator's administration journal. ${byToken}`,
  },
} as const

const dropRoute = {
  config,
  schema: {
    ...actSchema,
    operationId: 'dropJobs',
    summary: 'Take jobs out of the queue',
    description: `Chosen by number, or all of a task. A mail goes with the job that would send it. Recorded in the administration journals of the operator and of each account concerned. ${byToken}`,
  },
} as const

/** What the operator sees of the jobs, in a page of its own. */
export const operatorRoutes =
  (door: OperatorDoor): HttpRoutes =>
  async (app) => {
    const { db } = door.accounts
    // Before anything else is looked at: a stranger learns nothing of what could be asked.
    app.addHook('onRequest', (request) => requireOperator(door, request))
    app.get('/api/operator/jobs', listRoute, async ({ query }) => {
      const { after = 0, size = 50, ...filter } = query
      return db.system(async (tx) => {
        const quarantine = await findQuarantine(tx)
        const jobs = await listJobs(tx, filter, { after, limit: size + 1 })
        const content = jobs.slice(0, size).map(viewJob)
        return {
          quarantine: quarantine && {
            copyTakenAt: formatDateTime(quarantine.copyTakenAt),
            restoredAt: formatDateTime(quarantine.restoredAt),
          },
          tasks: await countJobsByTask(tx),
          content,
          next: jobs.length > size ? (content.at(-1)?.jobId ?? null) : null,
        }
      })
    })
    const act = async (
      choice: Static<typeof Choice>,
      by: OperatorAct,
      work: (tx: Tx, by: OperatorAct, filter: JobFilter) => Promise<ChangedJob[]>,
    ) => {
      const jobs = await db.system((tx) => work(tx, by, filterOf(choice)))
      logAct(door, by, { count: jobs.length })
      return { changed: jobs.length, left: Math.max(0, (choice.jobIds?.length ?? 0) - jobs.length) }
    }
    app.post('/api/operator/jobs/retry', retryRoute, (request) =>
      act(request.body, actOf(request, 'jobs retry'), retryChosenJobs),
    )
    app.post('/api/operator/jobs/drop', dropRoute, (request) =>
      act(request.body, actOf(request, 'jobs drop'), dropChosenJobs),
    )
  }

/** All that failed of a task, unless it says which; never everything there is. */
function filterOf({ jobIds, task, state }: Static<typeof Choice>): JobFilter {
  if (jobIds === undefined && task === undefined) {
    const errors = [{ pointer: '/jobIds', code: 'FIELD_REQUIRED', message: '' }]
    throw new AppError('VALIDATION_FAILED', {}, { errors })
  }
  return { jobIds, task, state: state ?? (jobIds === undefined ? 'failed' : undefined) }
}

function viewJob(job: JobView): Static<typeof Job> {
  return { ...job, createdAt: formatDateTime(job.createdAt), runAt: formatDateTime(job.runAt) }
}
