import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, type Origin } from '../../platform/kernel/index.ts'
import { issueAccessToken, type TokenDeps } from './access-token.ts'
import type { NoteRefusal } from './address-refusals.ts'
import { openSession, renewSession, type Session } from './sessions.ts'
import { standingOfUser, type Standing } from './standing.queries.ts'
import { personTokenSeconds } from './token-rules.ts'

export interface PersonTokens {
  readonly accessToken: string
  readonly expiresIn: number
  readonly refreshToken: string
  readonly sessionEndsAt: Date
  readonly userId: number
}

export type PersonDeps = TokenDeps & { readonly db: Db; readonly noteRefusal: NoteRefusal }

/** Signs a person in who has just proved who they are. */
export async function startPersonSession(
  deps: PersonDeps,
  userId: number,
  origin: Origin,
): Promise<PersonTokens | null> {
  const opened = await deps.db.system(async (tx) => {
    const standing = await standingOfUser(tx, userId)
    if (!standing?.active) return null
    const session = isKeptOut(standing, origin) ? null : await openSession(tx, deps.clock, standing)
    return { standing, session }
  })
  if (opened?.session === null) return refuseAddress(deps, opened.standing, origin)
  return opened && tokensOf(deps, opened.session, opened.standing)
}

/** Null when the refresh token is unknown, over, spent, or of a person who may no longer sign in. */
export async function renewPersonSession(
  deps: PersonDeps,
  refreshToken: string,
  origin: Origin,
): Promise<PersonTokens | null> {
  // The decision is returned, not thrown: ending a family must be committed.
  const renewed = await deps.db
    .system((tx) => renewForActivePerson(tx, deps, { refreshToken, origin }))
    .catch((error: unknown) => {
      if (error instanceof KeptOut) return refuseAddress(deps, error.standing, origin)
      throw error
    })
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
function isKeptOut({ roles, admits }: Standing, { address }: Origin): boolean {
  return roles.size > 0 && [...roles.keys()].every((accountId) => !admits(accountId, address))
}

async function refuseAddress(
  deps: PersonDeps,
  { id, name, roles }: Standing,
  origin: Origin,
): Promise<never> {
  for (const accountId of roles.keys()) {
    await deps.noteRefusal({ accountId, origin, principal: { kind: 'USER', id, name, key: `user:${id}` } })
  }
  throw new AppError('ADDRESS_NOT_ALLOWED', { address: origin.address })
}

/** Thrown, so that the token is not spent: whoever comes back to the right place goes on with it. */
class KeptOut extends Error {
  readonly standing: Standing
  constructor(standing: Standing) {
    super('No account of this person lets them in from there.')
    this.standing = standing
  }
}

async function renewForActivePerson(
  tx: Tx,
  deps: PersonDeps,
  given: { readonly refreshToken: string; readonly origin: Origin },
) {
  const renewal = await renewSession(tx, deps.clock, given.refreshToken)
  if (renewal.outcome !== 'RENEWED') return renewal.outcome === 'RACED' ? 'RACED' : null
  const { session } = renewal
  const standing = await standingOfUser(tx, session.userId)
  if (!standing?.active || standing.version !== session.version) return null
  if (isKeptOut(standing, given.origin)) throw new KeptOut(standing)
  return { session, standing }
}

async function tokensOf(deps: PersonDeps, session: Session, standing: Standing): Promise<PersonTokens> {
  const secondsLeft = Math.floor((session.endsAt.getTime() - deps.clock.now().getTime()) / 1000)
  const claims = {
    kind: 'USER',
    id: standing.id,
    accounts: [...standing.roles.keys()],
    scope: [...new Set([...standing.roles.values()].flat())],
    version: standing.version,
    session: session.id,
  } as const
  const issued = await issueAccessToken(deps, claims, Math.max(1, Math.min(personTokenSeconds, secondsLeft)))
  return {
    accessToken: issued.token,
    expiresIn: issued.expiresIn,
    refreshToken: session.refreshToken,
    sessionEndsAt: session.endsAt,
    userId: standing.id,
  }
}
