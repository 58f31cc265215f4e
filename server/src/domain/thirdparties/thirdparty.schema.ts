import { Type } from 'typebox'
import { dateSchema, dateTimeSchema, MatchedEvents, nullable } from '../../platform/http/index.ts'

const text = nullable(Type.String())

const HeadOffice = Type.Object({
  lines: Type.Array(Type.String()),
  postalCode: text,
  city: text,
  region: text,
  countryCode: text,
})

const Executive = Type.Object({ name: Type.String(), role: text, kind: Type.Enum(['PERSON', 'COMPANY']) })

const Headcount = Type.Object({
  band: text,
  min: nullable(Type.Integer()),
  max: nullable(Type.Integer()),
  value: nullable(Type.Integer()),
  year: nullable(Type.Integer()),
})

const Provenance = Type.Object({ provider: Type.String(), fetchedAt: dateTimeSchema, recordId: text })

/** The record on the wire. The database writes it (thirdparty_wire); this describes it to clients. */
export const ThirdPartyRecord = Type.Object(
  {
    thirdpartyId: Type.Integer(),
    code: text,
    legalIdentifier: Type.Object({
      code: Type.Enum(['CIT001', 'CIT002', 'CIT003']),
      value: Type.String(),
    }),
    source: Type.Enum(['MANAGED', 'UNMANAGED']),
    identityStatus: Type.Enum(['PENDING', 'COMPLETE', 'NOT_FOUND']),
    name: text,
    tradeName: text,
    siren: text,
    siret: text,
    vatNumber: text,
    duns: text,
    lei: text,
    localId: text,
    countryCode: text,
    legalForm: nullable(Type.Object({ code: text, label: text })),
    headOffice: nullable(HeadOffice),
    nafCode: text,
    mainActivity: text,
    activityScheme: text,
    executives: Type.Array(Executive),
    headcount: nullable(Headcount),
    creationDate: nullable(dateSchema),
    closureDate: nullable(dateSchema),
    status: Type.Enum(['ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF']),
    statusDetail: text,
    statusSince: nullable(dateSchema),
    archived: Type.Boolean(),
    archivedAt: nullable(dateTimeSchema),
    provenance: Type.Array(Provenance),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
  },
  { title: 'Third party' },
)

/** A row of the list; found by events, it says what matched. */
export const ThirdPartyRow = Type.Interface([ThirdPartyRecord], {
  matchedEvents: Type.Optional(MatchedEvents),
})
