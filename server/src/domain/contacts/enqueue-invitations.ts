import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/**
 * Documents may be requested from these third parties that their contacts do not know of yet. A job invites them, so
 * that requests made at the same time go out in one mail.
 */
export async function enqueueInvitations(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  thirdpartyIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(thirdpartyIds)]
  const [only] = ids
  if (only === undefined) return
  // For many at once the job asks the database who is to be invited, in all the portfolio.
  const whole = ids.length > 1
  await enqueue(
    tx,
    'invitations.invite',
    { accountId, thirdpartyId: whole ? null : only },
    { jobKey: `invitations.invite:${accountId}:${whole ? 'all' : only}` },
  )
}
