import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { operations } from '@vigie/client'
import { api, thirdPartyQuery, type Answer, type ThirdPartyPart } from '../../api/index.ts'

/** A company as it is now; the same answer with a date has members missing. */
export type Company = Exclude<Answer<'getThirdParty'>, { asOf: string }>
export type PastCompany = Extract<Answer<'getThirdParty'>, { asOf: string }>
export type Contact = Answer<'listContacts'>['content'][number]
export type SuggestedContact = Answer<'listSuggestedContacts'>['content'][number]
export type Indicator = Answer<'listIndicators'>['content'][number]
type IndicatorCode = operations['getIndicatorHistory']['parameters']['path']['code']
export type Monitoring = Answer<'listMonitoring'>['content'][number]
export type DossierRow = Answer<'listThirdPartyDossiers'>['content'][number]

/** Where a part of the page reads: all keys begin alike, so that the live feed refreshes them together. */
export interface ThirdPartyIds {
  accountId: number
  thirdpartyId: number
}

export const partKey = (
  { accountId, thirdpartyId }: ThirdPartyIds,
  part: ThirdPartyPart,
  ...detail: [detail?: string | number]
) => ['thirdparty', accountId, thirdpartyId, part, ...detail] as const

export const companyKey = ({ accountId, thirdpartyId }: ThirdPartyIds) =>
  ['thirdparty', accountId, thirdpartyId] as const

export const companyQuery = (ids: ThirdPartyIds) => thirdPartyQuery(ids.accountId, ids.thirdpartyId)

export const pastCompanyQuery = (ids: ThirdPartyIds, day: string) =>
  queryOptions({
    queryKey: partKey(ids, 'past', day),
    queryFn: async ({ signal }) => {
      const query = { asOf: `${day}T23:59:59` }
      return (await api
        .account(ids.accountId)
        .get('/thirdparties/{thirdpartyId}', { path: ids, query, signal })) as PastCompany
    },
  })

// Enough for any company; the tab reads on page by page.
const summarySize = 50

export const openDossiersQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'dossiers', 'open'),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/dossiers', {
        path: ids,
        query: { archived: false, size: summarySize },
        signal,
      }),
  })

export const dossiersQuery = (ids: ThirdPartyIds, withClosed: boolean) =>
  infiniteQueryOptions({
    queryKey: partKey(ids, 'dossiers', withClosed ? 'all' : 'live'),
    queryFn: ({ pageParam, signal }) => {
      const query = {
        size: 25,
        ...(!withClosed && { archived: false }),
        ...(pageParam !== null && { cursor: pageParam }),
      }
      return api
        .account(ids.accountId)
        .get('/thirdparties/{thirdpartyId}/dossiers', { path: ids, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

export const forecastQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'forecast'),
    queryFn: ({ signal }) =>
      api
        .account(ids.accountId)
        .get('/thirdparties/{thirdpartyId}/forecast', { path: ids, query: { days: 90 }, signal }),
  })

export const themesQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'themes'),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/themes', { path: ids, signal }),
    select: ({ content }) => content,
  })

export const indicatorsQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'indicators'),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/indicators', { path: ids, signal }),
    select: ({ content }) => content,
  })

export const indicatorHistoryQuery = (ids: ThirdPartyIds, code: string) =>
  queryOptions({
    queryKey: partKey(ids, 'indicators', code),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/indicators/{code}/history', {
        path: { ...ids, code: code as IndicatorCode },
        signal,
      }),
  })

export const contactsQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'contacts'),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/contacts', { path: ids, signal }),
    // The invitation leaves moments after the contact was added.
    refetchInterval: ({ state }) =>
      state.data?.content.some((one) => one.state === 'NEW') === true && state.dataUpdateCount < 8
        ? 2_000
        : false,
  })

export const suggestedContactsQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'suggested-contacts'),
    queryFn: ({ signal }) =>
      api
        .account(ids.accountId)
        .get('/thirdparties/{thirdpartyId}/suggested-contacts', { path: ids, signal }),
  })

export const attributesQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'attributes'),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/attributes', { path: ids, signal }),
  })

export const attributeHistoryQuery = (ids: ThirdPartyIds, attributeId: number) =>
  queryOptions({
    queryKey: partKey(ids, 'attributes', attributeId),
    queryFn: ({ signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/attributes/{attributeId}/history', {
        path: { ...ids, attributeId },
        query: { size: 20 },
        signal,
      }),
  })
