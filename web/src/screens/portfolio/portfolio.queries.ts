import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Query, type Row } from '../../api/index.ts'
import { filterQuery, sizeOf, type PortfolioSearch } from './list/portfolio-search.ts'
import { dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'

export type PortfolioRow = Row<'listThirdParties'>
export type PortfolioPage = Answer<'listThirdParties'>
export type AttributeDefinition = Answer<'listAttributes'>['content'][number]
export type SavedView = Answer<'listSavedViews'>['content'][number]

const resolved = 60_000

interface Shown {
  /** The codes of those that have a column. */
  attributes: readonly string[]
  owner: boolean
}

export function portfolioQuery(accountId: number, search: PortfolioSearch, { attributes, owner }: Shown) {
  const query = {
    ...filterQuery(search),
    size: sizeOf(search),
    cursor: search['cursor'],
    withAttributes: attributes,
    ...(owner && { withOwner: true }),
  } as Query<'listThirdParties'>
  return queryOptions({
    queryKey: ['thirdparties', accountId, query],
    queryFn: ({ signal }) => api.account(accountId).get('/thirdparties', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const definitionsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['attributes', accountId, 'THIRD_PARTY'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/attributes', { query: { scope: 'THIRD_PARTY' }, signal }),
    select: ({ content }) => content,
    staleTime: resolved,
  })

export const viewsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['saved-views', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/saved-views', { signal }),
    select: ({ content }) => content,
    staleTime: resolved,
  })

/** Those that can be opened: published and not put away. */
export const openableTypesQuery = (accountId: number) =>
  queryOptions({
    ...dossierTypesQuery(accountId),
    select: (types) => types.filter(({ version, archived }) => version !== null && !archived),
  })
