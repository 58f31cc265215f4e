import { createVigie } from '@vigie/client'
import { isProblem, reachService, UnreachableError } from './problem.ts'
import type {
  AccessAnswer,
  FactorInput,
  InvitationOffer,
  PasskeyAnswer,
  PasskeyQuestion,
  SecondFactorQuestion,
} from './types.ts'

const retries = 3

// Kept in memory only: a script that steals the storage of the page finds no token in it.
let accessToken: string | null = null
let renewal: Promise<boolean> | null = null
let askPerson: () => Promise<boolean> = async () => false
let proof: Promise<boolean> | null = null
let askProof: () => Promise<boolean> = async () => false

export function currentToken(): string | null {
  return accessToken
}

/**
 * Asked once when a session that was open turns out to be over; true when there is one again. Whatever was asked of the
 * server meanwhile waits for the answer, so that nothing is lost that somebody has typed.
 */
export function onSessionEnd(handler: () => Promise<boolean>): void {
  askPerson = handler
}

/** Asked when the server wants a fresh proof of who acts; true when it was given. */
export function onProofRequired(handler: () => Promise<boolean>): void {
  askProof = handler
}

/** Several requests that are refused at once share one question. */
export function requestFreshProof(): Promise<boolean> {
  proof ??= askProof().finally(() => {
    proof = null
  })
  return proof
}

/** For whoever is not signed in; the cookie of the session goes along, and the header that no foreign page can add. */
const entrance = createVigie({
  baseUrl: '',
  fetch: reachService,
  retries: { attempts: 1 },
  timeoutMs: 0,
  session: {
    headers: () => ({ 'x-vigie-client': 'web', 'accept-language': document.documentElement.lang }),
  },
})

/** Null when the password was enough; otherwise what is asked for besides. */
export async function signIn(email: string, password: string): Promise<SecondFactorQuestion | null> {
  const answer = await entrance.post('/auth/sign-in', { body: { email, password } })
  if ('secondFactor' in answer) return answer.secondFactor
  adoptToken(answer)
  return null
}

export async function passSecondFactor(challenge: string, given: FactorInput): Promise<void> {
  adoptToken(await entrance.post('/auth/second-factor', { body: { challenge, ...given } }))
}

/** For a page that has only the challenge, and for a passkey that was refused: each value is signed once. */
export function repeatQuestion(challenge: string): Promise<SecondFactorQuestion> {
  return entrance.post('/auth/second-factor/options', { body: { challenge } })
}

export function askPasskey(): Promise<PasskeyQuestion> {
  return entrance.post('/auth/passkey/options')
}

export async function signInWithPasskey(challenge: string, credential: PasskeyAnswer): Promise<void> {
  adoptToken(await entrance.post('/auth/passkey', { body: { challenge, credential } }))
}

/** Uses up the link; the server ends every session the person had. */
export async function setPassword(token: string, password: string): Promise<void> {
  await entrance.post('/auth/set-password', { body: { token, password } })
}

export async function requestPasswordReset(email: string): Promise<void> {
  await entrance.post('/auth/password-reset', { body: { email } })
}

export function readInvitation(token: string): Promise<InvitationOffer> {
  return entrance.post('/auth/invitation', { body: { token } })
}

export async function acceptInvitation(token: string, password: string): Promise<void> {
  await entrance.post('/auth/invitation/accept', { body: { token, password } })
}

export async function declineInvitation(token: string): Promise<void> {
  await entrance.post('/auth/invitation/decline', { body: { token } })
}

export async function signOut(): Promise<void> {
  accessToken = null
  await entrance.post('/auth/sign-out')
}

/** True when there is a token now. Several callers at once share one request. */
export function renewSession(): Promise<boolean> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

export async function hasSession(): Promise<boolean> {
  return accessToken !== null || renewSession()
}

async function renew(): Promise<boolean> {
  const wasOpen = accessToken !== null
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await joinOpenSession()
    } catch (error) {
      const status = isProblem(error) || error instanceof UnreachableError ? error.status : null
      if (status === 401) break
      // 409: another tab renewed at the same instant, and the cookie it received serves us too. The others
      // stand for a busy moment.
      if (attempt === retries || status === null || ![409, 429, 503].includes(status)) throw error
      const seconds = (isProblem(error) && error.retryAfterSeconds) || 1
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 5) * 1_000))
    }
  }
  accessToken = null
  return wasOpen ? askPerson() : false
}

async function joinOpenSession(): Promise<true> {
  adoptToken(await entrance.post('/auth/refresh'))
  return true
}

export function adoptToken(answer: AccessAnswer): void {
  accessToken = answer.accessToken
}

/** Whether another tab has opened a session meanwhile; then this one shares it. */
export async function joinSession(): Promise<boolean> {
  return joinOpenSession().catch((error: unknown) => {
    if (isProblem(error)) return false
    throw error
  })
}
