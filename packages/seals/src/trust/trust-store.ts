import type { Certificate } from '../x509/certificate.ts'
import type { TrustService } from './trust-service.ts'

/** Somebody whose word is taken: a root that an operator chose, or a service of a trusted list. */
export interface TrustAnchor {
  readonly certificate: Certificate
  /** What the trusted lists say about it; empty for a root of one's own. */
  readonly services: readonly TrustService[]
}

/** An anchor whose certificate is read when somebody asks for it: all lists of Europe have thousands. */
export interface ClosedAnchor {
  readonly fingerprint: string
  readonly subject: Buffer
  readonly services: readonly TrustService[]
  readonly open: () => Certificate
}

/** All anchors, found by the name that they sign with. */
export class TrustStore {
  private readonly anchors = new Map<string, ClosedAnchor>()
  private readonly bySubject = new Map<string, Set<string>>()
  /** Each is read once: a path asks whether two certificates are the same one. */
  private readonly opened = new Map<string, Certificate>()
  /** Whether a trusted list is among its sources, so that it can tell who is qualified. */
  readonly hasLists: boolean
  /** The earliest time at which one of its lists should have been replaced. */
  readonly staleFrom: Date | null

  constructor(anchors: readonly (TrustAnchor | ClosedAnchor)[], staleFrom: Date | null = null) {
    for (const anchor of anchors) this.add('open' in anchor ? anchor : closed(anchor))
    this.hasLists = anchors.some(({ services }) => services.length > 0)
    this.staleFrom = staleFrom
  }

  get isEmpty(): boolean {
    return this.anchors.size === 0
  }

  get all(): ClosedAnchor[] {
    return [...this.anchors.values()]
  }

  find(certificate: Certificate): TrustAnchor | null {
    const found = this.anchors.get(certificate.fingerprint)
    return found ? this.open(found) : null
  }

  named(subject: Buffer): TrustAnchor[] {
    const found = this.bySubject.get(subject.toString('base64')) ?? []
    return [...found].flatMap((fingerprint) => this.anchors.get(fingerprint) ?? []).map((it) => this.open(it))
  }

  private open({ fingerprint, services, open }: ClosedAnchor): TrustAnchor {
    const certificate = this.opened.get(fingerprint) ?? open()
    this.opened.set(fingerprint, certificate)
    return { certificate, services }
  }

  private add(anchor: ClosedAnchor): void {
    const { fingerprint, subject } = anchor
    const services = [...(this.anchors.get(fingerprint)?.services ?? []), ...anchor.services]
    this.anchors.set(fingerprint, { fingerprint, subject, services, open: anchor.open })
    const key = subject.toString('base64')
    const named = this.bySubject.get(key) ?? new Set()
    this.bySubject.set(key, named.add(fingerprint))
  }
}

function closed({ certificate, services }: TrustAnchor): ClosedAnchor {
  const { fingerprint, subject } = certificate
  return { fingerprint, subject, services, open: () => certificate }
}
