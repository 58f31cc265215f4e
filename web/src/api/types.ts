export type Right = 'read' | 'manage' | 'decide' | 'audit' | 'administer'

export interface Account {
  accountId: number
  name: string
  rights: Right[]
}

export interface Me {
  name: string
  email: string | null
  accounts: Account[]
}

export interface SignInOptions {
  oidc: boolean
}

export interface Page<Row> {
  content: Row[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  totalIsExact: boolean
  next: string | null
}

export const identifierCodes = ['CIT001', 'CIT002', 'CIT003'] as const
export type IdentifierCode = (typeof identifierCodes)[number]
export type CompanyStatus = 'ACTIVE' | 'IN_COLLECTIVE_PROCEDURE' | 'STRUCK_OFF'

export interface Address {
  lines: string[]
  postalCode: string | null
  city: string | null
  region: string | null
  countryCode: string | null
}

export interface Headcount {
  band: string | null
  min: number | null
  max: number | null
  value: number | null
  year: number | null
}

export interface ThirdParty {
  thirdpartyId: number
  code: string | null
  legalIdentifier: { code: IdentifierCode; value: string }
  source: 'MANAGED' | 'UNMANAGED'
  identityStatus: 'PENDING' | 'COMPLETE' | 'NOT_FOUND'
  name: string | null
  tradeName: string | null
  siren: string | null
  siret: string | null
  vatNumber: string | null
  duns: string | null
  lei: string | null
  localId: string | null
  countryCode: string | null
  legalForm: { code: string | null; label: string | null } | null
  headOffice: Address | null
  nafCode: string | null
  mainActivity: string | null
  activityScheme: string | null
  executives: { name: string; role: string | null; kind: 'PERSON' | 'COMPANY' }[]
  headcount: Headcount | null
  creationDate: string | null
  closureDate: string | null
  status: CompanyStatus
  statusDetail: string | null
  statusSince: string | null
  archived: boolean
  archivedAt: string | null
  provenance: { provider: string; fetchedAt: string; recordId: string | null }[]
  createdAt: string
  updatedAt: string
}

export interface NewThirdParty {
  legalIdentifier: { code: IdentifierCode; value: string }
  code?: string
  unmanaged?: { name: string; countryCode: string }
}

export interface MailSummary {
  mailId: number
  recipient: string
  subject: string
  status: 'QUEUED' | 'SENT' | 'FAILED'
  createdAt: string
  sentAt: string | null
}

export interface Mail extends MailSummary {
  html: string
  text: string
}
