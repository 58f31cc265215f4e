import type { FastifyRequest } from 'fastify'
import { AppError, normalAddress, type Origin, type Right, type Scope } from '../kernel/index.ts'
import { suspendedProblem, type AccountState } from '../db/index.ts'
import { agentOf } from './agent-calls.ts'
import type { Identity, Principal, RoutePlan, StepUpDemand } from './types.ts'

export function requestRights({ identity }: FastifyRequest): ReadonlySet<Right> {
  return identity?.rights ?? new Set()
}

const noRights: ReadonlySet<Right> = new Set()
const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i

export function bearerToken(header: string | undefined): string {
  const token = header === undefined ? undefined : bearer.exec(header)?.[1]
  if (token === undefined) throw new AppError('AUTH_TOKEN_MISSING')
  return token
}

export function identify(
  principal: Principal,
  plan: RoutePlan,
  request: FastifyRequest,
  now: Date,
): Identity {
  if (plan.account === 'none') return { principal, scope: null, rights: noRights, owesStepUp: null }
  const accountId =
    plan.account === 'path' ? accountOfPath(request.params, principal) : onlyAccount(principal)
  refuseSuspended(principal.standing.get(accountId), plan)
  // Who comes from an external issuer by mapped claims has no row here, hence the number 0.
  const agent = agentOf(request.headers)
  const actor = {
    type: principal.kind,
    id: principal.id || null,
    name: principal.name,
    ...(agent !== null && { agent }),
  }
  const units = principal.units.get(accountId) ?? []
  const scope = { accountId, units, actor, origin: originOf(request) }
  const rights = principal.accounts.get(accountId) ?? noRights
  return { principal, scope, rights, owesStepUp: missingStepUp(principal, accountId, now) }
}

/** Whoever belongs to a suspended account is told so; what they need to leave, or to stay, is answered nevertheless. */
function refuseSuspended(state: AccountState | undefined, { whileLeaving }: RoutePlan): void {
  if (state === undefined || (state === 'LEAVING' && whileLeaving)) return
  throw suspendedProblem(state)
}

/** What is still missing for a grave act in this account. */
export function missingStepUp(
  { stepUp }: Pick<Principal, 'stepUp'>,
  accountId: number,
  now: Date,
): StepUpDemand | null {
  const demand = stepUp.get(accountId)
  return demand && demand.until <= now ? demand : null
}

/** For routes that learn only from what they find that a fresh proof is needed. */
export function requireStepUp({ owesStepUp }: Pick<Identity, 'owesStepUp'>): void {
  if (owesStepUp === null) return
  const { methods, maxAgeSeconds } = owesStepUp
  const members = { stepUp: { url: '/auth/step-up', methods, maxAgeSeconds } }
  throw new AppError('STEP_UP_REQUIRED', { minutes: Math.round(maxAgeSeconds / 60) }, { members })
}

const maxUserAgentLength = 200

export function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null
  return { address: normalAddress(request.ip), userAgent }
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
  if (!principal.accounts.has(accountId)) throw accountRefusal(principal, accountId)
  return accountId
}

function onlyAccount(principal: Principal): number {
  const [first, second] = [...principal.accounts.keys(), ...principal.barred.keys()]
  if (first === undefined) throw new AppError('ACCOUNT_FORBIDDEN')
  if (second !== undefined) throw new AppError('ACCOUNT_AMBIGUOUS')
  if (!principal.accounts.has(first)) throw accountRefusal(principal, first)
  return first
}

/** Only who belongs to the account learns that something is missing; to others it does not exist. */
function accountRefusal({ barred }: Principal, accountId: number): AppError {
  const reason = barred.get(accountId)
  if (reason === undefined) return new AppError('ACCOUNT_FORBIDDEN')
  if (reason === 'SIGN_IN_AGAIN') return new AppError('SIGN_IN_AGAIN')
  if (reason === 'SINGLE_SIGN_ON_REQUIRED') {
    const singleSignOn = { start: `/auth/oidc/start?account=${accountId}` }
    return new AppError('SINGLE_SIGN_ON_REQUIRED', {}, { members: { singleSignOn } })
  }
  const members = { secondFactor: { enrol: '/me/second-factors', pass: '/auth/step-up' } }
  return new AppError('SECOND_FACTOR_REQUIRED', {}, { members })
}

export function requireRight(plan: RoutePlan, identity: Identity): void {
  const { right } = plan
  if (right === 'public' || right === 'authenticated') return
  if (!identity.rights.has(right))
    throw new AppError('PERMISSION_DENIED', { permission: right }, { members: { permission: right } })
  if (plan.wholeAccount && identity.scope?.units !== 'ALL') throw new AppError('ALL_UNITS_REQUIRED')
}
