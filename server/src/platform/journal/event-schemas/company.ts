import { Type } from 'typebox'
import { dayOrNull, oneOf, text, texts, textOrNull } from './parts.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

const LegalForm = Type.Object({
  code: text('Its code in the register.'),
  label: textOrNull('Its name.'),
})
const HeadOffice = Type.Object({
  lines: texts('Street and number.'),
  postalCode: textOrNull('Postal code.'),
  city: textOrNull('City.'),
  region: textOrNull('Region.'),
  countryCode: textOrNull('ISO 3166-1 alpha-2.'),
})
const Headcount = Type.Object({
  band: textOrNull('The band the register gives.'),
  min: number('The fewest people of that band.'),
  max: number('The most people of that band.'),
  value: number('The number of people, where it is known.'),
  year: number('Of which year.'),
})
const Executive = Type.Object({
  name: text('Name of the person or company.'),
  role: text('What they do there.'),
  kind: oneOf(['PERSON', 'COMPANY'], 'A person or a company.'),
})

const Source = Type.Object(
  {
    groups: texts('The groups of fields that come from there.'),
    provider: text('The register, or `account`.'),
    fetchedAt: text('When it was fetched.'),
    recordId: textOrNull('The record there.'),
  },
  { title: 'FieldSource' },
)
export const provenance = Type.Array(Source, { description: 'Where everything known comes from now.' })

/** What is known of a company; an event holds the members that are known, or that changed. */
export const companyFields = {
  name: Type.Optional(textOrNull('Its name.')),
  tradeName: Type.Optional(textOrNull('Its trade name.')),
  legalForm: Type.Optional(Type.Union([LegalForm, Type.Null()], { description: 'Its legal form.' })),
  countryCode: Type.Optional(textOrNull('ISO 3166-1 alpha-2.')),
  creationDate: Type.Optional(dayOrNull('When it was created')),
  closureDate: Type.Optional(dayOrNull('When it was closed')),
  headOffice: Type.Optional(Type.Union([HeadOffice, Type.Null()], { description: 'Where it has its seat.' })),
  nafCode: Type.Optional(textOrNull('The code of its main activity.')),
  mainActivity: Type.Optional(textOrNull('Its main activity in words.')),
  activityScheme: Type.Optional(textOrNull('The scheme of that code.')),
  executives: Type.Optional(
    Type.Array(Executive, { description: 'By name, role and kind; only where somebody came or left.' }),
  ),
  headcount: Type.Optional(
    Type.Union([Headcount, Type.Null()], { description: 'How many people work there.' }),
  ),
  status: Type.Optional(textOrNull('ACTIVE, IN_COLLECTIVE_PROCEDURE or STRUCK_OFF.')),
  statusDetail: Type.Optional(textOrNull('The kind of procedure or closure.')),
  statusSince: Type.Optional(dayOrNull('Since when')),
  siren: Type.Optional(textOrNull('SIREN, in France.')),
  siret: Type.Optional(textOrNull('SIRET of its head office, in France.')),
  vatNumber: Type.Optional(textOrNull('VAT number.')),
  duns: Type.Optional(textOrNull('DUNS number.')),
  lei: Type.Optional(textOrNull('Legal Entity Identifier.')),
  localId: Type.Optional(textOrNull('Its number in its own register.')),
  localRegister: Type.Optional(textOrNull('Who gives such numbers, by its code at GLEIF.')),
}
