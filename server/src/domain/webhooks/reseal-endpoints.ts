import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { reseal, type KeyChange, type Resealing } from '../accounts/index.ts'
import { endpointLabel, endpointPurpose } from './endpoint-secrets.ts'

/** The secrets of an account's webhooks, under another secret key; those of deleted ones are gone already. */
export async function resealEndpoints(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  change: KeyChange,
): Promise<Resealing> {
  const { rows } = await sql<{ endpointId: number; secret: Buffer; previous: Buffer | null }>`
    select endpoint_id as "endpointId", sealed_secret as secret, sealed_previous_secret as previous
    from webhook_endpoint where account_id = ${accountId} and length(sealed_secret) > 0 for update`.execute(
    tx,
  )
  const count = { resealed: 0, unreadable: 0 }
  for (const { endpointId, secret, previous } of rows) {
    const renew = (sealed: Buffer | null) =>
      sealed && reseal(change, endpointPurpose, { label: endpointLabel({ accountId, endpointId }), sealed })
    const [newSecret, newPrevious] = [renew(secret), renew(previous)]
    count[newSecret ? 'resealed' : 'unreadable'] += 1
    await sql`update webhook_endpoint set sealed_secret = ${newSecret ?? secret},
        sealed_previous_secret = ${newPrevious ?? previous}
      where account_id = ${accountId} and endpoint_id = ${endpointId}`.execute(tx)
  }
  return count
}
