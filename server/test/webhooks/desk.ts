import { randomUUID } from 'node:crypto'
import {
  createEndpointSecrets,
  createSender,
  deliverEvents,
  fanOutEvents,
  type DeliverDeps,
} from '../../src/domain/webhooks/index.ts'
import type { Handler, TaskName } from '../../src/platform/jobs/index.ts'
import { recordPast, type EventName } from '../../src/platform/journal/index.ts'
import { jobScope, manualClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'

export const day = 86_400_000
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

export interface Webhook {
  endpointId: number
  secret: string
  state: string
  stateReason: string | null
  version: number
  reached: number
}

export interface Delivery {
  deliveryId: number
  seq: number | null
  state: string
  attempts: number
  status: number | null
  error: string | null
  nextAttemptAt: string | null
}

interface Detail extends Delivery {
  body: string
  log: {
    status: number | null
    error: string | null
    bodyUnchanged: boolean
    answerType: string | null
    answerBytes: number | null
    requestHeaders: object
  }[]
}

/** An account with a worker in slow motion: each job runs when it is asked to, at the time of `clock`. */
export async function openDesk(given?: TestApp) {
  const t = given ?? (await testApp({ environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } }))
  const office = await t.given.office()
  const { accountId, base, token } = office
  const scope = jobScope(accountId, 'test')
  const clock = manualClock(new Date())
  const allowedHosts = [{ host: '127.0.0.1', port: null }]
  const deps: DeliverDeps = {
    send: createSender({ allowedHosts, timeoutMs: 2_000 }),
    secrets: createEndpointSecrets(t.secretKey),
    atOnce: 4,
    disableAfterMs: 5 * day,
  }
  const run = async <T extends TaskName>(task: T, handler: Handler<T>, payload: object) => {
    const signal = new AbortController().signal
    const context = { db: t.db, clock, scope: jobScope(accountId, task), signal, attempt: 1, log: quiet }
    await handler(payload as never, { ...context, isLastAttempt: false } as never)
  }
  const call = async <A>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const answer = await t.call(method, `${base}${path}`, { token, ...(body === undefined ? {} : { body }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return (answer.body === '' ? null : answer.json()) as A
  }
  const fanOut = () => run('webhooks.fan-out', fanOutEvents, { accountId })
  const deliver = (endpointId: number, other: Partial<DeliverDeps> = {}) =>
    run('webhooks.deliver', deliverEvents({ ...deps, ...other }), { accountId, endpointId })
  return {
    ...office,
    t,
    scope,
    clock,
    deps,
    call,
    run,
    webhook: (url: string, more: object = {}) => call<Webhook>('POST', '/webhooks', { url, ...more }),
    present: ({ endpointId }: Webhook) => call<Webhook>('GET', `/webhooks/${endpointId}`),
    deliveries: async ({ endpointId }: Webhook, query = '') =>
      (await call<{ content: Delivery[] }>('GET', `/webhooks/${endpointId}/deliveries?size=500${query}`))
        .content,
    detail: ({ endpointId }: Webhook, deliveryId: number) =>
      call<Detail>('GET', `/webhooks/${endpointId}/deliveries/${deliveryId}`),
    fanOut,
    deliver,
    deliverAll: async ({ endpointId }: Webhook) => {
      await fanOut()
      await deliver(endpointId)
    },
    /** Events of third parties nobody else knows of. */
    tell: (count = 1, name: EventName = 'THIRD_PARTY_ADDED') =>
      t.db.write(scope, async (tx) => {
        for (let nth = 1; nth <= count; nth += 1) {
          recordPast(tx, scope, {
            name,
            thirdpartyId: nth,
            data: { nth, mark: randomUUID() },
          })
        }
      }),
    /** When each job of this kind that waits for the account is to run. */
    jobs: async (task: TaskName): Promise<Date[]> => {
      const { rows } = await t.admin.query<{ run_at: Date }>(
        `select j.run_at from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1 and (j.payload ->> 'accountId')::bigint = $2 order by j.id`,
        [task, accountId],
      )
      return rows.map((row) => row.run_at)
    },
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
