import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Clock, Scope } from '../../platform/kernel/index.ts'
import { compose } from './compose.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import { getEndpoint, lockEndpoint } from './endpoints.queries.ts'
import { testBody } from './message.ts'
import type { Outgoing, Send, Sent } from './outgoing/send.ts'
import { storeAttempt } from './settle-attempt.ts'

export interface TestDeps {
  readonly db: Db
  readonly clock: Clock
  readonly send: Send
  readonly secrets: EndpointSecrets
}

export interface TestSend {
  readonly endpointId: number
  readonly deliveryId: number
  readonly startedAt: Date
  readonly message: Outgoing
  readonly sent: Sent
}

/** Sends at once, whatever the state of the endpoint: one tries it before resuming. */
export async function sendTest(
  { db, clock, send, secrets }: TestDeps,
  scope: Scope,
  endpointId: number,
): Promise<TestSend> {
  const { endpoint, deliveryId } = await db.write(scope, async (tx) => {
    const { rows } = await sql<{ id: number }>`select nextval('vigie_id') as id`.execute(tx)
    return { endpoint: await getEndpoint(tx, scope, endpointId), deliveryId: rows[0]?.id ?? 0 }
  })
  const startedAt = clock.now()
  const body = testBody(scope.accountId, endpointId, startedAt)
  const message = compose(scope, { endpoint, secrets, deliveryId, body, now: startedAt })
  const sent = await send(message, new AbortController().signal)
  return { endpointId, deliveryId, startedAt, message, sent }
}

/** In the log like any delivery; a failed test is over, and does not count against the endpoint. */
export async function storeTest(tx: Tx, scope: Scope, test: TestSend): Promise<void> {
  const { endpointId, deliveryId, startedAt, sent } = test
  await lockEndpoint(tx, scope, endpointId)
  await tx
    .insertInto('webhook_delivery')
    .values({
      account_id: scope.accountId,
      delivery_id: deliveryId,
      endpoint_id: endpointId,
      state: sent.error === null ? 'DELIVERED' : 'DEAD',
      attempts: 1,
      tries: 1,
      last_status: sent.status,
      last_error: sent.error,
      created_at: startedAt,
      settled_at: startedAt,
    })
    .execute()
  await storeAttempt(tx, scope, { ...test, delivery: { deliveryId, tries: 1 } })
}
