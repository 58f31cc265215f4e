import { AppError, type Origin } from '../../platform/kernel/index.ts'
import { passwordMatches } from './password-hash.ts'
import { startPersonSession, type PersonDeps, type PersonTokens } from './person-tokens.ts'
import type { SecurityLog } from './security-log.ts'
import type { Throttle } from './throttle.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly origin: Origin
}

export async function signIn(
  deps: PersonDeps & { throttle: Throttle; log: SecurityLog },
  given: Credentials,
): Promise<PersonTokens> {
  const email = given.email.trim().toLowerCase()
  const throttleKey = `${email}|${given.origin.address}`
  const seconds = deps.throttle.take(throttleKey)
  if (seconds > 0) {
    deps.log('SIGN_IN_THROTTLED', {})
    throw new AppError('LOGIN_THROTTLED', { seconds }, { headers: { 'retry-after': String(seconds) } })
  }
  const user = await deps.db.system((tx) =>
    tx
      .selectFrom('app_user')
      .select(['user_id', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst(),
  )
  // Outside the transaction, and for unknown people too.
  const matches = await passwordMatches(given.password, user?.password_hash ?? null)
  const tokens = matches && user ? await startPersonSession(deps, user.user_id, given.origin) : null
  if (!tokens) {
    deps.log('SIGN_IN_FAILED', { userId: user?.user_id ?? null })
    throw new AppError('LOGIN_FAILED')
  }
  deps.throttle.giveBack(throttleKey)
  deps.log('SIGN_IN', { userId: tokens.userId })
  return tokens
}
