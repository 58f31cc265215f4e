import { Type, type Static } from 'typebox'

const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]))
const member = <T extends Parameters<typeof Type.Array>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const list = <T extends Parameters<typeof Type.Array>[0]>(item: T) => member(Type.Array(item))

/** The expiry has been seen under both spellings. */
export const Token = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expiresIn: number,
  expires_in: number,
})

const Described = Type.Object({ description: maybe, dnbCode: number })

const Address = Type.Object({
  addressCountry: member(Type.Object({ isoAlpha2Code: maybe })),
  addressLocality: member(Type.Object({ name: maybe })),
  addressRegion: member(Type.Object({ name: maybe })),
  postalCode: maybe,
  streetAddress: member(Type.Object({ line1: maybe, line2: maybe })),
})

const Organization = Type.Object({
  duns: Type.String({ pattern: '^[0-9]{9}$' }),
  primaryName: Type.String({ minLength: 1 }),
  registeredName: maybe,
  countryISOAlpha2Code: maybe,
  startDate: maybe,
  dunsControlStatus: member(Type.Object({ operatingStatus: member(Described) })),
  businessEntityType: member(Described),
  primaryAddress: member(Address),
  registrationNumbers: list(
    Type.Object({
      registrationNumber: Type.String(),
      typeDescription: maybe,
      isPreferredRegistrationNumber: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
  ),
  industryCodes: list(
    Type.Object({ code: Type.String(), description: maybe, typeDnBCode: number, priority: number }),
  ),
  numberOfEmployees: list(Type.Object({ value: number, informationScopeDescription: maybe })),
  currentPrincipals: list(Type.Object({ fullName: maybe, jobTitles: list(Type.Object({ title: maybe })) })),
})

/** A refused token is an answer too, whatever its words: it asks for another one. */
const Refused = Type.Union([Type.Object({ error: Type.Object({}) }), Type.String()])

export const DataBlocks = Type.Union([Type.Object({ organization: Organization }), Refused])

export const Match = Type.Union([
  Type.Object({
    candidatesMatchedQuantity: number,
    matchCandidates: Type.Array(
      Type.Object({
        organization: Organization,
        matchQualityInformation: member(Type.Object({ confidenceCode: number })),
      }),
    ),
  }),
  Refused,
])

export type Organization = Static<typeof Organization>
export type MatchAnswer = Static<typeof Match>
