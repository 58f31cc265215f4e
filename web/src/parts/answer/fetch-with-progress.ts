import type { Fetch } from '@vigie/client'
import { rejectForeignResponse, UnreachableError } from '../../api/index.ts'

/** Sends a form with files. `fetch` cannot tell how far it has come, hence the older way of asking. */
export function fetchWithProgress(body: FormData, onProgress: (share: number) => void): Fetch {
  return async (request) => rejectForeignResponse(await send(request, body, onProgress))
}

function send(
  { method, url, headers, signal }: Request,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of headers) {
      // It names the boundary of another copy of the form.
      if (name !== 'content-type') request.setRequestHeader(name, value)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new UnreachableError(null)))
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type') ?? ''
  return new Response(request.responseText, { status: request.status, headers: { 'content-type': type } })
}
