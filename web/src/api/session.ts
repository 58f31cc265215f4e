import { problemOf, UnreachableError } from './problem.ts'
import type {
  AccessAnswer,
  GivenFactor,
  InvitationOffer,
  PasskeyAnswer,
  PasskeyQuestion,
  SecondFactorQuestion,
} from './types.ts'

const attempts = 3

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
export function whenSessionEnds(handler: () => Promise<boolean>): void {
  askPerson = handler
}

/** Asked when the server wants a fresh proof of who acts; true when it was given. */
export function whenProofIsAsked(handler: () => Promise<boolean>): void {
  askProof = handler
}

/** Several requests that are refused at once share one question. */
export function giveFreshProof(): Promise<boolean> {
  proof ??= askProof().finally(() => {
    proof = null
  })
  return proof
}

async function post(path: string, body?: object): Promise<Response> {
  const headers = new Headers({ 'x-vigie-client': 'web', 'accept-language': document.documentElement.lang })
  if (body !== undefined) headers.set('content-type', 'application/json')
  const init = { method: 'POST', headers, body: body === undefined ? null : JSON.stringify(body) }
  return fetch(path, init).catch((error: unknown) => {
    throw new UnreachableError(error)
  })
}

async function postOrFail(path: string, body?: object): Promise<Response> {
  const response = await post(path, body)
  if (!response.ok) throw await problemOf(response)
  return response
}

/** Null when the password was enough; otherwise what is asked for besides. */
export async function signIn(email: string, password: string): Promise<SecondFactorQuestion | null> {
  const response = await postOrFail('/auth/sign-in', { email, password })
  const answer = (await response.json()) as AccessAnswer | { secondFactor: SecondFactorQuestion }
  if ('secondFactor' in answer) return answer.secondFactor
  adoptToken(answer)
  return null
}

export async function passSecondFactor(challenge: string, given: GivenFactor): Promise<void> {
  await accept(await postOrFail('/auth/second-factor', { challenge, ...given }))
}

/** For a page that has only the challenge, and for a passkey that was refused: each value is signed once. */
export async function repeatQuestion(challenge: string): Promise<SecondFactorQuestion> {
  const response = await postOrFail('/auth/second-factor/options', { challenge })
  return response.json() as Promise<SecondFactorQuestion>
}

export async function askPasskey(): Promise<PasskeyQuestion> {
  return (await postOrFail('/auth/passkey/options')).json() as Promise<PasskeyQuestion>
}

export async function signInWithPasskey(challenge: string, credential: PasskeyAnswer): Promise<void> {
  await accept(await postOrFail('/auth/passkey', { challenge, credential }))
}

/** Uses up the link; the server ends every session the person had. */
export async function setPassword(token: string, password: string): Promise<void> {
  await postOrFail('/auth/set-password', { token, password })
}

export async function requestPasswordReset(email: string): Promise<void> {
  await postOrFail('/auth/password-reset', { email })
}

export async function readInvitation(token: string): Promise<InvitationOffer> {
  return (await postOrFail('/auth/invitation', { token })).json() as Promise<InvitationOffer>
}

export async function acceptInvitation(token: string, password: string): Promise<void> {
  await postOrFail('/auth/invitation/accept', { token, password })
}

export async function declineInvitation(token: string): Promise<void> {
  await postOrFail('/auth/invitation/decline', { token })
}

export async function signOut(): Promise<void> {
  accessToken = null
  await postOrFail('/auth/sign-out')
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
  let response = await post('/auth/refresh')
  // 409: another tab renewed at the same instant, and the cookie it received serves us too. The others
  // stand for a busy moment.
  for (let attempt = 1; attempt <= attempts && [409, 429, 503].includes(response.status); attempt++) {
    const seconds = Number(response.headers.get('retry-after')) || 1
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 5) * 1_000))
    response = await post('/auth/refresh')
  }
  if (response.ok) return accept(response)
  if (response.status !== 401) throw await problemOf(response)
  accessToken = null
  return wasOpen ? askPerson() : false
}

async function accept(response: Response): Promise<true> {
  adoptToken((await response.json()) as AccessAnswer)
  return true
}

export function adoptToken(answer: AccessAnswer): void {
  accessToken = answer.accessToken
}

/** Whether another tab has opened a session meanwhile; then this one shares it. */
export async function joinSession(): Promise<boolean> {
  const response = await post('/auth/refresh')
  return response.ok && accept(response)
}
