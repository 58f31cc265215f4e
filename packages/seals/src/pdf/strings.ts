import { unreadable } from '../fault.ts'
import { hexValue, isSpace } from './characters.ts'
import { PdfString } from './values.ts'

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** `<48656C6C6F>`; anything but digits and spaces inside is a fault. */
export function readHexString(bytes: Buffer, start: number): PdfString {
  const end = bytes.indexOf(0x3e, start)
  if (end < 0) throw unreadable('a string has no end')
  const out = Buffer.alloc((end - start) >> 1)
  let digits = 0
  for (let at = start + 1; at < end; at += 1) {
    const digit = hexValue(bytes[at])
    if (digit >= 0) {
      out[digits >> 1] = digits % 2 === 0 ? digit * 16 : (out[digits >> 1] ?? 0) + digit
      digits += 1
    } else if (!isSpace(bytes[at])) throw unreadable('a hexadecimal string holds other signs')
  }
  return new PdfString(out.subarray(0, (digits + 1) >> 1), { start, end: end + 1, isHex: true })
}

/** `(Hello \(world\))`. */
export function readLiteralString(bytes: Buffer, start: number): PdfString {
  const out: number[] = []
  let depth = 1
  let at = start + 1
  while (depth > 0) {
    const code = bytes[at]
    if (code === undefined) throw unreadable('a string has no end')
    if (code === 0x5c) {
      at = readEscape(bytes, at + 1, out)
      continue
    }
    if (code === 0x28) depth += 1
    if (code === 0x29) depth -= 1
    if (depth > 0) out.push(code)
    at += 1
  }
  return new PdfString(Buffer.from(out), { start, end: at, isHex: false })
}

/** Gives the place behind the escape. */
function readEscape(bytes: Buffer, at: number, out: number[]): number {
  const code = bytes[at]
  if (code === undefined) throw unreadable('a string has no end')
  if (code === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1
  if (code === 10) return at + 1
  if (code < 0x30 || code > 0x37) {
    out.push(escapes[String.fromCharCode(code)] ?? code)
    return at + 1
  }
  let value = 0
  let end = at
  for (let digit = bytes[end] ?? 0; end < at + 3 && digit >= 0x30 && digit <= 0x37; digit = bytes[end] ?? 0) {
    value = value * 8 + digit - 0x30
    end += 1
  }
  out.push(value & 0xff)
  return end
}
