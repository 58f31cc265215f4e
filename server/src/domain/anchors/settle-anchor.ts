import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Anchor, Delivery } from './anchor.ts'

/** Notes what became of an attempt; a slow process changes nothing of what another has delivered. */
export async function settleAnchor(
  tx: Tx,
  { accountId }: Scope,
  { chain, target, seq }: Anchor,
  { delivery, now }: { delivery: Delivery; now: Date },
): Promise<void> {
  await tx
    .updateTable('journal_anchor')
    .set({
      claimed_until: null,
      fault: delivery.state === 'failed' ? delivery.fault.slice(0, 100) : null,
      ...(delivery.state === 'delivered' && {
        delivered_at: now,
        proof: delivery.proof?.token ?? null,
        proven_at: delivery.proof?.provenAt ?? null,
        reference: delivery.reference ?? null,
      }),
    })
    .where('account_id', '=', accountId)
    .where('chain', '=', chain)
    .where('target', '=', target)
    .where('seq', '=', seq)
    .where('delivered_at', 'is', null)
    .execute()
}
