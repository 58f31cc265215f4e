// Writes ASN.1 for tests by hand, so that what is tested does not write what it reads.

export function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(parts)
  const digits: number[] = []
  for (let rest = inside.length; inside.length > 127 && rest > 0; rest >>= 8) digits.unshift(rest & 0xff)
  const length = inside.length > 127 ? [0x80 + digits.length, ...digits] : [inside.length]
  return Buffer.concat([Buffer.from([tag, ...length]), inside])
}

export const seq = (...parts: readonly Buffer[]) => tlv(0x30, ...parts)
export const set = (...parts: readonly Buffer[]) => tlv(0x31, ...parts)
export const context = (number: number, ...parts: readonly Buffer[]) => tlv(0xa0 + number, ...parts)
export const octets = (bytes: Buffer) => tlv(0x04, bytes)
export const bits = (bytes: Buffer, unused = 0) => tlv(0x03, Buffer.from([unused]), bytes)
export const int = (value: number) =>
  tlv(0x02, Buffer.from(value > 127 ? [value >> 8, value & 0xff] : [value]))
export const text = (value: string) => tlv(0x0c, Buffer.from(value))
export const yes = tlv(0x01, Buffer.from([0xff]))
export const nothing = tlv(0x05)

export function time(date: Date): Buffer {
  return tlv(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const digits = [arc & 0x7f]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 0x7f) | 0x80)
    bytes.push(...digits)
  }
  return tlv(0x06, Buffer.from(bytes))
}
