import { X509Certificate } from 'node:crypto'
import { elementAt, elementsIn, inside } from './der.ts'

const pem = /-----BEGIN (CERTIFICATE|PKCS7|CMS)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g
const mostCertificates = 100_000

/**
 * The certificates of a file, as authorities publish them: one or many, in PEM or DER, packed as PKCS #7, or as the
 * parts of an answer to a directory. Each once; none where it holds none.
 */
export function certificatesIn(bytes: Buffer): X509Certificate[] {
  const blocks = [...bytes.toString('latin1').matchAll(pem)].map(([, , body = '']) =>
    Buffer.from(body, 'base64'),
  )
  const found = new Map<string, X509Certificate>()
  for (const block of blocks.length > 0 ? blocks : [bytes]) {
    for (const certificate of unpack(block)) found.set(certificate.fingerprint256, certificate)
    if (found.size > mostCertificates) break
  }
  return [...found.values()]
}

function unpack(bytes: Buffer): X509Certificate[] {
  const first = elementAt(bytes, 0)
  if (first?.tag !== sequence) return scan(bytes)
  if (first.whole.length < bytes.length) return scan(bytes)
  const one = toCertificate(bytes)
  return one ? [one] : packed(bytes)
}

const sequence = 0x30
const certificateSet = 0xa0

/** Signed data without a signature: version, digests, contents, and then the certificates. */
function packed(bytes: Buffer): X509Certificate[] {
  const data = inside(bytes, 0, 1, 0)
  const parts = data ? elementsIn(data.content) : null
  const set = parts?.slice(1).find(({ tag }) => tag === certificateSet)
  return (set ? (elementsIn(set.content) ?? []) : []).flatMap(({ whole }) => toCertificate(whole) ?? [])
}

/** Certificates among other bytes, such as the boundaries of a message with many parts. */
function scan(bytes: Buffer): X509Certificate[] {
  const found: X509Certificate[] = []
  for (let at = bytes.indexOf(sequence); at !== -1 && found.length <= mostCertificates;) {
    const element = elementAt(bytes, at)
    const isLikely = element !== null && element.whole.length > 200 && element.content[0] === sequence
    const certificate = isLikely ? toCertificate(element.whole) : null
    if (certificate) found.push(certificate)
    at = bytes.indexOf(sequence, certificate ? at + element!.whole.length : at + 1)
  }
  return found
}

function toCertificate(bytes: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(bytes)
  } catch {
    return null
  }
}

/** The name that somebody is called by among all parts of a name. */
export function commonName({ subject }: X509Certificate): string | null {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? null
}

/** The algorithm a certificate is signed with, as the bytes of its object identifier in hexadecimal. */
export function signatureAlgorithm({ raw }: X509Certificate): string | null {
  return inside(raw, 0, 1, 0)?.content.toString('hex') ?? null
}
