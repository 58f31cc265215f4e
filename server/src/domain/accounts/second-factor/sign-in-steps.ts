import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { suspendedProblem, type Tx } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import { notifyPerson } from '../notify-person.task.ts'
import { recordByPerson } from '../person-journal.ts'
import {
  beginSession,
  refusingAddress,
  requireAdmitted,
  tokensOf,
  type PersonTokens,
  type SignInMeans,
} from '../person-tokens.ts'
import type { AccountsService } from '../service.ts'
import type { Arrival } from '../session-list/devices.ts'
import { confine, findUserAccess, type PersonAccess } from '../access.queries.ts'
import { challengeSeconds, dropChallenge, putChallenge, renewWebauthn, tryChallenge } from './challenges.ts'
import { checkFactor, checkPasskey, type GivenFactor } from './check-factor.ts'
import { factorsOf, findPasskey, type Factor } from './factor-tools.ts'
import { refundCodeTry, takeCodeTry } from './failure-budget.ts'
import { requestOptions } from './passkeys.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

export type FactorMethod = 'totp' | 'webauthn' | 'recoveryCode'

/** What is put to somebody who has given the first proof and has a second one to give. */
export interface SecondFactorQuestion {
  readonly challenge: string
  readonly expiresIn: number
  readonly methods: FactorMethod[]
  readonly webauthn: PublicKeyCredentialRequestOptionsJSON | null
}

export type SignInOutcome = { readonly tokens: PersonTokens } | { readonly question: SecondFactorQuestion }

type Began = { readonly session: Awaited<ReturnType<typeof beginSession>>; readonly standing: PersonAccess }

/** After the first proof: tokens, or the question for the second. Null when the person may not sign in. */
export async function continueSignIn(
  service: AccountsService,
  userId: number,
  means: SignInMeans,
): Promise<SignInOutcome | null> {
  const { origin } = means.arrival
  const outcome = await refusingAddress(
    service,
    origin,
    async (tx): Promise<Began | { question: SecondFactorQuestion } | null> => {
      const { confinedTo = null } = means
      const found = await findUserAccess(tx, userId)
      if (!found?.active) return null
      const access = confine(found, confinedTo)
      requireAdmitted(access, origin)
      requireOpenAccount(access)
      // Within its own walls an account asks for what its provider gives, not for what people use elsewhere.
      if (access.factors.length === 0 || means.secondFactor !== null || confinedTo !== null) {
        return { standing: access, session: await beginSession(tx, service, access, means) }
      }
      return { question: await challengeSecondFactor(tx, service, access) }
    },
  )
  return outcome === null || 'question' in outcome ? outcome : { tokens: await handTokens(service, outcome) }
}

/** Whoever has no account left that anybody may use is told so; one that waits for its deletion can be taken back. */
function requireOpenAccount({ roles, standing }: PersonAccess): void {
  const states = [...roles.keys()].map((accountId) => standing.get(accountId) ?? null)
  const shut = states.filter((state) => state === 'SUSPENDED' || state === 'DELETING')
  const [first] = shut
  if (first && shut.length === states.length) throw suspendedProblem(first)
}

function handTokens(service: AccountsService, { session, standing }: Began): Promise<PersonTokens> {
  return tokensOf(service, session, standing)
}

async function challengeSecondFactor(
  tx: Tx,
  service: AccountsService,
  { id: userId, version }: PersonAccess,
): Promise<SecondFactorQuestion> {
  const factors = await factorsOf(tx, userId)
  const webauthn = await optionsFor(service, factors)
  const newChallenge = { purpose: 'SIGN_IN', userId, version, webauthn: webauthn?.challenge ?? null } as const
  const challenge = await putChallenge(tx, service.clock, newChallenge)
  service.log('SECOND_FACTOR_ASKED', { userId })
  return { challenge, expiresIn: challengeSeconds, methods: await methodsOf(tx, userId, factors), webauthn }
}

async function optionsFor(service: AccountsService, factors: readonly Factor[]) {
  const hasPasskey = factors.some(({ kind }) => kind === 'PASSKEY')
  return hasPasskey ? requestOptions(service.factorTools, factors) : null
}

async function methodsOf(tx: Tx, userId: number, factors: readonly Factor[]): Promise<FactorMethod[]> {
  const has = (kind: Factor['kind']) => factors.some((factor) => factor.kind === kind)
  return [
    ...(has('PASSKEY') ? (['webauthn'] as const) : []),
    ...(has('TOTP') ? (['totp'] as const) : []),
    ...((await recoveryCodesLeft(tx, userId)) > 0 ? (['recoveryCode'] as const) : []),
  ]
}

/** The question again, for a page that was handed nothing but the challenge, with a new value to sign. */
export async function repeatQuestion(
  service: AccountsService,
  challenge: string,
): Promise<SecondFactorQuestion> {
  const question = await service.db.system(async (tx) => {
    const userId = await renewWebauthn(tx, service.clock, challenge, null)
    if (userId === null) return null
    const factors = await factorsOf(tx, userId)
    const webauthn = await optionsFor(service, factors)
    if (webauthn) await renewWebauthn(tx, service.clock, challenge, webauthn.challenge)
    return { challenge, expiresIn: challengeSeconds, methods: await methodsOf(tx, userId, factors), webauthn }
  })
  if (!question) throw new AppError('CHALLENGE_INVALID')
  return question
}

