const names = [
  'records',
  'thirdpartyId',
  'siren',
  'vatNumber',
  'duns',
  'lei',
  'score',
  'grade',
  'asOf',
  'reference',
  'url',
  'rationale',
  'items',
  'itemTitle',
  'itemUrl',
  'itemDate',
  'itemSummary',
  'itemSentiment',
] as const
export type MappedName = (typeof names)[number]
export const mappedNames: readonly MappedName[] = names

/** Where each thing stands in what a provider says, as a JSON pointer (RFC 6901); null for nowhere. */
export type Mapping = Readonly<Record<MappedName, string | null>>

/** Our own words, in which files are written too. */
export const defaultMapping: Mapping = {
  records: '',
  thirdpartyId: '/thirdpartyId',
  siren: '/siren',
  vatNumber: '/vatNumber',
  duns: '/duns',
  lei: '/lei',
  score: '/score',
  grade: '/grade',
  asOf: '/asOf',
  reference: '/reference',
  url: '/url',
  rationale: '/rationale',
  items: '/items',
  itemTitle: '/title',
  itemUrl: '/url',
  itemDate: '/date',
  itemSummary: '/summary',
  itemSentiment: '/sentiment',
}

/** What the pointer leads to; undefined where there is nothing. */
export function resolvePointer(value: unknown, pointer: string | null): unknown {
  if (pointer === null) return undefined
  let found = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const isHolder = typeof found === 'object' && found !== null
    if (!isHolder || !Object.hasOwn(found as object, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

/** A message speaks of one company or of a list of them. */
export function recordsIn(body: unknown, { records }: Mapping): unknown[] {
  const found = resolvePointer(body, records)
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}
