/** Each letter as itself or as its number. */
const byteRange = /\/(?:B|#42)(?:y|#79)(?:t|#74)(?:e|#65)(?:R|#52)(?:a|#61)(?:n|#6[Ee])(?:g|#67)(?:e|#65)/

/**
 * Whether a file can hold a seal at all, in one look at its bytes. A seal says which bytes it covers and cannot say so
 * inside anything packed, since it leaves itself out.
 */
export function mayBeSealed(bytes: Buffer): boolean {
  return byteRange.test(bytes.toString('latin1'))
}
