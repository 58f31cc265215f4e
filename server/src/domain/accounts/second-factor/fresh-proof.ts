import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Clock } from '../../../platform/kernel/index.ts'
import { freshFactorSeconds, stepUpMethods } from '../person-access.ts'
import { factorsOf, type Factor } from './factor-tools.ts'

export interface LockedPerson {
  readonly userId: number
  readonly sessionId: number
  readonly email: string
  readonly passwordHash: string | null
  readonly factors: readonly Factor[]
  readonly failures: number
  readonly provedAt: Date
  readonly secondFactorAt: Date | null
}

/** The person and the session they ask from, locked: two requests about their factors come one after the other. */
export async function lockPerson(
  tx: Tx,
  person: { readonly id: number; readonly family: string },
): Promise<LockedPerson> {
  const user = await tx
    .selectFrom('app_user')
    .select(['email', 'password_hash'])
    .where('user_id', '=', person.id)
    .forUpdate()
    .executeTakeFirst()
  const session = await tx
    .selectFrom('person_session')
    .select(['session_id', 'step_up_failures', 'proved_at', 'second_factor_at'])
    .where('family_id', '=', person.family)
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user || !session) throw new AppError('AUTH_TOKEN_REVOKED')
  return {
    userId: person.id,
    sessionId: session.session_id,
    email: user.email,
    passwordHash: user.password_hash,
    factors: await factorsOf(tx, person.id),
    failures: session.step_up_failures,
    provedAt: session.proved_at,
    secondFactorAt: session.second_factor_at,
  }
}

/**
 * A change of one's own factors takes more than a token somebody may have stolen: the factor that is there, or, where
 * there is none yet, the password, given lately.
 */
export function requireFreshProof(clock: Clock, locked: LockedPerson): void {
  const { factors, passwordHash, provedAt, secondFactorAt } = locked
  const given = factors.length > 0 ? secondFactorAt : provedAt
  const age = clock.now().getTime() - (given?.getTime() ?? 0)
  if (age >= 0 && age < freshFactorSeconds * 1000) return
  const kinds = factors.map(({ kind }) => kind)
  const methods = stepUpMethods([...new Set(kinds)], passwordHash !== null)
  const members = { stepUp: { url: '/auth/step-up', methods, maxAgeSeconds: freshFactorSeconds } }
  throw new AppError('STEP_UP_REQUIRED', { minutes: freshFactorSeconds / 60 }, { members })
}
