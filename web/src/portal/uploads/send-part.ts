import { VigieProblem } from '@vigie/client'
import { UnreachableError } from '../../api/problem.ts'
import { noteRefusal, portalHeaders, type Upload } from '../portal-api.ts'

// Smaller than the server would take: less is lost with a connection, and short of breath on a phone.
const partBytes = 4 * 1024 * 1024

interface Part {
  readonly upload: Pick<Upload, 'documentId' | 'uploadId' | 'offset'>
  readonly file: File
  readonly signal: AbortSignal
  /** Bytes of the whole file that are on the other side, as far as the browser knows. */
  readonly onProgress: (sent: number) => void
}

/** Sends what comes next. XMLHttpRequest, since fetch does not tell how much has gone. */
export function sendPart({ upload, file, signal, onProgress }: Part): Promise<Upload> {
  const { documentId, uploadId, offset } = upload
  const { promise, resolve, reject } = promiseParts<Upload>()
  const request = new XMLHttpRequest()
  const end = () => signal.removeEventListener('abort', stop)
  const stop = () => request.abort()
  request.open('PATCH', `/portal/api/requests/${documentId}/uploads/${uploadId}`)
  for (const [name, value] of Object.entries(portalHeaders())) request.setRequestHeader(name, value)
  request.setRequestHeader('content-type', 'application/offset+octet-stream')
  request.setRequestHeader('upload-offset', String(offset))
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(offset + loaded))
  request.addEventListener('loadend', () => {
    end()
    if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Upload)
    else reject(faultOf(request))
  })
  signal.addEventListener('abort', stop)
  request.send(file.slice(offset, offset + partBytes))
  return promise
}

function faultOf(request: XMLHttpRequest): Error {
  const isProblem = request.getResponseHeader('content-type')?.includes('problem+json') === true
  if (!isProblem) return new UnreachableError(request.status)
  const problem = new VigieProblem(
    new Response(null, { status: request.status }),
    JSON.parse(request.responseText) as Record<string, unknown>,
  )
  noteRefusal(problem.code)
  return problem
}

function promiseParts<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}
