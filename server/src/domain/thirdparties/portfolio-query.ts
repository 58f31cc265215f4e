import { Type, type Static } from 'typebox'
import { eventFilterQuery, pageQuery, sortOf, sortQuery } from '../../platform/http/index.ts'
import { parseEventFilter, type EventFilter } from '../../platform/journal/index.ts'
import {
  AppError,
  checkDuns,
  checkLei,
  checkSiren,
  checkSiret,
  checkVat,
  isCountryCode,
  requireDay,
} from '../../platform/kernel/index.ts'
import { filterQuery, filterValues, type FilterValues } from '../../platform/lists/index.ts'
import { ownerParameter, shownOwner } from '../teams/index.ts'
import {
  attributeConditions,
  attributeParameters,
  attributeSortField,
  attributeSortSchema,
  shownAttributes,
} from './attribute-parameters.ts'
import { requireValidIdentifier } from './legal-identifier.ts'
import {
  archiveFilter,
  companyFilters,
  keyFilters,
  plainFilters,
  summaryFilters,
  unitFilter,
  type PortfolioFilter,
} from './portfolio-filter.ts'
import { sortFields, type PortfolioSort } from './portfolio-order.ts'
import { ratingConditions, ratingParameters, summaryOrders, type RatingBands } from './summary-parameters.ts'

/** What a list of third parties can be narrowed and ordered by, as query parameters. */
const narrowing = {
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
  owner: Type.Optional(ownerParameter),
  ...filterQuery(keyFilters),
  ...filterQuery(companyFilters),
  ...filterQuery(unitFilter),
  ...filterQuery(summaryFilters),
  ...ratingParameters,
  ...filterQuery(archiveFilter),
}

// Open, because attributes have names of the account's own; filterOf refuses what is neither.
export const FilterQuery = Type.Object(
  { ...narrowing, ...attributeParameters },
  { additionalProperties: true },
)
export const ListQuery = Type.Object(
  { ...pageQuery(), ...narrowing, ...attributeParameters, ...shownAttributes, ...shownOwner },
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
  requireDay({ parameter: 'expiresBefore' }, query.expiresBefore)
  return {
    ...filterValues(plainFilters, query),
    ...readKeys(query),
    q: query.q ?? null,
    owner: query.owner ?? null,
    ratings: ratingConditions(query, bands),
    attributes: attributeConditions(query, declared),
  }
}

const keyChecks = {
  siret: ['SIRET', checkSiret],
  siren: ['SIREN', checkSiren],
  vatNumber: ['VAT number', checkVat],
  duns: ['DUNS', checkDuns],
  lei: ['LEI', checkLei],
} as const

/** In their stored form. A number that no company can have is a mistake, not an empty list. */
function readKeys(query: Filters): FilterValues<typeof keyFilters> {
  const numbers = Object.entries(keyChecks).flatMap(([name, [type, check]]) => {
    const given = query[name as keyof typeof keyChecks]
    return given === undefined
      ? []
      : [[name, requireValidIdentifier(type, check(given), { parameter: name })] as const]
  })
  const { code, localId } = query
  return {
    ...Object.fromEntries(numbers),
    ...(code !== undefined && { code: code.trim() }),
    ...(localId !== undefined && { localId: localId.trim() }),
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
