import { recordAdministration } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, type Origin } from '../../platform/kernel/index.ts'
import { issueAccessToken, type TokenDeps } from './access-token.ts'
import type { NoteRefusal } from './address-refusals.ts'
import { notifyPerson } from './notify-person.task.ts'
import { isConfined } from './person-access.ts'
import { accountIdsOfPerson, recordByPerson } from './person-journal.ts'
import { recogniseDevice, type Arrival } from './session-list/devices.ts'
import { openSession, renewSession, type SecondFactorMeans, type Session } from './sessions.ts'
import { confine, findUserAccess, type PersonAccess, type Access } from './access.queries.ts'
import { personTokenSeconds } from './token-rules.ts'

export interface PersonTokens {
  readonly accessToken: string
  readonly expiresIn: number
  readonly refreshToken: string
  readonly sessionEndsAt: Date
  readonly userId: number
}

export type PersonDeps = TokenDeps & {
  readonly db: Db
  readonly noteRefusal: NoteRefusal
}

/** How somebody came in: from where, and what they gave beside the first proof. */
export interface SignInMeans {
  readonly arrival: Arrival
  readonly secondFactor: SecondFactorMeans | null
  /** Through the own provider of this account, hence for it alone. */
  readonly confinedTo?: number | null
  /** When a provider had the proof, which may have been long before; null or absent: just now. */
  readonly provedAt?: Date | null
}

/** Opens the session, tells the person's accounts, and the person if it came from an unusual place. */
export async function beginSession(
  tx: Tx,
  deps: PersonDeps,
  access: PersonAccess,
  { arrival, secondFactor, confinedTo = null, provedAt = null }: SignInMeans,
): Promise<Session> {
  const { id: userId, version, name } = access
  const { origin } = arrival
  requireAdmitted(access, origin)
  // A browser is known by those who proved themselves to the installation, not by the word of one account.
  const { deviceId, unusual } = isConfined(access, confinedTo)
    ? { deviceId: null, unusual: null }
    : await recogniseDevice(tx, deps.clock, userId, arrival)
  const opened = { userId, version, ...origin, deviceId, secondFactor, confinedTo, provedAt }
  const session = await openSession(tx, deps.clock, opened)
  await recordByPerson(
    tx,
    { id: userId, name, origin, confinedTo },
    {
      name: unusual === null ? 'SIGNED_IN' : 'SIGNED_IN_FROM_NEW_DEVICE',
      subject: { type: 'SESSION', id: session.sessionId },
      after: {
        secondFactor,
        ...(unusual && { unusual }),
        ...(confinedTo !== null && { by: 'identity-provider' }),
      },
    },
  )
  if (unusual !== null) await notifyPerson(tx, userId, { kind: unusual, sessionId: session.sessionId })
  return session
}

/** Null when the refresh token is unknown, over, spent, or of a person who may no longer sign in. */
export async function renewPersonSession(
  deps: PersonDeps,
  refreshToken: string,
  origin: Origin,
): Promise<PersonTokens | null> {
  // The decision is returned, not thrown: ending a family must be committed.
  const renewed = await refusingAddress(deps, origin, (tx) =>
    renewForActivePerson(tx, deps, { refreshToken, origin }),
  )
  if (renewed === 'RACED') {
    throw new AppError(
      'WRITE_CONFLICT',
      {},
      { members: { retryable: true }, headers: { 'retry-after': '1' } },
    )
  }
  return renewed && tokensOf(deps, renewed.session, renewed.standing)
}

/** Whether every account of the person refuses them from there; one that does not is enough to come in. */
function isAddressRefused({ roles, admits }: Access, { address }: Origin): boolean {
  return roles.size > 0 && [...roles.keys()].every((accountId) => !admits(accountId, address))
}

/** Thrown, so that no token is spent: whoever comes back to the right place goes on with it. */
class AddressRefused extends Error {
  readonly standing: Access
  constructor(access: Access) {
    super('No account of this person lets them in from there.')
    this.standing = access
  }
}

export function requireAdmitted(access: Access, origin: Origin): void {
  if (isAddressRefused(access, origin)) throw new AddressRefused(access)
}

/** Tells the accounts of a refusal that rolled the work back, and the caller in words. */
export async function refusingAddress<T>(
  deps: PersonDeps,
  origin: Origin,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await deps.db.system(work)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    const { id, name, roles } = error.standing
    for (const accountId of roles.keys()) {
      await deps.noteRefusal({ accountId, origin, principal: { kind: 'USER', id, name, key: `user:${id}` } })
    }
    throw new AppError('ADDRESS_NOT_ALLOWED', { address: origin.address })
  }
}

async function renewForActivePerson(
  tx: Tx,
  deps: PersonDeps,
  given: { readonly refreshToken: string; readonly origin: Origin },
) {
  const renewal = await renewSession(tx, deps.clock, given.refreshToken)
  if (renewal.outcome === 'STOLEN') await recordTheft(tx, renewal)
  if (renewal.outcome !== 'RENEWED') return renewal.outcome === 'RACED' ? 'RACED' : null
  const { session } = renewal
  const found = await findUserAccess(tx, session.userId)
  if (!found?.active || found.version !== session.version) return null
  const access = confine(found, session.confinedTo)
  requireAdmitted(access, given.origin)
  return { session, standing: access }
}

async function recordTheft(
  tx: Tx,
  { sessionId, userId }: { sessionId: number; userId: number },
): Promise<void> {
  const actor = { type: 'ANYONE', id: null, name: '' } as const
  const subject = { type: 'SESSION', id: sessionId } as const
  for (const accountId of await accountIdsOfPerson(tx, userId)) {
    recordAdministration(tx, { accountId, actor }, { name: 'SESSION_STOLEN', subject, after: { userId } })
  }
  await notifyPerson(tx, userId, { kind: 'SESSION_ENDED', reason: 'STOLEN' })
}

/** A new access token of an open session, for a page whose standing has just changed. */
export async function tokenOfSession(deps: PersonDeps, family: string) {
  const found = await deps.db.system(async (tx) => {
    const session = await tx
      .selectFrom('person_session')
      .select(['user_id', 'expires_at', 'confined_account_id'])
      .where('family_id', '=', family)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!session) return null
    const access = await findUserAccess(tx, session.user_id)
    if (!access?.active) return null
    return { standing: confine(access, session.confined_account_id), endsAt: session.expires_at }
  })
  if (!found) throw new AppError('AUTH_TOKEN_REVOKED')
  const issued = await accessTokenOf(deps, { id: family, endsAt: found.endsAt }, found.standing)
  return { accessToken: issued.token, tokenType: 'Bearer' as const, expiresIn: issued.expiresIn }
}

export async function tokensOf(deps: PersonDeps, session: Session, access: Access): Promise<PersonTokens> {
  const issued = await accessTokenOf(deps, session, access)
  return {
    accessToken: issued.token,
    expiresIn: issued.expiresIn,
    refreshToken: session.refreshToken,
    sessionEndsAt: session.endsAt,
    userId: access.id,
  }
}

function accessTokenOf(deps: PersonDeps, session: Pick<Session, 'id' | 'endsAt'>, access: Access) {
  const secondsLeft = Math.floor((session.endsAt.getTime() - deps.clock.now().getTime()) / 1000)
  const claims = {
    kind: 'USER',
    id: access.id,
    accounts: [...access.roles.keys()],
    scope: [...new Set([...access.roles.values()].flat())],
    version: access.version,
    session: session.id,
  } as const
  return issueAccessToken(deps, claims, Math.max(1, Math.min(personTokenSeconds, secondsLeft)))
}
