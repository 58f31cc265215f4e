import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { bits, context, int, nothing, octets, oid, seq, set, text, time, tlv, yes } from './der.ts'

export const ecdsaSha256 = seq(oid('1.2.840.10045.4.3.2'))
export const day = 86_400_000
export const today = new Date('2026-03-01T12:00:00Z')

export interface Holder {
  readonly name: Buffer
  readonly serial: Buffer
  readonly certificate: Buffer
  readonly key: KeyObject
  readonly spki: Buffer
}

interface Wish {
  readonly name: string
  /** Signs for itself unless given. */
  readonly issuer?: Holder
  readonly isAuthority?: boolean
  readonly from?: Date
  readonly until?: Date
  readonly purpose?: string
  /** Bits of keyUsage, the first one highest: 0x80 signs, 0x40 commits, 0x04 issues certificates, 0x02 issues lists. */
  readonly usage?: number
  readonly strange?: boolean
  /** Says that it is qualified, for seals. */
  readonly isQualified?: boolean
  readonly isRsa?: boolean
  /** Of its key; P-256 unless given. */
  readonly curve?: 'prime256v1' | 'secp384r1' | 'secp521r1'
}

const qualified = seq(seq(oid('0.4.0.1862.1.1')), seq(oid('0.4.0.1862.1.6'), seq(oid('0.4.0.1862.1.6.2'))))

let serials = 1000

/** A certificate of the test authority, with a key of its own. */
export function issue(wish: Wish): Holder {
  const { publicKey, privateKey: key } = wish.isRsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: wish.curve ?? 'prime256v1' })
  const name = seq(set(seq(oid('2.5.4.3'), text(wish.name))))
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const serial = int((serials += 1))
  const isAuthority = wish.isAuthority ?? false
  const extensions = [
    isAuthority ? extension('2.5.29.19', seq(yes)) : null,
    extension('2.5.29.15', bits(Buffer.from([wish.usage ?? (isAuthority ? 0x86 : 0xc0)]))),
    wish.purpose ? extension('2.5.29.37', seq(oid(wish.purpose))) : null,
    wish.isQualified ? extension('1.3.6.1.5.5.7.1.3', qualified) : null,
    wish.strange ? extension('1.2.3.4.5', nothing) : null,
  ].filter((each) => each !== null)
  const validity = seq(
    time(wish.from ?? new Date(today.getTime() - 100 * day)),
    time(wish.until ?? new Date(today.getTime() + 300 * day)),
  )
  const signer = wish.issuer ?? { name, key }
  const body = [
    context(0, int(2)),
    serial,
    ecdsaSha256,
    signer.name,
    validity,
    name,
    spki,
    context(3, seq(...extensions)),
  ]
  const tbs = seq(...body)
  const certificate = seq(tbs, ecdsaSha256, bits(sign('sha256', tbs, signer.key)))
  return { name, serial, certificate, key, spki }
}

function extension(type: string, value: Buffer): Buffer {
  return seq(oid(type), yes, octets(value))
}

/** A list of what the authority has revoked. */
export function revocationList(issuer: Holder, revoked: readonly Holder[], at: Date): Buffer {
  const entries = revoked.map(({ serial }) => seq(serial, time(new Date(at.getTime() - day))))
  const body = [int(1), ecdsaSha256, issuer.name, time(at), time(new Date(at.getTime() + 30 * day))]
  const tbs = seq(...body, ...(entries.length > 0 ? [seq(...entries)] : []))
  return seq(tbs, ecdsaSha256, bits(sign('sha256', tbs, issuer.key)))
}

/** The answer of the authority itself about one certificate. */
export function ocspAnswer(issuer: Holder, about: Holder, at: Date, isRevoked = false): Buffer {
  const sha1 = (bytes: Buffer) => octets(createHash('sha1').update(bytes).digest())
  const point = issuer.spki.subarray(issuer.spki.length - 65)
  const id = seq(seq(oid('1.3.14.3.2.26'), nothing), sha1(issuer.name), sha1(point), about.serial)
  const status = isRevoked ? context(1, time(new Date(at.getTime() - day))) : tlv(0x80)
  const single = seq(id, status, time(at), context(0, time(new Date(at.getTime() + 7 * day))))
  const tbs = seq(context(1, issuer.name), time(at), seq(single))
  const basic = seq(tbs, ecdsaSha256, bits(sign('sha256', tbs, issuer.key)))
  return seq(tlv(0x0a, Buffer.from([0])), context(0, seq(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))))
}
