import { VigieProblem } from '@vigie/client'
import type { HttpRequest, HttpResponse } from 'tus-js-client'
import { UnreachableError } from '../../api/problem.ts'
import { noteRefusal, portalHeaders } from '../portal-api.ts'

// Less than the server would take: less is lost with a connection, and short of breath on a phone.
const partBytes = 4 * 1024 * 1024

export interface Sending {
  readonly documentId: number
  readonly file: File
  /** Of an upload that was begun before. */
  readonly url: string | null
  readonly signal: AbortSignal
  readonly onCreated: (url: string) => void
  readonly onProgress: (sent: number) => void
}

// Fetched with the first file: most visits only read.
const tus = () => import('tus-js-client')

/** Sends a file from where it stands; whoever calls again after a fault goes on from there. */
export async function sendFile(sending: Sending): Promise<void> {
  const { documentId, file, url, signal, onCreated, onProgress } = sending
  const { Upload } = await tus().catch((error: unknown) => Promise.reject(new UnreachableError(null, error)))
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `/portal/api/requests/${documentId}/uploads`,
      uploadUrl: url,
      metadata: { filename: file.name },
      headers: portalHeaders(),
      chunkSize: partBytes,
      // The queue says when to try again, and keeps what that takes.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onAfterResponse: raiseRefusal,
      onUploadUrlAvailable: () => onCreated(upload.url ?? ''),
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(),
      onError: (error) => reject(reasonOf(error)),
    })
    const stop = () => {
      void upload.abort()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
    upload.start()
  })
}

export async function dropUpload(url: string): Promise<void> {
  const { Upload } = await tus()
  await Upload.terminate(url, { headers: portalHeaders(), retryDelays: null })
}

/** The library reads any answer but a good one to HEAD as "begin anew", and would lose what has arrived. */
function raiseRefusal(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  if (status < 400) return
  const isHead = request.getMethod() === 'HEAD'
  if (isHead && (status >= 500 || status === 429)) throw new UnreachableError(status)
  if (isHead) return
  if (response.getHeader('content-type')?.includes('problem+json') !== true)
    throw new UnreachableError(status)
  const body = JSON.parse(response.getBody()) as Record<string, unknown>
  const problem = new VigieProblem(new Response(null, { status }), body)
  noteRefusal(problem.code)
  throw problem
}

function reasonOf(error: Error & { causingError?: Error | null }): Error {
  const { causingError: cause } = error
  return cause instanceof VigieProblem || cause instanceof UnreachableError
    ? cause
    : new UnreachableError(null, error)
}
