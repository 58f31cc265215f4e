// The first three say that the next value is of another set.
const basic = '    0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const marks = '!"#$%&\'()*+,-./:;<=>?@[\\]^_'

/** After one of these, 254 says that what follows is plain. */
const unlatch = 254

/**
 * Three signs in two bytes, as the symbols of DataMatrix pack them; null for bytes that are none of that. Capital
 * letters, digits and blanks are one value each, everything else is two.
 */
export function fromC40(bytes: Uint8Array): string | null {
  const values: number[] = []
  let tail = ''
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes[at] === unlatch) {
      tail = plain(bytes.subarray(at + 1))
      break
    }
    const [high, low] = [bytes[at], bytes[at + 1]]
    if (high === undefined || low === undefined) return null
    const packed = high * 256 + low - 1
    values.push(Math.floor(packed / 1600), Math.floor(packed / 40) % 40, packed % 40)
  }
  const text = spell(values)
  return text === null ? null : text + tail
}

const plain = (bytes: Uint8Array) =>
  [...bytes].map((byte) => String.fromCharCode((byte + 255) % 256)).join('')

function spell(values: readonly number[]): string | null {
  let text = ''
  let set = 0
  let isHigh = false
  for (const value of values) {
    if (set === 0 && value < 3) {
      set = value + 1
      continue
    }
    const code = codeOf(set, value)
    if (code === null) return null
    set = 0
    if (code === 'HIGH') isHigh = true
    else {
      text += String.fromCharCode(isHigh ? code + 128 : code)
      isHigh = false
    }
  }
  // One value left over is filled up with the beginning of nothing.
  return text
}

function codeOf(set: number, value: number): number | 'HIGH' | null {
  if (set === 0) return basic.codePointAt(value) ?? null
  if (set === 1) return value < 32 ? value : null
  if (set === 3) return value < 32 ? 96 + value : null
  if (value === 30) return 'HIGH'
  return marks.codePointAt(value) ?? null
}
