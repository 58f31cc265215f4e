import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificatePolicies } from '@peculiar/asn1-x509'
import { fromBER, ObjectIdentifier, Sequence } from 'asn1js'
import type { Certificate } from '../x509/certificate.ts'
import type { ServicePeriod, TrustService } from './trust-service.ts'

const statements = '1.3.6.1.5.5.7.1.3'
const policies = '2.5.29.32'
const compliance = '0.4.0.1862.1.1'
const typeOf = { statement: '0.4.0.1862.1.6', seal: '0.4.0.1862.1.6.2' } as const

/** Whether the trusted lists make the certificate a qualified one, when it was issued and when it was used. */
export function isQualified(
  certificate: Certificate,
  services: readonly TrustService[],
  time: Date,
): boolean {
  return services
    .filter(({ type }) => type === 'QUALIFIED_CERTIFICATES')
    .some((service) =>
      [certificate.notBefore, time].every((moment) => {
        const period = periodAt(service, moment)
        return period !== null && period.isGranted && covers(period, certificate)
      }),
    )
}

export function isQualifiedStamp(services: readonly TrustService[], time: Date): boolean {
  return services.some(
    (service) => service.type === 'QUALIFIED_TIMESTAMPS' && (periodAt(service, time)?.isGranted ?? false),
  )
}

function periodAt({ periods }: TrustService, time: Date): ServicePeriod | null {
  return periods.find(({ from, until }) => from <= time && (until === null || time < until)) ?? null
}

function covers(period: ServicePeriod, certificate: Certificate): boolean {
  const said = statementsOf(certificate)
  const own = new Set(policiesOf(certificate))
  const qualifiers = new Set(
    period.qualifications
      .filter(
        (each) =>
          each.policies !== null && each.policies.length > 0 && each.policies.every((one) => own.has(one)),
      )
      .flatMap((each) => each.qualifiers),
  )
  if (qualifiers.has('NotQualified')) return false
  if (!said.has(compliance) && !qualifiers.has('QCStatement')) return false
  const isSeal = qualifiers.has('QCForESeal') || (said.has(typeOf.seal) && !qualifiers.has('QCForESig'))
  // Before July 2016 lists did not tell seals from signatures, and all were signatures.
  return isSeal ? period.forSeals : period.forSignatures || !period.forSeals
}

function policiesOf(certificate: Certificate): string[] {
  const value = certificate.extension(policies)
  return value
    ? [...AsnConvert.parse(value, CertificatePolicies)].map(({ policyIdentifier }) => policyIdentifier)
    : []
}

/** Identifiers of the statements, and of the types inside the one about types. */
function statementsOf(certificate: Certificate): Set<string> {
  const value = certificate.extension(statements)
  const found = new Set<string>()
  const list = value ? fromBER(value).result : null
  if (!(list instanceof Sequence)) return found
  for (const statement of list.valueBlock.value) {
    if (!(statement instanceof Sequence)) continue
    const [id, info] = statement.valueBlock.value
    if (id instanceof ObjectIdentifier) found.add(id.getValue())
    if (info instanceof Sequence && id instanceof ObjectIdentifier && id.getValue() === typeOf.statement) {
      for (const type of info.valueBlock.value)
        if (type instanceof ObjectIdentifier) found.add(type.getValue())
    }
  }
  return found
}