/** The second step of a sign-in. Refusals are returned out of the transaction, so that the tries count. */
export async function passSecondFactor(
  service: AccountsService,
  given: GivenFactor & { readonly challenge: string; readonly arrival: Arrival },
): Promise<PersonTokens> {
  const outcome = await refusingAddress(service, given.arrival.origin, (tx) => attempt(tx, service, given))
  if (outcome instanceof AppError) throw outcome
  return handTokens(service, outcome)
}

async function attempt(
  tx: Tx,
  service: AccountsService,
  given: GivenFactor & { readonly challenge: string; readonly arrival: Arrival },
): Promise<Began | AppError> {
  const { clock } = service
  const challenge = await tryChallenge(tx, clock, given.challenge, 'SIGN_IN')
  const userId = challenge?.userId ?? 0
  const access = challenge && (await findUserAccess(tx, userId))
  if (!access?.active || access.version !== challenge?.version) return new AppError('CHALLENGE_INVALID')
  const guessable = given.webauthn === undefined
  const seconds = guessable ? await takeCodeTry(tx, clock, userId) : 0
  if (seconds > 0) {
    return new AppError('LOGIN_THROTTLED', { seconds }, { headers: { 'retry-after': String(seconds) } })
  }
  const means = await checkFactor(tx, service, { userId, webauthn: challenge.webauthn }, given)
  const person = { id: userId, name: access.name, origin: given.arrival.origin }
  if (means === null) {
    await recordByPerson(tx, person, { name: 'SECOND_FACTOR_FAILED', after: { at: 'sign-in' } })
    service.log('SECOND_FACTOR_FAILED', { userId })
    return new AppError('SECOND_FACTOR_FAILED')
  }
  if (guessable) await refundCodeTry(tx, userId)
  await dropChallenge(tx, given.challenge)
  if (means === 'RECOVERY_CODE') await notifyOfRecoveryCode(tx, person)
  const session = await beginSession(tx, service, access, { arrival: given.arrival, secondFactor: means })
  service.log('SIGN_IN', { userId, by: means })
  return { session, standing: access }
}

async function notifyOfRecoveryCode(tx: Tx, person: Parameters<typeof recordByPerson>[1]): Promise<void> {
  const left = await recoveryCodesLeft(tx, person.id)
  await recordByPerson(tx, person, { name: 'RECOVERY_CODE_USED', after: { left } })
  await notifyPerson(tx, person.id, { kind: 'RECOVERY_CODE_USED', left })
}

/** A passkey that says itself whose it is. It was unlocked by its owner, so it stands for both factors. */
export async function challengePasskey(service: AccountsService) {
  const options = await requestOptions(service.factorTools, null)
  const newChallenge = { purpose: 'PASSKEY_SIGN_IN', webauthn: options.challenge } as const
  const challenge = await service.db.system((tx) => putChallenge(tx, service.clock, newChallenge))
  return { challenge, expiresIn: challengeSeconds, options }
}

export async function signInWithPasskey(
  service: AccountsService,
  given: { readonly challenge: string; readonly credential: unknown; readonly arrival: Arrival },
): Promise<PersonTokens> {
  const response = given.credential as AuthenticationResponseJSON
  const { origin } = given.arrival
  const outcome = await refusingAddress(service, origin, async (tx): Promise<Began | null> => {
    const challenge = await tryChallenge(tx, service.clock, given.challenge, 'PASSKEY_SIGN_IN')
    // One answer to each: a wrong one ends it.
    if (challenge) await dropChallenge(tx, given.challenge)
    const found = challenge?.webauthn ? await findPasskey(tx, response.id) : null
    if (!found || !challenge?.webauthn || !isHandleOf(service, found, response)) return null
    const newChallenge = { factor: found.factor, challenge: challenge.webauthn, response }
    const access = (await checkPasskey(tx, service, newChallenge))
      ? await findUserAccess(tx, found.userId)
      : null
    if (!access?.active) return null
    const means = { arrival: given.arrival, secondFactor: 'PASSKEY' } as const
    return { standing: access, session: await beginSession(tx, service, access, means) }
  })
  service.log(outcome ? 'SIGN_IN' : 'SIGN_IN_FAILED', { userId: outcome?.standing.id ?? null, by: 'passkey' })
  if (!outcome) throw new AppError('SECOND_FACTOR_FAILED')
  return handTokens(service, outcome)
}

/** An authenticator that names somebody must name the owner of the key. */
function isHandleOf(
  service: AccountsService,
  { userId, factor }: { readonly userId: number; readonly factor: Factor },
  { response }: AuthenticationResponseJSON,
): boolean {
  const handle = factor.userHandle ?? Buffer.from(service.factorTools.userHandle(userId))
  const expected = handle.toString('base64url')
  return response.userHandle === undefined || response.userHandle === expected
}
