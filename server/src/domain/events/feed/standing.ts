import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../../platform/http/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'

/** As the bearer hook does it: throws for a token that is no longer accepted. */
export type Authenticate = (token: string) => Promise<Principal>

/**
 * What the caller of a request that was held open may see by now. The token is looked at again, with all that
 * happened to it, its holder and their roles since.
 */
export async function standingNow(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<{ unmasked: boolean }> {
  const token = request.headers.authorization?.replace(/^Bearer +/i, '').trim() ?? ''
  const { accounts, admits } = await authenticate(token)
  const { accountId } = request.scope
  const rights = accounts.get(accountId)
  if (!rights) throw new AppError('ACCOUNT_FORBIDDEN')
  if (!admits(accountId, request.ip)) throw new AppError('ADDRESS_NOT_ALLOWED', { address: request.ip })
  if (!rights.has('read')) throw new AppError('PERMISSION_DENIED', { permission: 'read' })
  return { unmasked: rights.has('manage') || rights.has('decide') }
}
