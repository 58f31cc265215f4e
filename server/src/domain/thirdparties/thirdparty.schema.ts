import { Type, type Static } from 'typebox'
import {
  dateSchema,
  dateTimeSchema,
  MatchedEvents,
  nonBlankLine,
  nullable,
  pastMembers,
  namedObject,
} from '../../platform/http/index.ts'
import { referencesField } from '../external-references/index.ts'
import { RowOwner } from '../teams/index.ts'
import { groupNames } from './identity.ts'
import { LegalIdentifierView } from './legal-identifier.schema.ts'

export const companyStatuses = ['ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF'] as const
export const identitySources = ['MANAGED', 'UNMANAGED'] as const
export const identityStatuses = ['PENDING', 'COMPLETE', 'NOT_FOUND'] as const
export const dossierStatuses = [
  'ABSENT',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const

export const relationshipStates = [
  'NONE',
  'APPROVED',
  'APPROVED_WITH_CONDITIONS',
  'SUSPENDED',
  'REFUSED',
] as const
export const reviewCauses = [
  'EXPIRY',
  'DOSSIER_INVALID',
  'COLLECTIVE_PROCEDURE',
  'STRUCK_OFF',
  'LIST_HIT',
  'OVERDUE',
] as const

const text = nullable(Type.String())

export const ownCode = nonBlankLine({
  maxLength: 200,
  description: 'Your own reference. Spaces around it do not count; everything else does.',
})

const HeadOffice = namedObject('Address', {
  lines: Type.Array(Type.String()),
  postalCode: text,
  city: text,
  region: text,
  countryCode: text,
})

const Executive = namedObject('Executive', {
  name: Type.String(),
  role: text,
  kind: Type.Enum(['PERSON', 'COMPANY']),
  birthMonth: Type.Optional(
    Type.String({
      pattern: '^\\d{4}(-\\d{2})?$',
      description:
        'Of a person: year and month of birth, or the year alone; absent where the register does not say.',
    }),
  ),
  nationality: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description:
        'Of a person: ISO 3166-1 alpha-2 code; absent where the register does not say or names several.',
    }),
  ),
  identifier: Type.Optional(
    Type.String({ description: 'Of a company: its SIREN, or its number in its own register.' }),
  ),
})

const Headcount = namedObject('Headcount', {
  band: text,
  min: nullable(Type.Integer()),
  max: nullable(Type.Integer()),
  value: nullable(Type.Integer()),
  year: nullable(Type.Integer()),
})

const Provenance = namedObject(
  'Provenance',
  {
    groups: Type.Array(Type.Enum([...groupNames], { title: 'IdentityGroup' })),
    provider: Type.String({ description: 'A register, or `account` for what was entered by hand.' }),
    fetchedAt: dateTimeSchema,
    recordId: text,
  },
  { description: 'Where the present content of these groups of fields comes from, and since when.' },
)

export const relationshipFields = {
  state: Type.Enum([...relationshipStates], {
    title: 'RelationshipState',
    description: 'Whether the account works with the company; NONE: nobody has decided yet.',
  }),
  validUntil: nullable(dateSchema),
  toReview: nullable(
    namedObject(
      'RelationshipReview',
      { cause: Type.Enum([...reviewCauses], { title: 'ReviewCause' }), since: dateSchema },
      { description: 'Why it has to be decided anew, and since when.' },
    ),
  ),
}

/** The record on the wire. The database writes it (thirdparty_wire); this describes it to clients. */
export const ThirdPartyRecord = Type.Object(
  {
    thirdpartyId: Type.Integer(),
    code: text,
    // Null for a company that was added by its name and country alone.
    legalIdentifier: nullable(LegalIdentifierView),
    source: Type.Enum([...identitySources], { title: 'IdentitySource' }),
    identityStatus: Type.Enum([...identityStatuses], { title: 'IdentityStatus' }),
    name: text,
    tradeName: text,
    siren: text,
    siret: text,
    vatNumber: text,
    duns: text,
    lei: text,
    localId: text,
    localRegister: text,
    countryCode: text,
    legalForm: nullable(namedObject('LegalForm', { code: text, label: text })),
    headOffice: nullable(HeadOffice),
    nafCode: text,
    mainActivity: text,
    activityScheme: text,
    executives: Type.Array(Executive),
    headcount: nullable(Headcount),
    creationDate: nullable(dateSchema),
    closureDate: nullable(dateSchema),
    status: Type.Enum([...companyStatuses], { title: 'CompanyStatus' }),
    statusDetail: text,
    statusSince: nullable(dateSchema),
    relationship: namedObject('RelationshipSummary', relationshipFields),
    archived: Type.Boolean(),
    archivedAt: nullable(dateTimeSchema),
    provenance: Type.Array(Provenance),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
  },
  { title: 'ThirdParty' },
)

/** The record read by itself. */
export const ThirdPartyWithReferences = Type.Interface([ThirdPartyRecord], referencesField, {
  title: 'ThirdPartyWithReferences',
})

/** The record at a past moment. */
export const PastThirdParty = Type.Interface(
  [Type.Partial(ThirdPartyRecord)],
  { ...pastMembers, references: Type.Optional(referencesField.references) },
  { title: 'PastThirdParty' },
)
export type PastThirdParty = Static<typeof PastThirdParty>

const indicator = nullable(Type.Integer({ minimum: 0, maximum: 100 }))

const Summary = namedObject(
  'ThirdPartySummary',
  {
    criticality: text,
    dossierStatus: nullable(Type.Enum([...dossierStatuses])),
    indicators: Type.Object({
      LEGAL_COMPLIANCE: indicator,
      FINANCIAL_RISK: indicator,
      CYBERSECURITY: indicator,
      ENVIRONMENTAL_IMPACT: indicator,
    }),
    openRequests: nullable(Type.Integer({ minimum: 0 })),
    nextExpiry: nullable(dateSchema),
  },
  { description: 'The most telling of its attributes, dossiers and indicators; null is not known.' },
)

/** A row of the list; found by events, it says what matched. */
export const ThirdPartyRow = Type.Interface(
  [ThirdPartyRecord],
  {
    summary: Summary,
    attributes: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
        { description: 'With `withAttributes`: values by code; an attribute without a value is left out.' },
      ),
    ),
    ...RowOwner,
    matchedEvents: Type.Optional(MatchedEvents),
  },
  { title: 'ThirdPartyRow' },
)

const Change = namedObject('IdentityChange', {
  group: Type.Enum([...groupNames]),
  before: Type.Record(Type.String(), Type.Unknown()),
  after: Type.Record(Type.String(), Type.Unknown()),
})

/** What asking the register again brought. */
export const RefreshAnswer = Type.Object(
  {
    outcome: Type.Enum(['CHANGED', 'UNCHANGED', 'NOT_FOUND', 'PENDING'], {
      description: 'PENDING: the register did not answer in time, a job asks it again.',
    }),
    changes: Type.Array(Change),
    thirdParty: ThirdPartyRecord,
  },
  { title: 'RefreshedThirdParty' },
)
