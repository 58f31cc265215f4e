import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/**
 * Something may be asked of these third parties of which their contacts know nothing yet. A job looks after it: what
 * several requests ask at the same time goes out in one mail.
 */
export async function askInvitations(
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
