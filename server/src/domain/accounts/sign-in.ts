import { AppError } from '../../platform/kernel/index.ts'
import { admitSignIn, recordAdmittedSignIn, type Attempt } from './admit-sign-in.ts'
import { comparableEmail } from './email.ts'
import { passwordMatches } from './password-hash.ts'
import { continueSignIn, type SignInOutcome } from './second-factor/sign-in-steps.ts'
import type { AccountsService } from './service.ts'

/** A right password leads in, or to the question for the second factor. */
export async function signIn(
  deps: AccountsService,
  given: Attempt & { readonly password: string },
): Promise<SignInOutcome> {
  const { arrival } = given
  const email = comparableEmail(given.email)
  const admission = await admitSignIn(deps, { arrival, email })
  const user = await deps.db.system((tx) =>
    tx
      .selectFrom('app_user')
      .select(['user_id', 'password_hash'])
      .where('email', '=', email)
      .where('directory_account_id', 'is', null)
      .executeTakeFirst(),
  )
  // Outside the transaction, and for unknown people too.
  const matches = await passwordMatches(given.password, user?.password_hash ?? null, admission.turn)
  const means = { arrival, secondFactor: null }
  const outcome = matches && user ? await continueSignIn(deps, user.user_id, means) : null
  if (!outcome) {
    const userId = user?.user_id ?? null
    deps.log('SIGN_IN_FAILED', { userId }, arrival.origin)
    deps.failures.note({ by: 'password', origin: arrival.origin, userId })
    throw new AppError('LOGIN_FAILED')
  }
  await recordAdmittedSignIn(deps, admission)
  if ('tokens' in outcome) deps.log('SIGN_IN', { userId: outcome.tokens.userId }, arrival.origin)
  return outcome
}
