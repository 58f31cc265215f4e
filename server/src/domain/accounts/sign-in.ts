import { AppError } from '../../platform/kernel/index.ts'
import { admitSignIn, noteSignIn, type Attempt, type SignInGuard } from './admit-sign-in.ts'
import { comparableEmail } from './email.ts'
import { passwordMatches } from './password-hash.ts'
import { startPersonSession, type PersonDeps, type PersonTokens } from './person-tokens.ts'

export interface Credentials extends Attempt {
  readonly password: string
}

export interface SignedIn extends PersonTokens {
  /** What the browser keeps, so that strangers who try this e-mail do not shut its owner out. */
  readonly deviceCookie: string
}

export async function signIn(deps: PersonDeps & SignInGuard, given: Credentials): Promise<SignedIn> {
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
  const tokens = matches && user ? await startPersonSession(deps, user.user_id) : null
  if (!tokens) {
    deps.log('SIGN_IN_FAILED', { userId: user?.user_id ?? null }, given.origin)
    throw new AppError('LOGIN_FAILED')
  }
  const deviceCookie = await noteSignIn(deps, admission)
  deps.log('SIGN_IN', { userId: tokens.userId }, given.origin)
  return { ...tokens, deviceCookie }
}
