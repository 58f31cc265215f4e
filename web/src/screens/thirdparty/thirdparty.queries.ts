import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { operations } from '@vigie/client'
import { api, thirdPartyQuery, type Answer, type ThirdPartyPart } from '../../api/index.ts'

/** A company as it is now; the same answer with a date has members missing. */
export type Company = Exclude<Answer<'getThirdParty'>, { asOf: string }>
export type PastCompany = Extract<Answer<'getThirdParty'>, { asOf: string }>
export type Contact = Answer<'listContacts'>['content'][number]
export type SuggestedContact = Answer<'listSuggestedContacts'>['content'][number]
export type Indicator = Answer<'listIndicators'>[number]
type IndicatorCode = operations['getIndicatorHistory']['parameters']['path']['code']
export type Monitoring = Answer<'listMonitoring'>['content'][number]
export type DossierRow = Answer<'listThirdPartyDossiers'>['content'][number]

/** Where a part of the page reads: all keys begin alike, so that the live feed refreshes them together. */
export interface Place {
  accountId: number
  thirdpartyId: number
}

export const partKey = (
  { accountId, thirdpartyId }: Place,
  part: ThirdPartyPart,
  ...detail: [detail?: string | number]
) => ['thirdparty', accountId, thirdpartyId, part, ...detail] as const

export const companyKey = ({ accountId, thirdpartyId }: Place) =>
  ['thirdparty', accountId, thirdpartyId] as const

export const companyQuery = (place: Place) =>
  queryOptions({
    ...thirdPartyQuery(place.accountId, place.thirdpartyId),
    select: (record) => record as Company,
  })

export const pastCompanyQuery = (place: Place, day: string) =>
  queryOptions({
    queryKey: partKey(place, 'past', day),
    queryFn: async ({ signal }) => {
      const query = { asOf: `${day}T23:59:59` }
      return (await api
        .account(place.accountId)
        .get('/thirdparties/{thirdpartyId}', { path: place, query, signal })) as PastCompany
    },
  })

// Enough for any company; the tab reads on page by page.
const summarySize = 50

export const openDossiersQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'dossiers', 'open'),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/dossiers', {
        path: place,
        query: { archived: false, size: summarySize },
        signal,
      }),
  })

export const dossiersQuery = (place: Place, withClosed: boolean) =>
  infiniteQueryOptions({
    queryKey: partKey(place, 'dossiers', withClosed ? 'all' : 'live'),
    queryFn: ({ pageParam, signal }) => {
      const query = {
        size: 25,
        ...(!withClosed && { archived: false }),
        ...(pageParam !== null && { cursor: pageParam }),
      }
      return api
        .account(place.accountId)
        .get('/thirdparties/{thirdpartyId}/dossiers', { path: place, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

export const forecastQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'forecast'),
    queryFn: ({ signal }) =>
      api
        .account(place.accountId)
        .get('/thirdparties/{thirdpartyId}/forecast', { path: place, query: { days: 90 }, signal }),
  })

export const themesQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'themes'),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/themes', { path: place, signal }),
  })

export const indicatorsQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'indicators'),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/indicators', { path: place, signal }),
  })

export const indicatorHistoryQuery = (place: Place, code: string) =>
  queryOptions({
    queryKey: partKey(place, 'indicators', code),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/indicators/{code}/history', {
        path: { ...place, code: code as IndicatorCode },
        signal,
      }),
  })

export const contactsQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'contacts'),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/contacts', { path: place, signal }),
    // The invitation leaves moments after the contact was added.
    refetchInterval: ({ state }) =>
      state.data?.content.some((one) => one.state === 'NEW') === true && state.dataUpdateCount < 8
        ? 2_000
        : false,
  })

export const suggestedContactsQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'suggested-contacts'),
    queryFn: ({ signal }) =>
      api
        .account(place.accountId)
        .get('/thirdparties/{thirdpartyId}/suggested-contacts', { path: place, signal }),
  })

export const attributesQuery = (place: Place) =>
  queryOptions({
    queryKey: partKey(place, 'attributes'),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/attributes', { path: place, signal }),
  })

export const attributeHistoryQuery = (place: Place, attributeId: number) =>
  queryOptions({
    queryKey: partKey(place, 'attributes', attributeId),
    queryFn: ({ signal }) =>
      api.account(place.accountId).get('/thirdparties/{thirdpartyId}/attributes/{attributeId}/history', {
        path: { ...place, attributeId },
        query: { size: 20 },
        signal,
      }),
  })
