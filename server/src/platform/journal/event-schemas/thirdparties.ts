import { Type } from 'typebox'
import { companyFields, provenance } from './company.ts'
import { ContactChange } from './contacts.ts'
import { findingShape } from './findings.ts'
import {
  beforeAfter,
  dayOrNull,
  eventData,
  flag,
  followersShape,
  id,
  kindOf,
  noKind,
  oneOf,
  ownerShape,
  referenceShape,
  text,
  texts,
  textOrNull,
} from './parts.ts'

const source = oneOf(['MANAGED', 'UNMANAGED'], 'Who maintains its data: a register, or the account.')
const identityStatus = oneOf(
  ['PENDING', 'COMPLETE', 'NOT_FOUND'],
  'Whether a register has answered: not yet, yes, or it does not know the company.',
)

const identifier = Type.Union(
  [
    Type.Object({
      code: text('The kind of identifier.'),
      value: text('The identifier.'),
      countryCode: Type.Optional(text('The country of a national number.')),
      register: Type.Optional(textOrNull('Who gives such numbers, by its code at GLEIF.')),
    }),
    Type.Null(),
  ],
  { description: 'What it is known by; null for a name and a country alone.' },
)

export const thirdPartyAdded = eventData('ThirdPartyAddedData', {
  legalIdentifier: identifier,
  code: textOrNull('The account’s own reference.'),
  source,
  status: identityStatus,
  identity: Type.Optional(
    Type.Object(
      { ...companyFields, provenance: Type.Optional(provenance) },
      { description: 'What was known of it at that moment, without the names of people.' },
    ),
  ),
  importId: Type.Optional(id('The import it came with.')),
})

const Relationship = Type.Object(
  {
    state: oneOf(
      ['NONE', 'APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED'],
      'What the account has decided about the company.',
    ),
    validUntil: dayOrNull('The last day of the decision'),
    toReview: Type.Union(
      [Type.Object({ cause: text('What happened.'), since: text('Since when.') }), Type.Null()],
      { description: 'Somebody has to decide again.' },
    ),
  },
  { description: 'The decision about the company, and whether it still holds.' },
)

const Fields = Type.Object(
  {
    ...companyFields,
    legalIdentifier: Type.Optional(identifier),
    source: Type.Optional(source),
    archived: Type.Optional(flag('Whether it is archived.')),
  },
  { title: 'ThirdPartyFields' },
)

const edited = eventData(
  'ThirdPartyEditedData',
  {
    kind: noKind,
    groups: Type.Optional(texts('The groups of fields that changed.')),
    before: Type.Optional(Fields),
    after: Type.Optional(Fields),
    provenance: Type.Optional(provenance),
    contact: Type.Optional(ContactChange),
  },
  'Its own data, who maintains it, that it came back from the archive, or one of its contacts.',
)

const relationshipChanged = eventData('ThirdPartyRelationshipData', {
  kind: kindOf('RELATIONSHIP'),
  change: oneOf(['DECIDED', 'REOPENED'], 'REOPENED: something happened since the decision.'),
  ...beforeAfter({ relationship: Relationship }),
})

export const thirdPartyUpdated = Type.Union(
  [
    edited,
    relationshipChanged,
    eventData('ThirdPartyOwnerData', ownerShape),
    eventData('ThirdPartyFollowersData', followersShape),
    eventData('ThirdPartyFindingData', findingShape),
    eventData('ThirdPartyReferenceData', referenceShape),
  ],
  { title: 'ThirdPartyUpdatedData' },
)

export const thirdPartyArchived = eventData('ThirdPartyArchivedData', {
  ...beforeAfter({ archived: flag('Whether it is archived.') }),
})

export const codeUpdated = eventData('ThirdPartyCodeUpdatedData', {
  ...beforeAfter({ code: textOrNull('The account’s own reference.') }),
})

const Known = Type.Object(
  { ...companyFields, identityStatus: Type.Optional(identityStatus) },
  { title: 'ThirdPartyKnownFields' },
)
export const informationUpdated = eventData('ThirdPartyInformationUpdatedData', {
  groups: texts('The groups of fields that changed.'),
  before: Known,
  after: Known,
  provider: Type.Optional(text('The register that said so.')),
  provenance: Type.Optional(provenance),
})

const Maintained = { source, identityStatus: Type.Optional(identityStatus) }
export const sourceLost = eventData('ThirdPartySourceChangedData', {
  reason: oneOf(['DETACHED', 'REGISTER_LOST_IT'], 'Somebody wanted it, or the register knows it no more.'),
  runs: Type.Optional(Type.Integer({ description: 'How often the register did not know it.' })),
  ...beforeAfter(Maintained),
})

export const announced = eventData('LegalAnnouncementData', {
  provider: text('The gazette.'),
  key: text('The gazette’s own key of the announcement.'),
  publishedOn: text('The day of publication (YYYY-MM-DD).'),
  effectiveOn: text('The day it took effect (YYYY-MM-DD).'),
  notice: oneOf(
    ['INITIAL', 'CORRECTION', 'CANCELLATION'],
    'A correction replaces the announcement it names; a cancellation takes it back.',
  ),
  previousKey: textOrNull('The announcement that is corrected or cancelled.'),
  role: oneOf(['SUBJECT', 'BUYER', 'SELLER'], 'In a sale of a business, on which side the company is.'),
  procedure: Type.Union(
    [
      Type.Object({
        phase: oneOf(
          ['OPENING', 'CHANGE', 'CLOSING', 'CANCELLATION', 'CORRECTION'],
          'What the judgment did.',
        ),
        state: Type.Union([Type.Enum(['LIQUIDATION', 'REDRESSEMENT', 'SAUVEGARDE', 'NONE']), Type.Null()], {
          description: 'Where the company stands after it.',
        }),
      }),
      Type.Null(),
    ],
    {
      description:
        'Of an insolvency procedure: what the judgment did, and where the company stands after it.',
    },
  ),
  court: textOrNull('The court.'),
  url: textOrNull('Where it can be read.'),
})
