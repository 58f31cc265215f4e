import type { FastifyRequest } from 'fastify'
import { AppError, type Origin, type Right, type Scope } from '../kernel/index.ts'
import type { Identity, Principal, RoutePlan } from './types.ts'

const noRights: ReadonlySet<Right> = new Set()
const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i

export function bearerToken(header: string | undefined): string {
  const token = header === undefined ? undefined : bearer.exec(header)?.[1]
  if (token === undefined) throw new AppError('AUTH_TOKEN_MISSING')
  return token
}

export function identify(principal: Principal, plan: RoutePlan, request: FastifyRequest): Identity {
  if (plan.account === 'none') return { principal, scope: null, rights: noRights }
  const accountId =
    plan.account === 'path' ? accountOfPath(request.params, principal) : onlyAccount(principal)
  // Who comes from an external issuer by mapped claims has no row here, hence the number 0.
  const actor = { type: principal.kind, id: principal.id || null, name: principal.name }
  const scope = { accountId, actor, origin: originOf(request) }
  return { principal, scope, rights: principal.accounts.get(accountId) ?? noRights }
}

const maxUserAgentLength = 200

export function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null
  return { address: request.ip, userAgent }
}

/** Those that do not let the caller in from there. Outside any account, one that does is enough. */
export function accountsRefusing(principal: Principal, scope: Scope | null, address: string): number[] {
  const entered = scope === null ? [...principal.accounts.keys()] : [scope.accountId]
  const refusing = entered.filter((accountId) => !principal.admits(accountId, address))
  return refusing.length === entered.length ? refusing : []
}

/** A malformed number gets the same answer as a foreign one: the path must not tell which accounts exist. */
function accountOfPath(params: unknown, principal: Principal): number {
  const text = (params as { accountId?: string } | null)?.accountId ?? ''
  const accountId = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  if (!principal.accounts.has(accountId)) throw new AppError('ACCOUNT_FORBIDDEN')
  return accountId
}

function onlyAccount(principal: Principal): number {
  const [first] = principal.accounts.keys()
  if (first === undefined) throw new AppError('ACCOUNT_FORBIDDEN')
  if (principal.accounts.size > 1) throw new AppError('ACCOUNT_AMBIGUOUS')
  return first
}

export function requireRight(plan: RoutePlan, identity: Identity): void {
  const { right } = plan
  if (right === 'public' || right === 'authenticated' || identity.rights.has(right)) return
  throw new AppError('PERMISSION_DENIED', { permission: right }, { members: { permission: right } })
}
