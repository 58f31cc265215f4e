import type { X509Certificate } from 'node:crypto'
import { signatureAlgorithm } from './certificates.ts'

/** An authority of the list, with the certificates it signs with. */
export interface Authority {
  /** Such as FR03. */
  readonly id: string
  readonly certificates: readonly X509Certificate[]
}

export interface Span {
  readonly from: Date
  readonly until: Date
}

/** RSA and elliptic curves with SHA-256, 384 or 512; with anything older somebody could have made a second one. */
const safe = new Set([
  '2a864886f70d01010b',
  '2a864886f70d01010c',
  '2a864886f70d01010d',
  '2a8648ce3d040302',
  '2a8648ce3d040303',
  '2a8648ce3d040304',
])
const longest = 4

/**
 * When all certificates from this one up to the authority are valid; null where no way leads there. Those between them
 * may be any of the pool.
 */
export function spanOfWay(
  certificate: X509Certificate,
  authority: Authority,
  pool: readonly X509Certificate[],
): Span | null {
  return climb(certificate, authority, pool, 1)
}

function climb(
  certificate: X509Certificate,
  authority: Authority,
  pool: readonly X509Certificate[],
  steps: number,
): Span | null {
  const own = spanOf(certificate)
  if (own === null || steps > longest) return null
  for (const issuer of authority.certificates) {
    if (issuer.fingerprint256 === certificate.fingerprint256) return null
    const above = isIssued(certificate, issuer) ? spanOf(issuer) : null
    if (above) return meet(own, above)
  }
  for (const issuer of pool) {
    if (issuer.fingerprint256 === certificate.fingerprint256 || !isIssued(certificate, issuer)) continue
    const above = issuer.ca ? climb(issuer, authority, pool, steps + 1) : null
    if (above) return meet(own, above)
  }
  return null
}

function isIssued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (certificate.issuer !== issuer.subject || !safe.has(signatureAlgorithm(certificate) ?? '')) return false
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    // A key that OpenSSL does not know proves nothing.
    return false
  }
}

function spanOf({ validFrom, validTo }: X509Certificate): Span | null {
  const [from, until] = [new Date(validFrom), new Date(validTo)]
  return Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) ? null : { from, until }
}

const meet = (one: Span, other: Span): Span => ({
  from: one.from > other.from ? one.from : other.from,
  until: one.until < other.until ? one.until : other.until,
})
