import type { Query } from '../../../api/index.ts'
import { accountNow } from '../../../ui/account-clock.ts'
import type { Sort } from '../../../ui/sort-header.tsx'
import { indicatorCodes } from './column-keys.ts'

/** The whole state of the list, as the address of the page carries it. */
export type PortfolioSearch = Readonly<Record<string, string>>

export const pageSizes = ['25', '50', '100'] as const

const filterNames = [
  'q',
  'status',
  'dossierStatus',
  'criticality',
  'countryCode',
  'unit',
  'owner',
  'relationship',
  'relationshipToReview',
  'source',
  'identityStatus',
  'expiresBefore',
  'archived',
  'eventNames',
  'eventOccurrenceStartDate',
] as const
export type FilterName = (typeof filterNames)[number] | `attribute.${string}` | RatingName
export type RatingName = `rating.${(typeof indicatorCodes)[number]}`

const attributeFilter = /^attribute\.([A-Z][A-Z0-9_]{0,63})(?:\.(?:min|max))?$/

export const attributeCodeOf = (name: string): string | null => attributeFilter.exec(name)?.[1] ?? null

export const ratingNames = indicatorCodes.map((code): RatingName => `rating.${code}`)

export function isFilter(name: string): name is FilterName {
  const plain: readonly string[] = [...filterNames, ...ratingNames]
  return plain.includes(name) || attributeFilter.test(name)
}

export function filtersOf(search: PortfolioSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => isFilter(name)))
}

export function sortOf({ sort }: PortfolioSearch): Sort | null {
  const [key = '', direction] = (sort ?? '').split(',')
  return key === '' ? null : { key, direction: direction === 'desc' ? 'desc' : 'asc' }
}

export const sizeOf = ({ size }: PortfolioSearch): number =>
  Number(pageSizes.find((one) => one === size) ?? 25)

/** Archived ones are out of sight until they are asked for. */
function archivedOf(value: string | undefined): string | undefined {
  return value === 'all' ? undefined : (value ?? 'false')
}

/** The API wants an end as well; a day's end keeps the question the same all day. */
function eventsOf({ eventNames, eventOccurrenceStartDate: start }: PortfolioSearch) {
  if (eventNames === undefined || start === undefined) return {}
  const today = new Date(accountNow()).toISOString().slice(0, 10)
  const from = start.length === 10 ? `${start}T00:00:00` : start
  return { eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: `${today}T23:59:59` }
}

/** What narrows and orders the list, in the API's own names. */
export function filterQuery(search: PortfolioSearch): Query<'exportThirdParties'> {
  const { archived, eventNames: _names, eventOccurrenceStartDate: _start, ...plain } = filtersOf(search)
  return {
    ...plain,
    ...eventsOf(search),
    archived: archivedOf(archived),
    sort: search['sort'],
  } as unknown as Query<'exportThirdParties'>
}
