import { Type } from 'typebox'
import { nullable, problem } from '../../platform/http/index.ts'
import { identifierCodes } from './legal-identifier.ts'

const meanings =
  'CIT001 = SIRET, CIT002 = intra-community VAT number, CIT003 = DUNS, LEI = legal entity identifier (ISO 17442), ' +
  'NATIONAL = a number of the register of its country.'

/** As it is given to us. */
export const GivenLegalIdentifier = Type.Object({
  code: Type.Enum([...identifierCodes], {
    description: meanings,
    ...problem({ missing: 'IDENTIFIER_MISSING', invalid: 'IDENTIFIER_TYPE_UNKNOWN' }),
  }),
  value: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Spaces, dots and dashes do not matter.',
    ...problem({ missing: 'IDENTIFIER_MISSING', tooShort: 'IDENTIFIER_MISSING' }),
  }),
  countryCode: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'With NATIONAL, and only there: the country that gave the number.',
      ...problem({ invalid: 'COUNTRY_CODE_INVALID' }),
    }),
  ),
  register: Type.Optional(
    nullable(
      Type.String({
        maxLength: 8,
        description:
          'With NATIONAL: its register, by the code of GLEIF’s list of registration authorities (see /company-registers).',
      }),
    ),
  ),
})

/** As it is stored and told. */
export const LegalIdentifierView = Type.Object(
  {
    code: Type.Enum([...identifierCodes]),
    value: Type.String(),
    countryCode: Type.Optional(Type.String({ description: 'Of NATIONAL only.' })),
    register: Type.Optional(nullable(Type.String({ description: 'Of NATIONAL only; null if nobody said.' }))),
  },
  { description: meanings },
)
