import type { AccountLine } from './account-line.ts'

let rooms = 0

const own = { right: 'read', status: 200, clients: 'PEOPLE_ONLY' } as const
const team = { teamId: 'team' } as const

/** What people and rooms are told. */
export const alertLines: readonly AccountLine[] = [
  { route: 'GET /alerts', ...own },
  { route: 'GET /alerts/unread-count', ...own },
  { route: 'POST /alerts/read', ...own, body: () => ({ through: 1 }) },
  { route: 'GET /alert-settings', ...own },
  { route: 'PUT /alert-settings', ...own, body: () => ({ digestHour: 8 }) },
  { route: 'GET /teams/:teamId/alert-subscriptions', right: 'read', status: 200, ids: team },
  {
    route: 'PUT /teams/:teamId/alert-subscriptions',
    right: 'administer',
    status: 200,
    ids: team,
    body: () => ({ subscriptions: [{ reach: 'MINE', channel: 'DAILY' }] }),
  },
  { route: 'GET /alert-channels', right: 'administer', status: 200 },
  {
    route: 'POST /alert-channels',
    right: 'administer',
    status: 201,
    body: () => ({ name: `Room ${(rooms += 1)}`, service: 'TEAMS', url: 'https://hooks.example.org/' }),
  },
  {
    route: 'DELETE /alert-channels/:channelId',
    right: 'administer',
    status: 204,
    ids: { channelId: 'alertChannel' },
  },
]
