import { AppError } from '../../platform/kernel/index.ts'
import { passwordMatches } from './password-hash.ts'
import { continueSignIn, type SignInOutcome } from './second-factor/sign-in-steps.ts'
import type { AccountsService } from './service.ts'
import type { Arrival } from './session-list/devices.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly ip: string
  readonly arrival: Arrival
}

export async function signIn(deps: AccountsService, given: Credentials): Promise<SignInOutcome> {
  const email = given.email.trim().toLowerCase()
  const throttleKey = `${email}|${given.ip}`
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
  const means = { arrival: given.arrival, secondFactor: null }
  const outcome = matches && user ? await continueSignIn(deps, user.user_id, means) : null
  if (!outcome) {
    deps.log('SIGN_IN_FAILED', { userId: user?.user_id ?? null })
    throw new AppError('LOGIN_FAILED')
  }
  deps.throttle.giveBack(throttleKey)
  if ('tokens' in outcome) deps.log('SIGN_IN', { userId: outcome.tokens.userId })
  return outcome
}
