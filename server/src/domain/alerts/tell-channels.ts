import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { screeningSettings } from '../screening/index.ts'
import type { Send } from '../webhooks/index.ts'
import { alertColumns, type AlertRow } from './alerts.queries.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import type { ChatService } from './channels.ts'
import { composeSlack, composeTeams } from './chat-message.ts'

export interface ChannelDeps {
  readonly send: Send
  readonly secrets: ChannelSecrets
}

/** Told in one message; more are counted. */
const mostTold = 10
/** Whoever tells a room has this long, then another worker may. */
const leaseMinutes = 5
const longestPauseMinutes = 360
const anyRank = 1_000

interface DueChannel {
  readonly channelId: number
  readonly service: ChatService
  readonly sealedUrl: Buffer
  readonly language: Language
  readonly kinds: string[]
  readonly themes: string[]
  readonly minCriticality: string | null
  readonly after: number
  readonly failures: number
}

/**
 * Tells each room what happened since, in one message. Nothing of it is lost while a room cannot be reached; a worker
 * that dies between the room's answer and our note of it tells the same once more.
 */
export const tellChannels =
  ({ send, secrets }: ChannelDeps, publicUrl: string) =>
  async (db: Db, scope: Scope, signal: AbortSignal): Promise<void> => {
    const { accountId } = scope
    for (const channel of await db.write(scope, (tx) => claimChannels(tx, scope))) {
      signal.throwIfAborted()
      const { through, alerts, total } = await db.snapshot(scope, (tx) => newsFor(tx, scope, channel))
      let fault: string | null = null
      if (total > 0) {
        const compose = channel.service === 'SLACK' ? composeSlack : composeTeams
        const body = compose({ accountId, language: channel.language, publicUrl, alerts, total })
        const url = secrets.open({ accountId, channelId: channel.channelId }, channel.sealedUrl)
        const sent = await send({ url, body, headers: { 'content-type': 'application/json' } }, signal)
        fault = sent.error === 'STATUS' ? `STATUS ${sent.status ?? ''}` : sent.error
      }
      await db.write(scope, (tx) => settleChannel(tx, scope, channel, { through, fault }))
    }
  }

async function claimChannels(tx: Tx, { accountId }: Scope): Promise<DueChannel[]> {
  const { rows } = await sql<DueChannel>`
    update alert_channel c set due_at = account_now(${accountId}) + make_interval(mins => ${leaseMinutes})
    where c.account_id = ${accountId} and c.due_at <= account_now(${accountId})
    returning c.channel_id as "channelId", c.service, c.sealed_url as "sealedUrl", c.language, c.kinds, c.themes,
      c.min_criticality as "minCriticality", c.after_id as after, c.failures`.execute(tx)
  return rows
}

async function newsFor(
  tx: ReadTx,
  scope: Scope,
  { after, kinds, themes, minCriticality }: DueChannel,
): Promise<{ alerts: AlertRow[]; total: number; through: number }> {
  const { accountId } = scope
  const { readersSeeHits } = await screeningSettings(tx, scope)
  const { rows } = await sql<AlertRow & { total: number }>`
    with scale as materialized (
      select coalesce((select d.options from attribute_definition d where d.account_id = ${accountId}
        and d.scope = 'THIRD_PARTY' and d.code = 'CRITICALITY' and d.archived_at is null), '{}') as options)
    select ${alertColumns}, picked.total from (
      select f.alert_id, count(*) over ()::int as total from alert f cross join scale
      left join thirdparty t on t.account_id = f.account_id and t.thirdparty_id = f.thirdparty_id
      left join thirdparty_summary s on s.account_id = f.account_id and s.thirdparty_id = f.thirdparty_id
      where f.account_id = ${accountId} and f.alert_id > ${after} and t.archived_at is null
        and (cardinality(${kinds}::text[]) = 0 or f.kind = any(${kinds}::text[]))
        and (cardinality(${themes}::text[]) = 0 or f.themes && ${themes}::text[])
        and (${readersSeeHits} or f.kind <> 'LIST_HIT') and f.kind <> 'OWNERSHIP'
        and coalesce(array_position(scale.options, s.criticality), ${anyRank})
          <= coalesce(array_position(scale.options, ${minCriticality}::text), ${anyRank})
      order by f.alert_id limit ${mostTold}) picked
    join alert a on a.account_id = ${accountId} and a.alert_id = picked.alert_id order by a.alert_id`.execute(
    tx,
  )
  const { rows: last } = await sql<{ through: number }>`
    select coalesce(max(alert_id), 0) as through from alert where account_id = ${accountId}`.execute(tx)
  return {
    alerts: rows.map(({ total: _, ...alert }) => alert),
    total: rows[0]?.total ?? 0,
    through: Math.max(after, last[0]?.through ?? 0),
  }
}

async function settleChannel(
  tx: Tx,
  { accountId }: Scope,
  { channelId, failures }: DueChannel,
  { through, fault }: { readonly through: number; readonly fault: string | null },
): Promise<void> {
  const pause = Math.min(2 ** failures, longestPauseMinutes)
  const outcome =
    fault === null
      ? sql`after_id = ${through}::bigint, failures = 0, failing_since = null, last_error = null,
          due_at = case when exists (select from alert a where a.account_id = ${accountId}
            and a.alert_id > ${through}::bigint) then account_now(${accountId}) + interval '1 minute' end`
      : sql`failures = failures + 1, failing_since = coalesce(failing_since, account_now(${accountId})),
          last_error = ${fault}::text, due_at = account_now(${accountId}) + make_interval(mins => ${pause})`
  await sql`update alert_channel set ${outcome}
    where account_id = ${accountId} and channel_id = ${channelId}`.execute(tx)
}
