import { readCertificate, Certificate } from '../x509/certificate.ts'
import type { TrustService } from './trust-service.ts'
import { TrustStore, type ClosedAnchor } from './trust-store.ts'

/** What is left of trusted lists once their signatures were verified: plain JSON, to be kept and read again. */
export interface KeptTrust {
  readonly staleFrom: string | null
  readonly services: readonly TrustService[]
  readonly anchors: readonly KeptAnchor[]
}

interface KeptAnchor {
  readonly fingerprint: string
  /** Base64, as the certificate. */
  readonly subject: string
  readonly certificate: string
  /** Their places among the services. */
  readonly services: readonly number[]
}

export function keepTrust(store: TrustStore): KeptTrust {
  const services = [...new Set(store.all.flatMap((anchor) => anchor.services))]
  const places = new Map(services.map((service, place) => [service, place]))
  const anchors = store.all.map((anchor) => ({
    fingerprint: anchor.fingerprint,
    subject: anchor.subject.toString('base64'),
    certificate: anchor.open().raw.toString('base64'),
    services: anchor.services.flatMap((service) => places.get(service) ?? []),
  }))
  return { staleFrom: store.staleFrom?.toISOString() ?? null, services, anchors }
}

/** The store that was kept, beside roots of one's own in DER. */
export function openTrust(kept: KeptTrust | null, roots: readonly Buffer[]): TrustStore {
  const services = (kept?.services ?? []).map(withDates)
  const listed = (kept?.anchors ?? []).map((anchor): ClosedAnchor => {
    const { fingerprint, subject, certificate } = anchor
    return {
      fingerprint,
      subject: Buffer.from(subject, 'base64'),
      services: anchor.services.flatMap((place) => services[place] ?? []),
      open: () => new Certificate(Buffer.from(certificate, 'base64')),
    }
  })
  const own = roots
    .flatMap((raw) => readCertificate(raw) ?? [])
    .map((certificate) => ({ certificate, services: [] }))
  const staleFrom = kept?.staleFrom ? new Date(kept.staleFrom) : null
  return new TrustStore([...own, ...listed], staleFrom)
}

/** JSON has no dates. */
function withDates(service: TrustService): TrustService {
  const periods = service.periods.map((period) => ({
    ...period,
    from: new Date(period.from),
    until: period.until === null ? null : new Date(period.until),
  }))
  return { ...service, periods }
}
