import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../platform/kernel/index.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import { requireCriticalities } from './subscriptions.ts'

export const chatServices = ['SLACK', 'TEAMS'] as const
export type ChatService = (typeof chatServices)[number]

export interface ChannelBody {
  readonly name: string
  readonly service: ChatService
  readonly url: string
  readonly language: Language
  readonly kinds: readonly string[]
  readonly themes: readonly string[]
  readonly minCriticality: string | null
}

/** As it is shown: never with its address. */
export interface ChannelView extends Omit<ChannelBody, 'url'> {
  readonly channelId: number
  readonly host: string
  readonly failures: number
  readonly failingSince: Date | null
  readonly lastError: string | null
  readonly version: number
}

const mostChannels = 20

interface ChannelRow extends Omit<ChannelView, 'host'> {
  readonly sealedUrl: Buffer
}

export async function listChannels(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  secrets: ChannelSecrets,
  channelId: number | null = null,
): Promise<ChannelView[]> {
  const { rows } = await sql<ChannelRow>`
    select c.channel_id as "channelId", c.name, c.service, c.language, c.kinds, c.themes,
      c.min_criticality as "minCriticality", c.failures, c.failing_since as "failingSince", c.last_error as "lastError",
      c.version, c.sealed_url as "sealedUrl"
    from alert_channel c
    where c.account_id = ${accountId} and (${channelId}::bigint is null or c.channel_id = ${channelId}::bigint)
    order by c.channel_id`.execute(tx)
  return rows.map(({ sealedUrl, ...row }) => ({
    ...row,
    host: new URL(secrets.open({ accountId, channelId: row.channelId }, sealedUrl)).host,
  }))
}

/** It is told of what happens from now on. */
export async function addChannel(
  tx: Tx,
  scope: Scope,
  body: ChannelBody,
  secrets: ChannelSecrets,
): Promise<ChannelView> {
  const { accountId } = scope
  await lockChannels(tx, scope)
  const known = await listChannels(tx, scope, secrets)
  if (known.length >= mostChannels) throw new AppError('ALERT_CHANNEL_LIMIT_REACHED', { max: mostChannels })
  requireFreeName(known, body.name)
  await requireCriticalities(tx, scope, [body])
  const { rows } = await sql<{ channelId: number; after: number }>`
    select nextval('vigie_id') as "channelId",
      (select coalesce(max(alert_id), 0) from alert where account_id = ${accountId}) as after`.execute(tx)
  const { channelId, after } = rows[0] ?? { channelId: 0, after: 0 }
  const { url, ...said } = body
  await tx
    .insertInto('alert_channel')
    .values({
      account_id: accountId,
      channel_id: channelId,
      sealed_url: secrets.close({ accountId, channelId }, url),
      after_id: after,
      ...columnsOf(said),
    })
    .execute()
  recordSettings(tx, scope, null, { channelId, ...said })
  return getChannel(tx, scope, channelId, secrets)
}

export async function deleteChannel(
  tx: Tx,
  scope: Scope,
  channelId: number,
  secrets: ChannelSecrets,
): Promise<void> {
  await lockChannels(tx, scope)
  const { name, service } = await getChannel(tx, scope, channelId, secrets)
  await tx
    .deleteFrom('alert_channel')
    .where('account_id', '=', scope.accountId)
    .where('channel_id', '=', channelId)
    .execute()
  recordSettings(tx, scope, { channelId, name, service }, null)
}

async function getChannel(
  tx: ReadTx,
  scope: Scope,
  channelId: number,
  secrets: ChannelSecrets,
): Promise<ChannelView> {
  const [channel] = await listChannels(tx, scope, secrets, channelId)
  if (!channel) throw new AppError('ALERT_CHANNEL_NOT_FOUND', { channelId })
  return channel
}

const columnsOf = ({ name, service, language, kinds, themes, minCriticality }: Omit<ChannelBody, 'url'>) => ({
  name,
  service,
  language,
  kinds: [...kinds],
  themes: [...themes],
  min_criticality: minCriticality,
})

function requireFreeName(known: readonly ChannelView[], name: string): void {
  if (known.some((one) => one.name === name)) throw new AppError('ALERT_CHANNEL_NAME_TAKEN', { name })
}

/** Two at once must not both find the last place, or one name. */
async function lockChannels(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
}

/** Without the address: whoever knows it may write to the room. */
function recordSettings(tx: Tx, scope: Scope, before: object | null, after: object | null): void {
  recordAdministration(tx, scope, {
    name: 'SETTINGS_CHANGED',
    subject: { type: 'ACCOUNT', id: scope.accountId },
    before: { alertChannel: before },
    after: { alertChannel: after },
  })
}
