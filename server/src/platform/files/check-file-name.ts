export type FileNameCheck =
  | { kind: 'VALID'; name: string }
  | { kind: 'INVALID'; code: 'UPLOAD_FILENAME_INVALID'; reason: string }

export const maxFileNameBytes = 255
const longestPath = 4_096

/** Control characters, line separators, and the marks that show text in another order than it is written. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it looks for
const deceiving = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const invisible = /[\u00ad\u200b\u2060\ufeff]/g
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/**
 * The name to show for an uploaded file. It never becomes a path: files are stored under a random key. Quotes, dashes
 * and emoji are kept; what Windows cannot save is made harmless.
 */
export function checkFileName(given: string): FileNameCheck {
  if (given.length > longestPath) return invalid(`the name exceeds ${maxFileNameBytes} bytes`)
  if (/\p{Surrogate}/u.test(given)) return invalid('the name is not valid Unicode')
  if (deceiving.test(given)) return invalid('the name contains control characters')
  // Some programs send the whole path.
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const cleaned = last
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '')
  if (cleaned.replaceAll(/[. ]/g, '') === '') return invalid('the name is empty')
  const name = device.test(cleaned) ? `_${cleaned}` : cleaned
  if (Buffer.byteLength(name) > maxFileNameBytes) return invalid(`the name exceeds ${maxFileNameBytes} bytes`)
  return { kind: 'VALID', name }
}

function invalid(reason: string): FileNameCheck {
  return { kind: 'INVALID', code: 'UPLOAD_FILENAME_INVALID', reason }
}
