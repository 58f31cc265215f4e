import { Type } from 'typebox'
import { dayOrNull, text, texts, textOrNull } from './parts.ts'

const number = Type.Union([Type.Number(), Type.Null()])

const LegalForm = Type.Object({ code: Type.String(), label: Type.Union([Type.String(), Type.Null()]) })
const HeadOffice = Type.Object({
  lines: Type.Array(Type.String()),
  postalCode: Type.Union([Type.String(), Type.Null()]),
  city: Type.Union([Type.String(), Type.Null()]),
  region: Type.Union([Type.String(), Type.Null()]),
  countryCode: Type.Union([Type.String(), Type.Null()]),
})
const Headcount = Type.Object({
  band: Type.Union([Type.String(), Type.Null()]),
  min: number,
  max: number,
  value: number,
  year: number,
})
const Executive = Type.Object({
  name: Type.String(),
  role: Type.String(),
  kind: Type.Enum(['PERSON', 'COMPANY']),
})

const Source = Type.Object({
  groups: texts('The groups of fields that come from there.'),
  provider: text('The register, or `account`.'),
  fetchedAt: text('When it was fetched.'),
  recordId: textOrNull('The record there.'),
})
export const provenance = Type.Array(Source, { description: 'Where everything known comes from now.' })

/** What is known of a company; an event holds the members that are known, or that changed. */
export const companyFields = {
  name: Type.Optional(textOrNull('Its name.')),
  tradeName: Type.Optional(textOrNull('Its trade name.')),
  legalForm: Type.Optional(Type.Union([LegalForm, Type.Null()])),
  countryCode: Type.Optional(textOrNull('ISO 3166-1 alpha-2.')),
  creationDate: Type.Optional(dayOrNull('When it was created')),
  closureDate: Type.Optional(dayOrNull('When it was closed')),
  headOffice: Type.Optional(Type.Union([HeadOffice, Type.Null()])),
  nafCode: Type.Optional(textOrNull('The code of its main activity.')),
  mainActivity: Type.Optional(textOrNull('Its main activity in words.')),
  activityScheme: Type.Optional(textOrNull('The scheme of that code.')),
  executives: Type.Optional(
    Type.Array(Executive, { description: 'By name, role and kind; only where somebody came or left.' }),
  ),
  headcount: Type.Optional(Type.Union([Headcount, Type.Null()])),
  status: Type.Optional(textOrNull('ACTIVE, IN_COLLECTIVE_PROCEDURE or STRUCK_OFF.')),
  statusDetail: Type.Optional(textOrNull('The kind of procedure or closure.')),
  statusSince: Type.Optional(dayOrNull('Since when')),
  siren: Type.Optional(textOrNull('SIREN, in France.')),
  siret: Type.Optional(textOrNull('SIRET of its head office, in France.')),
  vatNumber: Type.Optional(textOrNull('VAT number.')),
  duns: Type.Optional(textOrNull('DUNS number.')),
  lei: Type.Optional(textOrNull('Legal Entity Identifier.')),
  localId: Type.Optional(textOrNull('Its number in its own register.')),
}
