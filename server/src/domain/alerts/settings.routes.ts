import { Type } from 'typebox'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  nullable,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { lockTeam, getTeam } from '../teams/index.ts'
import type { PlainListDeps } from '../../platform/lists/index.ts'
import { alertPageRoutes, personOf } from './alerts.routes.ts'
import { alertChannelRoutes, type ChannelRouteDeps } from './channels.routes.ts'
import { defaultSubscriptions, reaches } from './default-subscriptions.ts'
import { channels, defaultRhythm } from './next-slot.ts'
import { getPersonSettings, putPersonSettings, type PersonSettings } from './person-settings.ts'
import {
  listSubscriptions,
  replaceSubscriptions,
  subscriptionBodies,
  SubscriptionRecord,
  type SubscriptionBody,
} from './subscriptions.ts'

const tags = ['Alerts']
const hour = Type.Integer({ minimum: 0, maximum: 23 })
const weekday = Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' })
const quiet = Type.Object(
  { from: hour, until: hour },
  { description: 'No mail from this hour on until the other.' },
)

const Settings = Type.Object(
  {
    timeZone: Type.String(),
    digestHour: Type.Integer(),
    digestWeekday: Type.Integer(),
    quiet: nullable(Type.Object({ from: Type.Integer(), until: Type.Integer() })),
    defaults: Type.Boolean({ description: 'Whether the subscriptions that everybody begins with count.' }),
    mails: Type.Boolean({ description: 'False once they unsubscribed: the page still shows everything.' }),
    subscriptions: Type.Array(SubscriptionRecord),
    defaultSubscriptions: Type.Array(
      Type.Object({
        kinds: Type.Array(Type.String()),
        reach: Type.Enum([...reaches]),
        channel: Type.Enum([...channels]),
        firstCriticality: Type.Boolean({
          description: 'Whether only companies of the first option of CRITICALITY count.',
        }),
      }),
      { description: 'What everybody begins with; they count while `defaults` is true.' },
    ),
  },
  { title: 'AlertSettings' },
)

const SettingsBody = Type.Object({
  timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  digestHour: Type.Optional(hour),
  digestWeekday: Type.Optional(weekday),
  quiet: Type.Optional(nullable(quiet)),
  defaults: Type.Optional(Type.Boolean()),
  mails: Type.Optional(Type.Boolean()),
  subscriptions: Type.Optional(subscriptionBodies),
})

const readRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getAlertSettings',
    tags,
    summary: 'How the caller is told of what happens',
    description:
      'Contains the hour and time zone of digests, quiet hours, and what the person has subscribed to. A person who has set nothing gets the settings of a newcomer.',
    response: { 200: Settings },
  },
} as const
const putRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'putAlertSettings',
    tags,
    summary: 'Say how you want to be told; what is left out is as for a newcomer',
    description: 'Replaces all settings of the calling person. Others are not affected.',
    body: SettingsBody,
    response: { 200: Settings },
  },
} as const

const TeamSubscriptions = Type.Object({ subscriptions: Type.Array(SubscriptionRecord) })
const params = Type.Object({ teamId: pathId })
const readTeamRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listTeamAlertSubscriptions',
    tags,
    summary: 'What everybody in a team is told of',
    description: 'Members get these alerts besides what they have subscribed to themselves.',
    params,
    response: { 200: TeamSubscriptions },
  },
} as const
const putTeamRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'putTeamAlertSubscriptions',
    tags,
    summary: 'Say what everybody in a team is told of: this and nothing else',
    description:
      'Replaces the subscriptions of the team. What its members have subscribed to themselves is not affected.',
    params,
    body: Type.Object({ subscriptions: subscriptionBodies }),
    response: { 200: TeamSubscriptions },
  },
} as const

/** With its version, from which the answer's tag is made. */
const viewSettings = ({ subscriptions, ...settings }: PersonSettings) => ({
  ...settings,
  subscriptions: [...subscriptions],
  defaultSubscriptions: defaultSubscriptions.map(({ kinds, reach, channel, critical }) => ({
    kinds: [...kinds],
    reach,
    channel,
    firstCriticality: critical,
  })),
})

/** All that people and rooms are told, under an account. */
export const alertRoutes =
  (deps: PlainListDeps & ChannelRouteDeps): HttpRoutes =>
  async (app) => {
    await app.register(alertPageRoutes(deps))
    await app.register(alertSettingsRoutes(deps))
    await app.register(alertChannelRoutes(deps))
  }

/** How people and teams want to be told. */
const alertSettingsRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/alert-settings', readRoute, async (request, reply) => {
      const userId = personOf(request)
      const settings = await db.read(request.scope, (tx) => getPersonSettings(tx, request.scope, userId))
      const { version, ...shown } = viewSettings(settings)
      void reply.header('etag', etag(version))
      return shown
    })
    app.put('/alert-settings', putRoute, async (request, reply) => {
      const whose = { userId: personOf(request), checkVersion: versionCheck(request) }
      const given = { ...defaultRhythm, defaults: true, mails: true, subscriptions: [], ...request.body }
      return write(db, request, reply, {
        work: async (tx) => viewSettings(await putPersonSettings(tx, request.scope, whose, given)),
        headers: etagHeader,
      })
    })
    app.get('/teams/:teamId/alert-subscriptions', readTeamRoute, async ({ scope, params: { teamId } }) =>
      db.read(scope, async (tx) => {
        await getTeam(tx, scope, teamId)
        return { subscriptions: await listSubscriptions(tx, scope, { userId: null, teamId }) }
      }),
    )
    app.put('/teams/:teamId/alert-subscriptions', putTeamRoute, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) =>
          putTeamSubscriptions(tx, request.scope, request.params.teamId, request.body.subscriptions),
      }),
    )
  }

export async function putTeamSubscriptions(
  tx: Tx,
  scope: Scope,
  teamId: number,
  subscriptions: readonly SubscriptionBody[],
): Promise<{ subscriptions: SubscriptionRecord[] }> {
  await lockTeam(tx, scope, teamId)
  const team = { userId: null, teamId }
  const before = await listSubscriptions(tx, scope, team)
  await replaceSubscriptions(tx, scope, team, subscriptions)
  const after = await listSubscriptions(tx, scope, team)
  if (JSON.stringify(before) !== JSON.stringify(after))
    recordAdministration(tx, scope, {
      name: 'TEAM_CHANGED',
      subject: { type: 'TEAM', id: teamId },
      before: { alertSubscriptions: before },
      after: { alertSubscriptions: after },
    })
  return { subscriptions: after }
}
