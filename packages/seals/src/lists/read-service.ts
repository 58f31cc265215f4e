import type { Qualification, ServicePeriod, ServiceType, TrustService } from '../trust/trust-service.ts'
import { dateAt, select, textAt, type XmlElement } from './dom.ts'

/** Words for "in order" since 2016, and before. */
const granted = /\/(granted|recognisedatnationallevel|undersupervision|supervisionincessation|accredited)$/

/** A service with all the states that it ever had. */
export function readService(node: XmlElement, of: { country: string; provider: string }): TrustService {
  const [now] = select(node, 'ServiceInformation')
  const states = [...(now ? [now] : []), ...select(node, 'ServiceHistory', 'ServiceHistoryInstance')]
    .flatMap((state) => {
      const from = dateAt(state, 'StatusStartingTime')
      return from ? [{ from, state }] : []
    })
    .toSorted((a, b) => b.from.getTime() - a.from.getTime())
  return {
    ...of,
    name: now ? (textAt(now, 'ServiceName', 'Name') ?? '') : '',
    type: typeOf(now ? textAt(now, 'ServiceTypeIdentifier') : null),
    // From the newest to the oldest: each ends where the one before it begins.
    periods: states.map(({ from, state }, i) => readPeriod(state, from, states[i - 1]?.from ?? null)),
  }
}

function typeOf(uri: string | null): ServiceType {
  if (uri?.endsWith('/Svctype/CA/QC')) return 'QUALIFIED_CERTIFICATES'
  return uri?.endsWith('/Svctype/TSA/QTST') ? 'QUALIFIED_TIMESTAMPS' : 'OTHER'
}

function readPeriod(state: XmlElement, from: Date, until: Date | null): ServicePeriod {
  const extensions = select(state, 'ServiceInformationExtensions', 'Extension')
  const uses = extensions.flatMap((each) => textAt(each, 'AdditionalServiceInformation', 'URI') ?? [])
  return {
    from,
    until,
    isGranted: granted.test(textAt(state, 'ServiceStatus') ?? ''),
    forSeals: uses.some((uri) => uri.endsWith('/ForeSeals')),
    forSignatures: uses.some((uri) => uri.endsWith('/ForeSignatures')),
    qualifications: extensions
      .flatMap((each) => select(each, 'Qualifications', 'QualificationElement'))
      .map(readQualification),
  }
}

function readQualification(element: XmlElement): Qualification {
  const qualifiers = select(element, 'Qualifiers', 'Qualifier').map(
    (each) => each.getAttribute('uri')?.split('/').at(-1) ?? '',
  )
  const [criteria] = select(element, 'CriteriaList')
  const policies = criteria ? select(criteria, 'PolicySet', 'PolicyIdentifier', 'Identifier') : []
  const others = criteria ? [...select(criteria, 'KeyUsage'), ...select(criteria, 'otherCriteriaList')] : []
  const isUnderstood = policies.length > 0 && others.length === 0
  const identifiers = policies.map((each) => (each.textContent ?? '').trim().replace(/^urn:oid:/i, ''))
  return { qualifiers, policies: isUnderstood ? identifiers : null }
}
