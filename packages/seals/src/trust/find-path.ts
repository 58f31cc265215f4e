import { KeyUsageFlags } from '@peculiar/asn1-x509'
import { limits } from '../limits.ts'
import type { Certificate } from '../x509/certificate.ts'
import type { TrustAnchor, TrustStore } from './trust-store.ts'

export type PathAnswer =
  /** From the certificate up to the anchor, which is the last one. */
  | { readonly kind: 'PATH'; readonly certificates: readonly Certificate[]; readonly anchor: TrustAnchor }
  /** A path, but not at this time. */
  | { readonly kind: 'EXPIRED'; readonly reason: string }
  | { readonly kind: 'NONE'; readonly reason: string }

/** Critical extensions that are looked at, here or by what a certificate is used for. */
const understood = new Set([
  '2.5.29.14',
  '2.5.29.15',
  '2.5.29.17',
  '2.5.29.18',
  '2.5.29.19',
  '2.5.29.31',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.37',
  '1.3.6.1.5.5.7.1.1',
  '1.3.6.1.5.5.7.1.3',
])

interface Search {
  readonly pool: readonly Certificate[]
  readonly store: TrustStore
  readonly time: Date
}

/** Looks for a way from a certificate to an anchor, along signatures that hold and certificates that may sign others. */
export function findPath(certificate: Certificate, search: Search): PathAnswer {
  const problem = problemOf(certificate)
  if (problem) return { kind: 'NONE', reason: problem }
  const walk = new Walk(search)
  const found = walk.climb([certificate])
  if (found) return found
  return walk.expired ?? { kind: 'NONE', reason: walk.reason }
}

class Walk {
  private readonly search: Search
  private attempts = 0
  reason: string
  expired: PathAnswer | null = null

  constructor(search: Search) {
    this.search = search
    this.reason = search.store.isEmpty
      ? 'No trusted authority is known here, so nobody vouches for the signer.'
      : 'No way leads from the certificate of the signer to a trusted authority.'
  }

  climb(path: readonly Certificate[]): PathAnswer | null {
    const { store, time, pool } = this.search
    const top = path.at(-1)
    if (!top || path.length > limits.pathLength) return null
    const anchor = store.find(top)
    const late = path.find((each) => each !== anchor?.certificate && !each.isValidAt(time))
    if (anchor && late) this.expired = { kind: 'EXPIRED', reason: expiryOf(late, time) }
    if (anchor && !late) return { kind: 'PATH', certificates: path, anchor }
    const above = [...store.named(top.issuer).map(({ certificate }) => certificate), ...pool]
    for (const issuer of above) {
      if (!issuer.subject.equals(top.issuer) || path.some((each) => each.raw.equals(issuer.raw))) continue
      this.attempts += 1
      if (this.attempts > limits.pathAttempts) return null
      const found = this.step(path, top, issuer)
      if (found) return found
    }
    return null
  }

  private step(path: readonly Certificate[], top: Certificate, issuer: Certificate): PathAnswer | null {
    const signature = top.checkSignedBy(issuer)
    if (signature.kind !== 'VALID') return null
    if (signature.strength !== 'STRONG') {
      this.reason =
        'A certificate on the way to a trusted authority is signed with an algorithm that is no longer safe.'
      return null
    }
    const problem = this.search.store.find(issuer)
      ? null
      : (problemOf(issuer) ?? problemAsIssuer(issuer, path))
    if (problem) this.reason = problem
    return problem ? null : this.climb([...path, issuer])
  }
}

function expiryOf(certificate: Certificate, time: Date): string {
  return time < certificate.notBefore
    ? 'A certificate was not valid yet.'
    : 'A certificate has expired, and no trusted time-stamp proves an earlier time.'
}

function problemOf(certificate: Certificate): string | null {
  const unknown = [...certificate.extensions].find(
    ([type, { critical }]) => critical && !understood.has(type),
  )
  return unknown ? `A certificate has a condition that is not understood (${unknown[0]}).` : null
}

/** Of a certificate that vouches for those below it. */
function problemAsIssuer(issuer: Certificate, below: readonly Certificate[]): string | null {
  const { authority } = issuer
  if (!authority) return 'The certificate of the signer was issued by somebody who is no authority.'
  if (!issuer.allows(KeyUsageFlags.keyCertSign))
    return 'A certificate was issued with a key that may not issue any.'
  const between = below.filter((each, i) => i > 0 && !each.isSelfIssued).length
  if (authority.pathLength !== null && between > authority.pathLength) {
    return 'There are more authorities between the signer and the root than the root allows.'
  }
  return null
}
