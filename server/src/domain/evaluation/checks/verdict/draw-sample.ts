import { createHmac } from 'node:crypto'

interface Draw {
  /** Of a hundred. */
  readonly share: number
  readonly key: Uint8Array
  readonly responseId: number
  /** Of the answer: one that was corrected is drawn anew. */
  readonly version: number
}

/** Whether a person looks at this answer anyway. The same answer is always drawn alike, and nobody can guess how. */
export function isDrawn({ share, key, responseId, version }: Draw): boolean {
  const digest = createHmac('sha256', key).update(`${responseId}.${version}`).digest()
  return digest.readUIntBE(0, 6) % 100 < share
}
