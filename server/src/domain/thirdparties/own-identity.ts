import { Type, type Static } from 'typebox'
import { dateSchema, nullable, problem, singleLine } from '../../platform/http/index.ts'
import { AppError, isCountryCode, parseDate } from '../../platform/kernel/index.ts'
import type { Identity } from './identity.ts'
import { companyStatuses } from './thirdparty.schema.ts'

const line = (maxLength: number) => singleLine({ minLength: 1, maxLength })
const country = Type.String({ pattern: '^[A-Z]{2}$', ...problem({ invalid: 'COUNTRY_CODE_INVALID' }) })

/** What an account may say of a company that no register keeps. */
export const ownFields = {
  name: Type.Optional(line(500)),
  tradeName: Type.Optional(nullable(line(500))),
  countryCode: Type.Optional(country),
  legalForm: Type.Optional(
    nullable(Type.Object({ code: line(50), label: Type.Optional(nullable(line(200))) })),
  ),
  headOffice: Type.Optional(
    nullable(
      Type.Object({
        lines: Type.Array(line(200), { maxItems: 6 }),
        postalCode: Type.Optional(nullable(line(20))),
        city: Type.Optional(nullable(line(200))),
        region: Type.Optional(nullable(line(200))),
        countryCode: country,
      }),
    ),
  ),
  nafCode: Type.Optional(nullable(line(20))),
  mainActivity: Type.Optional(nullable(line(500))),
  creationDate: Type.Optional(nullable(dateSchema)),
  status: Type.Optional(Type.Enum([...companyStatuses])),
}

const OwnFields = Type.Object(ownFields)
type OwnFields = Static<typeof OwnFields>

export function ownIdentity(given: OwnFields): Partial<Identity> {
  const { legalForm, headOffice, creationDate, ...plain } = given
  for (const [pointer, code] of [
    ['/countryCode', given.countryCode],
    ['/headOffice/countryCode', headOffice?.countryCode],
  ] as const) {
    if (code !== undefined && !isCountryCode(code))
      throw new AppError('COUNTRY_CODE_INVALID', {}, { members: { pointer } })
  }
  if (creationDate !== undefined && creationDate !== null && parseDate(creationDate) === null) {
    const errors = [{ pointer: '/creationDate', code: 'FIELD_FORMAT', message: '' }]
    throw new AppError('VALIDATION_FAILED', {}, { errors })
  }
  return {
    ...(plain as Partial<Identity>),
    ...(legalForm !== undefined && { legalForm: legalForm && { label: null, ...legalForm } }),
    ...(headOffice !== undefined && {
      headOffice: headOffice && { postalCode: null, city: null, region: null, ...headOffice },
    }),
    ...(creationDate !== undefined && { creationDate }),
  }
}
