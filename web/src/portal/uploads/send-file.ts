import { isProblem } from '../../api/problem.ts'
import { portalApi, type Upload } from '../portal-api.ts'
import { sendPart } from './send-part.ts'

export interface Sending {
  readonly documentId: number
  readonly file: File
  /** Of an upload that was begun before. */
  readonly uploadId: number | null
  readonly signal: AbortSignal
  readonly onCreated: (uploadId: number) => void
  readonly onProgress: (sent: number) => void
}

/** Sends a file from where it stands; whoever calls again after a fault goes on from there. */
export async function sendFile(sending: Sending): Promise<void> {
  const { file, signal, onProgress } = sending
  let upload = await beginOrFind(sending)
  onProgress(upload.offset)
  // The answer to the last part names the draft; an empty part asks for it again.
  while (upload.responseId === null) {
    signal.throwIfAborted()
    upload = await sendPart({ upload, file, signal, onProgress })
    onProgress(upload.offset)
  }
}

async function beginOrFind({ documentId, file, uploadId, onCreated }: Sending): Promise<Upload> {
  if (uploadId !== null) {
    try {
      const path = '/portal/api/requests/{documentId}/uploads/{uploadId}'
      return await portalApi.get(path, { path: { documentId, uploadId } })
    } catch (error) {
      // Left alone too long, and swept away: from the beginning then.
      if (!isProblem(error) || error.status !== 404) throw error
    }
  }
  const begun = await portalApi.post('/portal/api/requests/{documentId}/uploads', {
    path: { documentId },
    body: { fileName: file.name, size: file.size },
  })
  onCreated(begun.uploadId)
  return begun
}
