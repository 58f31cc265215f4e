import type { Tx } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import { notifyPerson } from '../notify-person.task.ts'
import { passwordMatches } from '../password-hash.ts'
import { stepUpMethods } from '../person-access.ts'
import { recordByPerson, type ActingPerson } from '../person-journal.ts'
import type { AccountsService } from '../service.ts'
import { endSession, sessionMark, type SecondFactorMeans } from '../sessions.ts'
import { announceStanding } from '../standing.ts'
import { challengeSeconds, dropChallenge, putChallenge, tryChallenge } from './challenges.ts'
import { checkFactor } from './check-factor.ts'
import { requestOptions } from './passkeys.ts'
import { lockPerson, type LockedPerson } from './fresh-proof.ts'

export type SignedIn = ActingPerson & { readonly family: string }

export interface GivenProof {
  readonly totp?: string
  readonly webauthn?: unknown
  readonly password?: string
  /** Of the options; only a passkey needs it. */
  readonly challenge?: string
}

// Whoever holds a stolen token may guess this often, and not against the budget of the person.
const maxFailures = 5

/** By what the person can prove themselves anew, and what a passkey has to sign. */
export async function challengeStepUp(
  service: AccountsService,
  person: SignedIn & { readonly confined: boolean },
) {
  return service.db.system(async (tx) => {
    const locked = await lockPerson(tx, person)
    // Through the provider of an account nothing can be guessed that is the person's own.
    const kinds = person.confined ? [] : [...new Set(locked.factors.map(({ kind }) => kind))]
    const webauthn = kinds.includes('PASSKEY')
      ? await requestOptions(service.factorTools, locked.factors)
      : null
    const { userId, sessionId } = locked
    const newChallenge = {
      purpose: 'STEP_UP',
      userId,
      sessionId,
      webauthn: webauthn?.challenge ?? null,
    } as const
    const challenge = await putChallenge(tx, service.clock, newChallenge)
    const methods = [...stepUpMethods(kinds, !person.confined && locked.passwordHash !== null)]
    const start = methods.includes('oidc') ? '/auth/oidc/start?prove=true' : null
    return { challenge, expiresIn: challengeSeconds, methods, webauthn, start }
  })
}

/** Makes the session's proof fresh again. A password only does where there is no second factor. */
export async function passStepUp(
  service: AccountsService,
  person: SignedIn,
  given: GivenProof,
): Promise<void> {
  // Outside the transaction that decides: a password hash takes its time.
  const matches =
    given.password === undefined ? null : await verifyPasswordProof(service, person, given.password)
  const failure = await service.db.system(async (tx) => {
    const locked = await lockPerson(tx, person)
    const means =
      matches === null ? await verifyFactorProof(tx, service, locked, given) : matches && 'PASSWORD'
    const accepted = means === 'PASSWORD' ? locked.factors.length === 0 && means : means
    if (!accepted) return refuseProof(tx, service, { ...person, at: 'step-up' }, locked)
    await storeProof(tx, service, locked, accepted)
    await announceStanding(tx, [sessionMark(person.family)])
    await recordByPerson(tx, person, { name: 'STEP_UP_PASSED', after: { by: accepted } })
    return null
  })
  if (failure) throw failure
  service.log('STEP_UP_PASSED', { userId: person.id })
}

async function verifyPasswordProof(
  { db }: AccountsService,
  { id }: SignedIn,
  password: string,
): Promise<boolean> {
  const row = await db.system((tx) =>
    tx.selectFrom('app_user').select('password_hash').where('user_id', '=', id).executeTakeFirst(),
  )
  return passwordMatches(password, row?.password_hash ?? null)
}

async function verifyFactorProof(
  tx: Tx,
  service: AccountsService,
  { userId, sessionId }: LockedPerson,
  given: GivenProof,
): Promise<SecondFactorMeans | null> {
  const { challenge: token } = given
  const challenge = token === undefined ? null : await tryChallenge(tx, service.clock, token, 'STEP_UP')
  if (token !== undefined && challenge) await dropChallenge(tx, token)
  const webauthn = challenge?.sessionId === sessionId ? challenge.webauthn : null
  return checkFactor(tx, service, { userId, webauthn }, given)
}

async function storeProof(
  tx: Tx,
  { clock }: AccountsService,
  { sessionId }: LockedPerson,
  means: SecondFactorMeans | 'PASSWORD',
): Promise<void> {
  const now = clock.now()
  const proof = means === 'PASSWORD' ? { proved_at: now } : { second_factor_at: now, second_factor: means }
  await tx
    .updateTable('person_session')
    .set({ ...proof, step_up_failures: 0 })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Counts a wrong proof against the session, and ends it with the last. Returned, not thrown: it must be committed. */
export async function refuseProof(
  tx: Tx,
  service: AccountsService,
  { at, ...person }: SignedIn & { readonly at: 'step-up' | 'password change' },
  { sessionId, failures }: LockedPerson,
): Promise<AppError> {
  const tries = maxFailures - failures - 1
  await tx
    .updateTable('person_session')
    .set((eb) => ({ step_up_failures: eb('step_up_failures', '+', 1) }))
    .where('session_id', '=', sessionId)
    .execute()
  await recordByPerson(tx, person, { name: 'SECOND_FACTOR_FAILED', after: { at } })
  service.log('SECOND_FACTOR_FAILED', { userId: person.id })
  if (tries > 0) return new AppError('PROOF_FAILED', { tries })
  await endSession(tx, service.clock, person.family, 'GUESSING')
  await recordByPerson(tx, person, {
    name: 'SESSION_ENDED',
    after: { sessionIds: [sessionId], guessing: true },
  })
  await notifyPerson(tx, person.id, { kind: 'SESSION_ENDED', reason: 'GUESSING' })
  return new AppError('AUTH_TOKEN_REVOKED')
}
