import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { issueAccessToken, type TokenDeps } from './access-token.ts'
import { recordSignIn, type SignInFacts } from './record-sign-in.ts'
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

export type PersonDeps = TokenDeps & { readonly db: Db }

/** Signs a person in who has just proved who they are. */
export async function startPersonSession(
  deps: PersonDeps,
  userId: number,
  facts: SignInFacts,
): Promise<PersonTokens | null> {
  const opened = await deps.db.system(async (tx) => {
    const standing = await standingOfUser(tx, userId)
    if (!standing?.active) return null
    recordSignIn(tx, standing, facts)
    return { standing, session: await openSession(tx, deps.clock, standing) }
  })
  return opened && tokensOf(deps, opened.session, opened.standing)
}

/** Null when the refresh token is unknown, over, spent, or of a person who may no longer sign in. */
export async function renewPersonSession(
  deps: PersonDeps,
  refreshToken: string,
): Promise<PersonTokens | null> {
  // The decision is returned, not thrown: ending a family must be committed.
  const renewed = await deps.db.system((tx) => renewForActivePerson(tx, deps, refreshToken))
  if (renewed === 'RACED') {
    throw new AppError(
      'WRITE_CONFLICT',
      {},
      { members: { retryable: true }, headers: { 'retry-after': '1' } },
    )
  }
  return renewed && tokensOf(deps, renewed.session, renewed.standing)
}

async function renewForActivePerson(tx: Tx, deps: PersonDeps, refreshToken: string) {
  const renewal = await renewSession(tx, deps.clock, refreshToken)
  if (renewal.outcome !== 'RENEWED') return renewal.outcome === 'RACED' ? 'RACED' : null
  const { session } = renewal
  const standing = await standingOfUser(tx, session.userId)
  return standing?.active && standing.version === session.version ? { session, standing } : null
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
