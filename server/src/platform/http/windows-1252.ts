// What stands in the places 0x80 to 0x9f; five of them are empty. The rest is as in Unicode.
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const places = new Map(Array.from(upper, (sign, nth) => [sign, 0x80 + nth]))

function byteOf(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : places.get(sign)
}

const unknown = 0x3f

/**
 * Text in the one-byte encoding that a French Excel calls CSV. A letter it does not have loses its accent (ő becomes
 * o); any other sign it does not have becomes a question mark.
 */
export function encodeWindows1252(text: string): Buffer {
  const bytes: number[] = []
  for (const sign of text.normalize('NFC')) {
    const found = byteOf(sign) ?? byteOf(sign.normalize('NFKD').slice(0, 1)) ?? unknown
    bytes.push(found)
  }
  return Buffer.from(bytes)
}
