import type { FastifyRequest } from 'fastify'
import { originOf, missingStepUp, type Principal } from '../../../platform/http/index.ts'
import { AppError, type Clock, type VisibleUnits } from '../../../platform/kernel/index.ts'
import { sightOf } from '../../evaluation/index.ts'

/** As the bearer hook does it: throws for a token that is no longer accepted. */
export type Authenticate = (token: string) => Promise<Principal>

/**
 * What the caller of a request that was held open may see by now. The token is looked at again, with all that
 * happened to it, its holder and their roles since.
 */
export async function recheckAccess(
  request: FastifyRequest,
  { authenticate, clock }: { readonly authenticate: Authenticate; readonly clock: Clock },
): Promise<ReturnType<typeof sightOf>> {
  const token = request.headers.authorization?.replace(/^Bearer +/i, '').trim() ?? ''
  const { accountId, units } = request.scope
  const principal = await authenticate(token)
  const { accounts, admits } = principal
  const rights = accounts.get(accountId)
  if (!rights) throw new AppError('ACCOUNT_FORBIDDEN')
  const { address } = originOf(request)
  if (!admits(accountId, address)) throw new AppError('ADDRESS_NOT_ALLOWED', { address })
  if (!rights.has('read')) throw new AppError('PERMISSION_DENIED', { permission: 'read' })
  if (!isWithin(units, principal.units.get(accountId) ?? [])) throw new AppError('SIGHT_CHANGED')
  return sightOf({ rights, owesStepUp: missingStepUp(principal, accountId, clock.now()) })
}

/** What was read with a former sight may be shown as long as it is part of the present one. */
function isWithin(former: VisibleUnits, present: VisibleUnits): boolean {
  if (present === 'ALL') return true
  return former !== 'ALL' && former.every((set) => present.includes(set))
}
