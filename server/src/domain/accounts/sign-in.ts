import { AppError } from '../../platform/kernel/index.ts'
import { admitSignIn, noteSignIn, type Attempt } from './admit-sign-in.ts'
import { comparableEmail } from './email.ts'
import { passwordMatches } from './password-hash.ts'
import { continueSignIn, type SignInOutcome } from './second-factor/sign-in-steps.ts'
import type { AccountsService } from './service.ts'
import type { Arrival } from './session-list/devices.ts'

export interface Credentials extends Attempt {
  readonly password: string
  readonly arrival: Arrival
}

/** `deviceCookie`: what the browser keeps, so that strangers who try this e-mail do not shut its owner out. */
export type SignedIn = SignInOutcome & { readonly deviceCookie: string }

/** A right password leads in, or to the question for the second factor. */
export async function signIn(deps: AccountsService, given: Credentials): Promise<SignedIn> {
  const email = comparableEmail(given.email)
  const admission = await admitSignIn(deps, { ...given, email })
  const user = await deps.db.system((tx) =>
    tx
      .selectFrom('app_user')
      .select(['user_id', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst(),
  )
  // Outside the transaction, and for unknown people too.
  const matches = await passwordMatches(given.password, user?.password_hash ?? null, admission.turn)
  const means = { arrival: given.arrival, secondFactor: null }
  const outcome = matches && user ? await continueSignIn(deps, user.user_id, means) : null
  if (!outcome) {
    const userId = user?.user_id ?? null
    deps.log('SIGN_IN_FAILED', { userId }, given.origin)
    deps.failures.note({ by: 'password', origin: given.origin, userId })
    throw new AppError('LOGIN_FAILED')
  }
  const deviceCookie = await noteSignIn(deps, admission)
  if ('tokens' in outcome) deps.log('SIGN_IN', { userId: outcome.tokens.userId }, given.origin)
  return { ...outcome, deviceCookie }
}
