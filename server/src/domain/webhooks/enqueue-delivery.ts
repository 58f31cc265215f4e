import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { lockHitChanges } from '../screening/index.ts'

/** One job an endpoint, and never two at once: its queue lets the second wait. The caller holds the endpoint. */
export function enqueueDelivery(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  endpointId: number,
  runAt?: Date,
): Promise<void> {
  const name = `webhooks.deliver:${endpointId}`
  const when = runAt === undefined ? {} : { runAt }
  return enqueue(
    tx,
    'webhooks.deliver',
    { accountId, endpointId },
    { jobKey: name, queueName: name, ...when },
  )
}

/**
 * For an endpoint that begins or goes on. No append may be under way: one that began earlier has not seen it among the
 * active ones and would tell nobody.
 */
export async function enqueueFanOut(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<void> {
  // First the changes of hits, then the two journals, as wherever these are taken.
  await lockHitChanges(tx, { accountId })
  const screeningKey = `webhooks.fan-out-screening:${accountId}`
  await enqueue(tx, 'webhooks.fan-out-screening', { accountId }, { jobKey: screeningKey })
  await sql`select pg_advisory_xact_lock(journal_lock_key(${accountId}))`.execute(tx)
  await enqueue(tx, 'webhooks.fan-out', { accountId }, { jobKey: `webhooks.fan-out:${accountId}` })
  await sql`select pg_advisory_xact_lock(administration_lock_key(${accountId}))`.execute(tx)
  const jobKey = `webhooks.fan-out-administration:${accountId}`
  await enqueue(tx, 'webhooks.fan-out-administration', { accountId }, { jobKey })
}
