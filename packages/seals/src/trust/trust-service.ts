export type ServiceType = 'QUALIFIED_CERTIFICATES' | 'QUALIFIED_TIMESTAMPS' | 'OTHER'

/** What a trusted list says about a service for a span of time. */
export interface ServicePeriod {
  readonly from: Date
  /** Null for what holds now. */
  readonly until: Date | null
  readonly isGranted: boolean
  readonly forSeals: boolean
  readonly forSignatures: boolean
  /** Rules that make some certificates of the service qualified, or others not. */
  readonly qualifications: readonly Qualification[]
}

export interface Qualification {
  readonly qualifiers: readonly string[]
  /** Certificates that it is about: those with all these policies. Null for conditions that are not understood. */
  readonly policies: readonly string[] | null
}

export interface TrustService {
  readonly country: string
  readonly provider: string
  readonly name: string
  readonly type: ServiceType
  readonly periods: readonly ServicePeriod[]
}
