import type { X509Certificate } from 'node:crypto'
import { StampRefused } from './refused.ts'

const timeStamping = '1.3.6.1.5.5.7.3.8'
const longestChain = 6

interface Trust {
  /** Certificates that came along, believed only as far as somebody vouches for them. */
  readonly others: readonly X509Certificate[]
  readonly authorities: readonly X509Certificate[]
  readonly at: Date
}

/** For time-stamps and nothing else (RFC 3161), and vouched for by an authority that is trusted here. */
export function requireTrusted(signer: X509Certificate, trust: Trust): void {
  const uses = signer.keyUsage as string[] | undefined
  if (uses?.length !== 1 || uses[0] !== timeStamping) throw new StampRefused('CERTIFICATE')
  if (!leadsToAuthority(signer, trust, longestChain)) throw new StampRefused('UNTRUSTED')
}

function leadsToAuthority(certificate: X509Certificate, trust: Trust, left: number): boolean {
  if (left === 0 || !isValidAt(certificate, trust.at)) return false
  const isTrusted = (one: X509Certificate) =>
    trust.authorities.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)
  if (isTrusted(certificate)) return true
  const issuers = [...trust.authorities, ...trust.others].filter((one) => hasIssued(one, certificate))
  return issuers.some((issuer) => leadsToAuthority(issuer, trust, left - 1))
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

/** At the time of the time-stamp, not now: one made while the certificate was good stays good. */
function isValidAt({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo)
}
