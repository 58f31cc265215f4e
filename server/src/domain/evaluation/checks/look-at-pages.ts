import { buffer } from 'node:stream/consumers'
import { readScan } from '@vigie/ocr'
import { lookForValues, type Reading } from '@vigie/readers'
import { openVerifiedStream, type ObjectStore } from '../../../platform/files/index.ts'
import type { ScanSettings, StoredPicture } from './read-pictures.ts'

/** Of a text that is not the one that the pages show, or not surely. */
export const lookCodes = ['TEXT_NOT_AS_SHOWN', 'TEXT_NOT_SEEN'] as const
export type LookFinding = (typeof lookCodes)[number]

/**
 * Reads the pages of a PDF with text as a person would see them. The text that a file hands to programs can say
 * another date or number than its pages show, and nothing else in the file would tell.
 */
export async function lookAtPages(
  { stored: { key, size, sha256 }, reading }: { readonly stored: StoredPicture; readonly reading: Reading },
  store: ObjectStore,
  { languages, dataFolder }: ScanSettings,
): Promise<LookFinding | null> {
  const bytes = await buffer(await openVerifiedStream(store, key, { size, sha256 }))
  const { pages } = await readScan(bytes, { type: 'application/pdf', languages, dataFolder })
  switch (lookForValues(reading, pages)) {
    case 'SHOWN':
      return null
    case 'DIFFERS':
      return 'TEXT_NOT_AS_SHOWN'
    case 'NOT_SEEN':
      return 'TEXT_NOT_SEEN'
  }
}
