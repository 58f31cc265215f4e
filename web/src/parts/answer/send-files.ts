import { problemOf, UnreachableError } from '../../api/index.ts'
import { currentToken, renewSession } from '../../api/session.ts'

interface Upload {
  readonly url: string
  readonly body: FormData
  readonly idempotencyKey: string
  /** Between 0 and 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

const unauthorized = 401

/** A form with files. `fetch` cannot tell how far it has come, hence the older way of asking. */
export async function sendFiles<T>(upload: Upload): Promise<T> {
  let response = await send(upload)
  if (response.status === unauthorized && (await renewSession())) response = await send(upload)
  if (!response.ok) throw await problemOf(response)
  return (await response.json()) as T
}

function send({ url, body, idempotencyKey, onProgress, signal }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', document.documentElement.lang)
    request.setRequestHeader('authorization', `Bearer ${currentToken() ?? ''}`)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () => reject(new UnreachableError()))
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type') ?? ''
  return new Response(request.responseText, { status: request.status, headers: { 'content-type': type } })
}
