import { createHash } from 'node:crypto'
import type { FormEntry } from '../documents/index.ts'

/** SHA-256, in hex, of the answers alone: titles follow the reader's language and are left out. */
export function formHash(formdata: readonly FormEntry[]): string {
  const canonical = formdata.map(({ key, type, value }) => [key, type, value])
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex')
}
