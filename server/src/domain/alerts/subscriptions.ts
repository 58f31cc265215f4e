import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { nullable } from '../../platform/http/index.ts'
import { AppError, themeCodes, type Scope } from '../../platform/kernel/index.ts'
import { alertKinds } from './alert-kinds.ts'
import { reaches } from './default-subscriptions.ts'
import { channelCode, channelOf, channels } from './next-slot.ts'

/** Which alerts: shared by the subscriptions of people and teams and by rooms. */
export const wantedAlerts = {
  kinds: Type.Optional(
    Type.Array(Type.Enum([...alertKinds]), {
      maxItems: alertKinds.length,
      uniqueItems: true,
      description: 'One of these; empty or absent: all.',
    }),
  ),
  themes: Type.Optional(
    Type.Array(Type.Enum([...themeCodes]), {
      maxItems: themeCodes.length,
      uniqueItems: true,
      description: 'About one of these themes; empty or absent: all, also what has no theme.',
    }),
  ),
  minCriticality: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'An option of CRITICALITY: companies of this one or of those listed before it.',
      }),
    ),
  ),
}

export const SubscriptionBody = Type.Object({
  ...wantedAlerts,
  reach: Type.Enum([...reaches], {
    description:
      'What they answer for (`MINE`), what they follow (`FOLLOWED`), or all that they see (`ALL`).',
  }),
  channel: Type.Enum([...channels], {
    description: 'The page alone, or a mail besides: at once, daily or weekly.',
  }),
})
export type SubscriptionBody = Static<typeof SubscriptionBody>

export const SubscriptionRecord = Type.Object(
  {
    kinds: Type.Array(Type.String()),
    themes: Type.Array(Type.String()),
    minCriticality: nullable(Type.String()),
    reach: Type.Enum([...reaches]),
    channel: Type.Enum([...channels], { title: 'AlertChannelKind' }),
  },
  { title: 'AlertSubscription' },
)
export type SubscriptionRecord = Static<typeof SubscriptionRecord>

export const subscriptionBodies = Type.Array(SubscriptionBody, { maxItems: 20 })

interface Subscriber {
  readonly userId: number | null
  readonly teamId: number | null
}

export async function listSubscriptions(
  tx: ReadTx,
  { accountId }: Scope,
  { userId, teamId }: Subscriber,
): Promise<SubscriptionRecord[]> {
  const rows = await tx
    .selectFrom('alert_subscription')
    .select(['kinds', 'themes', 'min_criticality as minCriticality', 'reach', 'channel'])
    .where('account_id', '=', accountId)
    .where('user_id', 'is not distinct from', userId)
    .where('team_id', 'is not distinct from', teamId)
    .orderBy('subscription_id')
    .execute()
  return rows.map(({ reach, channel, ...row }) => ({
    ...row,
    reach: reach as SubscriptionRecord['reach'],
    channel: channelOf(channel),
  }))
}

/** These and no others. */
export async function replaceSubscriptions(
  tx: Tx,
  scope: Scope,
  { userId, teamId }: Subscriber,
  subscriptions: readonly SubscriptionBody[],
): Promise<void> {
  const { accountId } = scope
  await requireCriticalities(tx, scope, subscriptions)
  await tx
    .deleteFrom('alert_subscription')
    .where('account_id', '=', accountId)
    .where('user_id', 'is not distinct from', userId)
    .where('team_id', 'is not distinct from', teamId)
    .execute()
  if (subscriptions.length === 0) return
  const rows = subscriptions.map(({ kinds = [], themes = [], minCriticality = null, reach, channel }) => ({
    account_id: accountId,
    user_id: userId,
    team_id: teamId,
    kinds: [...kinds],
    themes: [...themes],
    min_criticality: minCriticality,
    reach,
    channel: channelCode(channel),
  }))
  await tx.insertInto('alert_subscription').values(rows).execute()
}

/** An option that is not there would never be met, and nobody would notice. */
export async function requireCriticalities(
  tx: ReadTx,
  { accountId }: Scope,
  wanted: readonly { readonly minCriticality?: string | null }[],
): Promise<void> {
  const named = wanted.flatMap(({ minCriticality }) => minCriticality ?? [])
  if (named.length === 0) return
  const { rows } = await sql<{ options: string[] }>`
    select d.options from attribute_definition d where d.account_id = ${accountId} and d.scope = 'THIRD_PARTY'
      and d.code = 'CRITICALITY' and d.archived_at is null and d.options is not null`.execute(tx)
  const options = rows[0]?.options ?? []
  const unknown = named.find((criticality) => !options.includes(criticality))
  if (unknown !== undefined) throw new AppError('ALERT_CRITICALITY_UNKNOWN', { criticality: unknown })
}
