import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { dueAtOnce } from './back-off.ts'
import { getDelivery } from './deliveries.queries.ts'
import type { Delivery } from './endpoint.ts'
import { lockEndpoint } from './endpoints.queries.ts'
import { enqueueDelivery } from './enqueue-delivery.ts'

/** Once more from the beginning of the back-off, under the same webhook-id; taken or given up, never one that waits. */
export async function redeliver(
  tx: Tx,
  scope: Scope,
  { endpointId, deliveryId, now }: { endpointId: number; deliveryId: number; now: Date },
): Promise<Delivery> {
  await lockEndpoint(tx, scope, endpointId)
  const { settledAt } = await getDelivery(tx, scope, { endpointId, deliveryId })
  if (settledAt === null) throw new AppError('WEBHOOK_DELIVERY_WAITING', { deliveryId })
  await resetDeliveries(tx, scope, endpointId, now).where('delivery_id', '=', deliveryId).execute()
  await enqueueDelivery(tx, scope, endpointId)
  return getDelivery(tx, scope, { endpointId, deliveryId })
}

const told = ['event_seq', 'administration_seq', 'screening_seq'] as const

/** All that was given up since a moment; test sends are not repeated. Returns how many. */
export async function redeliverDead(
  tx: Tx,
  scope: Scope,
  { endpointId, since, now }: { endpointId: number; since: Date; now: Date },
): Promise<number> {
  await lockEndpoint(tx, scope, endpointId)
  const result = await resetDeliveries(tx, scope, endpointId, now)
    .where('state', '=', 'DEAD')
    .where((row) => row.or(told.map((number) => row(number, 'is not', null))))
    .where('settled_at', '>=', since)
    .executeTakeFirst()
  await enqueueDelivery(tx, scope, endpointId)
  return Number(result.numUpdatedRows)
}

function resetDeliveries(tx: Tx, scope: Scope, endpointId: number, now: Date) {
  return tx
    .updateTable('webhook_delivery')
    .set({ state: 'PENDING', tries: 0, next_attempt_at: dueAtOnce(now), settled_at: null, open_attempts: 0 })
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
}
