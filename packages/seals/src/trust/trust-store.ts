import type { Certificate } from '../x509/certificate.ts'
import type { TrustService } from './trust-service.ts'

/** Somebody whose word is taken: a root that an operator chose, or a service of a trusted list. */
export interface TrustAnchor {
  readonly certificate: Certificate
  /** What the trusted lists say about it; empty for a root of one's own. */
  readonly services: readonly TrustService[]
}

/** All anchors, found by the name that they sign with. */
export class TrustStore {
  private readonly anchors = new Map<string, TrustAnchor>()
  /** Whether a trusted list is among its sources, so that it can tell who is qualified. */
  readonly hasLists: boolean
  /** The earliest time at which one of its lists should have been replaced. */
  readonly staleFrom: Date | null

  constructor(anchors: readonly TrustAnchor[], staleFrom: Date | null = null) {
    for (const anchor of anchors) {
      const known = this.anchors.get(anchor.certificate.fingerprint)
      const services = [...(known?.services ?? []), ...anchor.services]
      this.anchors.set(anchor.certificate.fingerprint, { certificate: anchor.certificate, services })
    }
    this.hasLists = anchors.some(({ services }) => services.length > 0)
    this.staleFrom = staleFrom
  }

  get isEmpty(): boolean {
    return this.anchors.size === 0
  }

  find(certificate: Certificate): TrustAnchor | null {
    return this.anchors.get(certificate.fingerprint) ?? null
  }

  named(subject: Buffer): TrustAnchor[] {
    return [...this.anchors.values()].filter(({ certificate }) => certificate.subject.equals(subject))
  }
}
