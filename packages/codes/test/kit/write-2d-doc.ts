import { sign, type KeyObject } from 'node:crypto'

export interface WrittenCode {
  readonly version?: 1 | 2 | 3 | 4
  readonly authority?: string
  readonly certificate?: string
  /** Days since 2000. */
  readonly issued?: number | null
  readonly signed?: number
  readonly type?: string
  /** Identifiers with their values and what ends them. */
  readonly message: string
  readonly key: KeyObject
  /** What follows the signature. */
  readonly annex?: string
  /** Whether the bytes or what is claimed of them is changed after signing. */
  readonly change?: (text: string) => string
}

const digests: Readonly<Record<string, string>> = {
  prime256v1: 'sha256',
  secp384r1: 'sha384',
  secp521r1: 'sha512',
}
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const [gs, rs, us] = ['\u001d', '\u001e', '\u001f']

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function signatureOver(data: Uint8Array, key: KeyObject): Buffer {
  const digest = digests[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256'
  return sign(digest, data, { key, dsaEncoding: 'ieee-p1363' })
}

const count = (days: number | null) => (days ?? 0xffff).toString(16).toUpperCase().padStart(4, '0')

/** A signed code as an encoder writes it, before it is drawn. */
export function writeCode(wish: WrittenCode): Buffer {
  const { version = 4, authority = 'ZZ01', certificate = 'AB12', issued = 9800, signed = 9801 } = wish
  const { type = '03', message, key, annex, change = (text: string) => text } = wish
  const more = version === 4 ? '01FR' : version === 3 ? '01' : ''
  const head = `DC0${version}${authority}${certificate}${count(issued)}${count(signed)}${type}${more}`
  const signature = signatureOver(Buffer.from(head + message, 'latin1'), key)
  const data = change(head + message)
  if (version === 1) return Buffer.concat([Buffer.from(data, 'latin1'), signature])
  const rest = annex === undefined ? '' : gs + annex
  return Buffer.from(data + us + toBase32(signature) + rest, 'latin1')
}

/** The same in bytes: header, one block for each value, and the signature as the last of them. */
export function writeBinary(
  wish: Pick<WrittenCode, 'key'> & { readonly blocks: Buffer; readonly annex?: Buffer },
): Buffer {
  const date = (text: string) => Buffer.from(Number(text).toString(16).padStart(6, '0'), 'hex')
  const data = Buffer.concat([
    Buffer.from([0xdc, 4]),
    c40('FRA'),
    c40('ZZ010AB12'),
    date('10312026'),
    date('11012026'),
    Buffer.from([0x07, 0x00, 0x01]),
    wish.blocks,
  ])
  const signature = signatureOver(data, wish.key)
  return Buffer.concat([
    data,
    Buffer.from([0xff, signature.length]),
    signature,
    wish.annex ?? Buffer.alloc(0),
  ])
}

const basic = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function c40(text: string): Buffer {
  const values = [...text].map((letter) => basic.indexOf(letter) + 3)
  const packed: number[] = []
  for (let at = 0; at < values.length; at += 3) {
    const word = 1600 * values[at]! + 40 * values[at + 1]! + values[at + 2]! + 1
    packed.push(word >> 8, word & 0xff)
  }
  return Buffer.from(packed)
}
