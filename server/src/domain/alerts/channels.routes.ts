import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { nullable, pathId, singleLine, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError, formatDateTime } from '../../platform/kernel/index.ts'
import { checkUrl, maxUrlLength, type AllowedHost } from '../../platform/outgoing/index.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import { addChannel, chatServices, deleteChannel, listChannels, type ChannelView } from './channels.ts'
import { wantedAlerts } from './subscriptions.ts'

export interface ChannelRouteDeps {
  readonly db: Db
  readonly secrets: ChannelSecrets
  readonly allowedHosts: readonly AllowedHost[]
}

const tags = ['Alerts']
const config = { right: 'administer' } as const

const Channel = Type.Object(
  {
    channelId: Type.Integer(),
    name: Type.String(),
    service: Type.Enum([...chatServices]),
    host: Type.String({ description: 'Where it leads; the whole address is never shown again.' }),
    language: Type.Enum(['en', 'fr']),
    kinds: Type.Array(Type.String()),
    themes: Type.Array(Type.String()),
    minCriticality: nullable(Type.String()),
    failures: Type.Integer({ description: 'How often in a row it could not be reached.' }),
    failingSince: nullable(Type.String()),
    lastError: nullable(Type.String()),
  },
  { title: 'AlertChannel' },
)

const listRoute = {
  config,
  schema: {
    operationId: 'listAlertChannels',
    tags,
    summary: 'The rooms of Slack or Teams that are told',
    description:
      'A room hears of alerts of the whole account, by the kinds, themes and criticality it was given.',
    response: { 200: Type.Object({ content: Type.Array(Channel) }) },
  },
} as const

const addRoute = {
  config,
  schema: {
    operationId: 'addAlertChannel',
    tags,
    summary: 'Tell a room of Slack or Teams of what happens from now on',
    description:
      'Everybody in the room reads of every company of the account. Hits are told only where all readers see hits. The address is kept sealed.',
    body: Type.Object({
      name: singleLine({ minLength: 1, maxLength: 100 }),
      service: Type.Enum([...chatServices]),
      url: Type.String({ minLength: 8, maxLength: maxUrlLength }),
      language: Type.Optional(Type.Enum(['en', 'fr'])),
      ...wantedAlerts,
    }),
    response: { 201: Channel },
  },
} as const

const deleteRoute = {
  config,
  schema: {
    operationId: 'deleteAlertChannel',
    tags,
    summary: 'Tell a room no more',
    description: 'Alerts of people are not affected.',
    params: Type.Object({ channelId: pathId }),
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

/** Rooms of an account, for those who govern it. */
export const alertChannelRoutes =
  ({ db, secrets, allowedHosts }: ChannelRouteDeps): HttpRoutes =>
  async (app) => {
    app.get('/alert-channels', listRoute, async ({ scope }) => ({
      content: (await db.read(scope, (tx) => listChannels(tx, scope, secrets))).map(viewChannel),
    }))
    app.post('/alert-channels', addRoute, async (request, reply) => {
      const { kinds = [], themes = [], minCriticality = null, language = 'en', ...rest } = request.body
      const url = requireUrl(rest.url, allowedHosts)
      const body = { ...rest, url, kinds, themes, minCriticality, language }
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => viewChannel(await addChannel(tx, request.scope, body, secrets)),
      })
    })
    app.delete('/alert-channels/:channelId', deleteRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => deleteChannel(tx, request.scope, request.params.channelId, secrets),
      }),
    )
  }

const viewChannel = ({ failingSince, kinds, themes, version: _, ...channel }: ChannelView) => ({
  ...channel,
  kinds: [...kinds],
  themes: [...themes],
  failingSince: failingSince && formatDateTime(failingSince),
})

function requireUrl(text: string, allowedHosts: readonly AllowedHost[]): string {
  const found = checkUrl(text, allowedHosts)
  if (typeof found === 'string') throw new AppError('WEBHOOK_URL_REFUSED', {}, { members: { reason: found } })
  return found.url.href
}
