import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Query, type Row } from '../../api/index.ts'

export type Webhook = Row<'listWebhooks'>
export type Delivery = Row<'listWebhookDeliveries'>
export type DeliveryDetail = Answer<'getWebhookDelivery'>
export type DeliveryState = NonNullable<Query<'listWebhookDeliveries'>['state']>

export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'] as const

// Deliveries make no events of their own, so the pages ask again by themselves.
const soon = 10_000

export const webhooksQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['webhooks', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/webhooks', { signal }),
    refetchInterval: soon * 3,
  })

export const webhookQuery = (accountId: number, endpointId: number) =>
  queryOptions({
    queryKey: ['webhook', accountId, endpointId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/webhooks/{endpointId}', { path: { endpointId }, signal }),
    refetchInterval: soon,
  })

export const deliveriesQuery = (accountId: number, endpointId: number, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: ['webhook', accountId, endpointId, 'deliveries', state],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/webhooks/{endpointId}/deliveries', {
        path: { endpointId },
        query: {
          size: 25,
          ...(state !== null && { state }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: soon,
  })

export const deliveryQuery = (accountId: number, endpointId: number, deliveryId: number) =>
  queryOptions({
    queryKey: ['webhook', accountId, endpointId, 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      api
        .account(accountId)
        .get('/webhooks/{endpointId}/deliveries/{deliveryId}', { path: { endpointId, deliveryId }, signal }),
  })

/** Whether anything was given up. */
export const deadQuery = (accountId: number, endpointId: number) =>
  queryOptions({
    queryKey: ['webhook', accountId, endpointId, 'dead'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/webhooks/{endpointId}/deliveries', {
        path: { endpointId },
        query: { state: 'DEAD', size: 50 },
        signal,
      }),
  })
