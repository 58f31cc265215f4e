import type { AccountLine } from './account-line.ts'

const webhook = { endpointId: 'webhook' } as const
const delivery = { endpointId: 'webhook', deliveryId: 'webhookDelivery' } as const

/** Webhooks and what was sent to them. */
export const webhooksLines: readonly AccountLine[] = [
  { route: 'GET /webhooks', right: 'audit', status: 200 },
  {
    route: 'POST /webhooks',
    right: 'administer',
    status: 201,
    body: () => ({ url: 'https://hooks.example.org/', description: 'Home' }),
  },
  { route: 'GET /webhooks/:endpointId', right: 'audit', status: 200, ids: webhook },
  {
    route: 'PATCH /webhooks/:endpointId',
    right: 'administer',
    status: 200,
    ids: webhook,
    body: () => ({ description: 'Home changed' }),
  },
  {
    route: 'DELETE /webhooks/:endpointId',
    right: 'administer',
    status: 204,
    ids: { endpointId: 'freshWebhook' },
  },
  { route: 'POST /webhooks/:endpointId/rotate-secret', right: 'administer', status: 200, ids: webhook },
  { route: 'POST /webhooks/:endpointId/pause', right: 'administer', status: 200, ids: webhook },
  { route: 'POST /webhooks/:endpointId/resume', right: 'administer', status: 200, ids: webhook },
  { route: 'POST /webhooks/:endpointId/test', right: 'administer', status: 200, ids: webhook },
  { route: 'GET /webhooks/:endpointId/deliveries', right: 'audit', status: 200, ids: webhook },
  {
    route: 'GET /webhooks/:endpointId/deliveries/:deliveryId',
    right: 'audit',
    status: 200,
    ids: delivery,
  },
  {
    route: 'POST /webhooks/:endpointId/deliveries/:deliveryId/redeliver',
    right: 'administer',
    status: 202,
    ids: delivery,
  },
  {
    route: 'POST /webhooks/:endpointId/redeliver',
    right: 'administer',
    status: 202,
    ids: webhook,
    body: () => ({ since: '2026-01-01T00:00:00' }),
  },
]
