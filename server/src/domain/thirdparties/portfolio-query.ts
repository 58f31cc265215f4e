import { Type, type Static } from 'typebox'
import { eventFilterQuery, pageQuery, problem, sortOf, sortQuery } from '../../platform/http/index.ts'
import { parseEventFilter, type EventFilter } from '../../platform/journal/index.ts'
import { AppError, isCountryCode } from '../../platform/kernel/index.ts'
import {
  attributeConditions,
  attributeParameters,
  attributeSortField,
  attributeSortSchema,
  shownAttributes,
} from './attribute-parameters.ts'
import { sortFields, type PortfolioFilter, type PortfolioSort } from './portfolio-filter.ts'
import {
  dayOf,
  ratingConditions,
  summaryOrders,
  summaryParameters,
  type RatingBands,
} from './summary-parameters.ts'
import { companyStatuses, dossierStatuses, identitySources, identityStatuses } from './thirdparty.schema.ts'

/** What a list of third parties can be narrowed and ordered by, as query parameters. */
const filterQuery = {
  ...eventFilterQuery,
  sort: Type.Optional(
    Type.Union([sortQuery([...sortFields, ...Object.keys(summaryOrders)]).sort, attributeSortSchema]),
  ),
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
  ...summaryParameters,
  archived: Type.Optional(
    Type.Boolean({ description: 'Only archived ones, or only live ones; both when absent.' }),
  ),
}

// Open, because attributes have names of the account's own; filterOf refuses what is neither.
export const FilterQuery = Type.Object(
  { ...filterQuery, ...attributeParameters },
  { additionalProperties: true },
)
export const ListQuery = Type.Object(
  { ...pageQuery(), ...filterQuery, ...attributeParameters, ...shownAttributes },
  { additionalProperties: true },
)
type Filters = Static<typeof FilterQuery>

export function eventsOf(
  query: Filters,
  { maxDays, required }: { maxDays: number | null; required: boolean },
): EventFilter | null {
  return parseEventFilter(query, { resource: 'THIRD_PARTY', required, maxDays })
}

interface Known {
  /** The parameters of the route; all others must be attributes. */
  readonly declared: Readonly<Record<string, unknown>>
  readonly bands: RatingBands
}

export function filterOf(query: Filters, { declared, bands }: Known): PortfolioFilter {
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
    ratings: ratingConditions(query, bands),
    expiresBefore: dayOf('expiresBefore', query.expiresBefore),
    attributes: attributeConditions(query, declared),
  }
}

export function portfolioSort({ sort }: Filters): PortfolioSort {
  const none = { field: null, summary: null, attribute: null }
  if (sort === undefined) return { ...none, descending: true }
  const { field, descending } = sortOf(sort, '')
  const attribute = attributeSortField.exec(field)?.[1]
  if (attribute !== undefined) return { ...none, attribute, descending }
  if (Object.hasOwn(summaryOrders, field)) return { ...none, summary: field, descending }
  return { ...none, field: field as PortfolioSort['field'], descending }
}
