import { Type, type Static } from 'typebox'
import { eventFilterQuery, problem, sortOf, sortQuery } from '../../platform/http/index.ts'
import { parseEventFilter, type EventFilter } from '../../platform/journal/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { isCountryCode } from './country-codes.ts'
import { sortFields, type PortfolioFilter, type PortfolioSort } from './portfolio-filter.ts'
import { companyStatuses, dossierStatuses, identitySources, identityStatuses } from './thirdparty.schema.ts'

/** What a list of third parties can be narrowed and ordered by, as query parameters. */
export const filterQuery = {
  ...eventFilterQuery,
  ...sortQuery(sortFields),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Beginnings of words of the name, trade name, your code or any identifier; accents, case and order do not matter.',
    }),
  ),
  status: Type.Optional(Type.Enum([...companyStatuses])),
  countryCode: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166-1 alpha-2.',
      ...problem({ invalid: 'COUNTRY_CODE_INVALID' }),
    }),
  ),
  source: Type.Optional(Type.Enum([...identitySources])),
  identityStatus: Type.Optional(Type.Enum([...identityStatuses])),
  criticality: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  dossierStatus: Type.Optional(
    Type.Enum([...dossierStatuses], { description: 'The worst status of its open dossiers.' }),
  ),
  archived: Type.Optional(
    Type.Boolean({ description: 'Only archived ones, or only live ones; both when absent.' }),
  ),
}

const FilterQuery = Type.Object(filterQuery)
export type Filters = Static<typeof FilterQuery>

export function eventsOf(
  query: Filters,
  { maxDays, required }: { maxDays: number | null; required: boolean },
): EventFilter | null {
  return parseEventFilter(query, { resource: 'THIRD_PARTY', required, maxDays })
}

export function filterOf(query: Filters): PortfolioFilter {
  const { countryCode = null } = query
  if (countryCode !== null && !isCountryCode(countryCode))
    throw new AppError('COUNTRY_CODE_INVALID', {}, { members: { parameter: 'countryCode' } })
  return {
    countryCode,
    q: query.q ?? null,
    status: query.status ?? null,
    archived: query.archived ?? null,
    source: query.source ?? null,
    identityStatus: query.identityStatus ?? null,
    criticality: query.criticality ?? null,
    dossierStatus: query.dossierStatus ?? null,
  }
}

export function portfolioSort({ sort }: Filters): PortfolioSort {
  if (sort === undefined) return { field: null, descending: true }
  const { field, descending } = sortOf(sort, '')
  return { field: field as PortfolioSort['field'], descending }
}
