import { createHash, sign } from 'node:crypto'
import { ecdsaSha256, type Holder } from './authority.ts'
import { context, int, nothing, octets, oid, seq, set, time } from './der.ts'

const digestOids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha1: '1.3.14.3.2.26',
  md5: '1.2.840.113549.2.5',
} as const
const ecdsaSha1 = seq(oid('1.2.840.10045.4.1'))

export interface MessageWish {
  readonly signer: Holder
  readonly others?: readonly Holder[]
  readonly digest?: keyof typeof digestOids
  readonly stampedBy?: { readonly authority: Holder; readonly time: Date }
  readonly isBound?: boolean
  /** Names another certificate than that of the signer. */
  readonly boundTo?: Holder
  readonly content?: { readonly type: string; readonly bytes: Buffer }
}

/** A CMS message about something with this digest. */
export function signMessage(digestOf: (name: string) => Buffer, wish: MessageWish): Buffer {
  const { signer, others = [], digest = 'sha256', isBound = true, content } = wish
  const algorithm = seq(oid(digestOids[digest]), nothing)
  const type = oid(content?.type ?? '1.2.840.113549.1.7.1')
  const hash = createHash('sha256')
    .update((wish.boundTo ?? signer).certificate)
    .digest()
  const attributes = [
    seq(oid('1.2.840.113549.1.9.3'), set(type)),
    seq(oid('1.2.840.113549.1.9.4'), set(octets(digestOf(digest)))),
    ...(isBound ? [seq(oid('1.2.840.113549.1.9.16.2.47'), set(seq(seq(seq(octets(hash))))))] : []),
  ]
  const value = sign(digest === 'sha1' ? 'sha1' : 'sha256', set(...attributes), signer.key)
  const { stampedBy } = wish
  const token = stampedBy ? stampToken((name) => createHash(name).update(value).digest(), stampedBy) : null
  const info = seq(
    int(1),
    seq(seq(...issuerOf(signer)), signer.serial),
    algorithm,
    context(0, ...attributes),
    digest === 'sha1' ? ecdsaSha1 : ecdsaSha256,
    octets(value),
    ...(token ? [context(1, seq(oid('1.2.840.113549.1.9.16.2.14'), set(token)))] : []),
  )
  const certificates = [signer, ...others].map(({ certificate }) => certificate)
  const inside = content ? [context(0, octets(content.bytes))] : []
  const data = seq(int(1), set(algorithm), seq(type, ...inside), context(0, ...certificates), set(info))
  return seq(oid('1.2.840.113549.1.7.2'), context(0, data))
}

/** The name of who issued it, without its outer tag. */
function issuerOf({ certificate }: Holder): Buffer[] {
  // Certificate, to-be-signed, version, serial number, algorithm, issuer.
  let at = header(certificate, header(certificate, 0).start).start
  for (let part = 0; part < 3; part += 1) at = header(certificate, at).end
  const issuer = header(certificate, at)
  return [certificate.subarray(issuer.start, issuer.end)]
}

function header(bytes: Buffer, at: number): { start: number; end: number } {
  const length = bytes[at + 1] ?? 0
  const digits = length > 0x80 ? length - 0x80 : 0
  const size = digits === 0 ? length : bytes.readUIntBE(at + 2, digits)
  return { start: at + 2 + digits, end: at + 2 + digits + size }
}

export function stampToken(
  digestOf: (name: string) => Buffer,
  by: { authority: Holder; time: Date },
): Buffer {
  const imprint = seq(seq(oid(digestOids.sha256), nothing), octets(digestOf('sha256')))
  const bytes = seq(int(1), oid('1.2.3.4'), imprint, int(7), time(by.time))
  const content = { type: '1.2.840.113549.1.9.16.1.4', bytes }
  return signMessage((name) => createHash(name).update(bytes).digest(), { signer: by.authority, content })
}
