import { problemOf, ProblemError, UnreachableError } from '../api/problem.ts'
import type { Answer, Body } from '../api/wire.ts'
import { showDoor } from './door/door-state.ts'

export type Me = Answer<'portalMe'>
export type Requests = Answer<'listPortalRequests'>
export type RequestRow = Requests['dossiers'][number]['requests'][number]
export type OneRequest = Answer<'getPortalRequest'>
export type PortalAnswer = OneRequest['answers'][number]
export type FormField = NonNullable<OneRequest['formFields']>[number]
export type Checked = Answer<'checkPortalForm'>
export type FormData = Body<'answerPortalForm'>['formdata']
type Draft = Body<'savePortalDraft'>
type History = Answer<'portalHistory'>
type Decline = Pick<Body<'declineRequests'>, 'reason'> & {
  colleague: Body<'declineRequests'>['colleague'] | undefined
}

export const apiBase = '/portal/api'

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: object
  /** The same for each attempt of one wish: the server grants it once. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal
}

export function portalHeaders(): Record<string, string> {
  return { 'x-vigie-client': 'web', 'accept-language': document.documentElement.lang }
}

/** Whoever asks after the session has ended is shown the door, wherever they are. */
export function noteRefusal(error: unknown): void {
  if (error instanceof ProblemError && error.code === 'PORTAL_SESSION_ENDED') showDoor('ended')
}

async function ask<T>(path: string, { method = 'GET', body, idempotencyKey, signal }: Call = {}): Promise<T> {
  const headers = new Headers(portalHeaders())
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const init = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }
  let response: Response
  try {
    response = await fetch(apiBase + path, init)
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new UnreachableError(error)
  }
  if (!response.ok) throw await problemOf(response)
  const isEmpty = response.status === 202 || response.status === 204
  return (isEmpty ? undefined : await response.json()) as T
}

/** For whoever is inside. */
async function asVisitor<T>(path: string, call?: Call): Promise<T> {
  try {
    return await ask<T>(path, call)
  } catch (error) {
    noteRefusal(error)
    throw error
  }
}

const at = (documentId: number, rest = '') => `/requests/${documentId}${rest}`

export const portalApi = {
  enter: (link: string) => ask<undefined>('/session', { method: 'POST', body: { link } }),
  leave: () => ask<undefined>('/session', { method: 'DELETE' }),
  askForLink: (email: string) => ask<undefined>('/links', { method: 'POST', body: { email } }),
  me: (signal: AbortSignal) => ask<Me>('/me', { signal }),
  changeLanguage: (language: Me['language']) => asVisitor<Me>('/me', { method: 'PATCH', body: { language } }),
  decline: (body: Decline) => asVisitor<undefined>('/decline', { method: 'POST', body }),
  requests: (signal: AbortSignal) => asVisitor<Requests>('/requests', { signal }),
  request: (documentId: number, signal: AbortSignal) => asVisitor<OneRequest>(at(documentId), { signal }),
  history: (before: number | undefined, signal: AbortSignal) =>
    asVisitor<History>(`/history?size=20${before === undefined ? '' : `&before=${before}`}`, { signal }),
  check: (documentId: number, formdata: FormData, complete: boolean) =>
    asVisitor<Checked>(at(documentId, '/check'), { method: 'POST', body: { formdata, complete } }),
  saveDraft: (documentId: number, draft: Draft) =>
    asVisitor<PortalAnswer>(at(documentId, '/draft'), { method: 'PUT', body: draft }),
  dropDraft: (documentId: number) => asVisitor<undefined>(at(documentId, '/draft'), { method: 'DELETE' }),
  submitDraft: (documentId: number, idempotencyKey: string) =>
    asVisitor<PortalAnswer>(at(documentId, '/draft/submit'), { method: 'POST', idempotencyKey }),
  removeFile: (documentId: number, fileId: number) =>
    asVisitor<PortalAnswer>(at(documentId, `/draft/files/${fileId}`), { method: 'DELETE' }),
  withdraw: (documentId: number) => asVisitor<PortalAnswer>(at(documentId, '/withdraw'), { method: 'POST' }),
  fileUrl: (fileId: number) => `${apiBase}/files/${fileId}`,
}
