const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes that these letters stand for (RFC 4648, padding may be left out); null for any other sign. */
export function fromBase32(text: string): Uint8Array | null {
  const letters = text.replace(/={0,6}$/, '')
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8))
  let [held, bits, at] = [0, 0, 0]
  for (const letter of letters) {
    const value = alphabet.indexOf(letter)
    if (value === -1) return null
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >> bits) & 0xff
    }
  }
  return bytes
}
