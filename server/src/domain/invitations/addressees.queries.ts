import { sql, type RawBuilder } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Language, Scope, Theme } from '../../platform/kernel/index.ts'
import { isAskedAnew } from '../evaluation/index.ts'

/** A contact to write to, locked for this transaction. */
export interface Addressee {
  readonly contactId: number
  readonly thirdpartyId: number
  readonly email: string
  readonly person: string
  readonly language: Language
  readonly themes: readonly Theme[]
  /** Automatic invitations so far. */
  readonly autoInvitations: number
  /** Reminders since the last sign of life. */
  readonly silent: number
  readonly account: string
  readonly company: string
}

// Whole days of UTC, so that the hour of a job moves nothing.
const weekAgo = sql`date_trunc('day', moment, 'UTC') - interval '6 days'`
const isRested = sql`(c.last_reminded_at is null or c.last_reminded_at < ${weekAgo})`
// Whoever is reminded again after the buyer was told is counted anew.
const silent = sql`case when c.escalated_at is not null or c.last_seen_at >= c.last_reminded_at then 0
  else c.silent_reminders end`

/** Of what their last reminder could not name. */
const hasNewRequest = isAskedAnew({
  accountId: sql`c.account_id`,
  thirdpartyId: sql`c.thirdparty_id`,
  themes: sql`c.themes`,
  since: sql`c.last_reminded_at`,
})

/** Never written to. */
export const toInvite = (thirdpartyId: number | null): RawBuilder<unknown> =>
  thirdpartyId === null
    ? sql`c.invited_at is null`
    : sql`c.invited_at is null and c.thirdparty_id = ${thirdpartyId}`

/** Invited a week ago or more, and not come since. */
export const toReinvite: RawBuilder<unknown> = sql`
  c.muted_at is null and c.last_invited_at < ${weekAgo} and ${isRested}
  and (c.last_seen_at is null or c.last_seen_at < c.last_invited_at)`

/**
 * On their day of Monday to Thursday, or a later one of the week when that was missed. Whom five silent reminders made
 * us tell the buyer about is left in peace until they come, or until something new is asked of them.
 */
export const toRemind: RawBuilder<unknown> = sql`
  c.muted_at is null and (c.invited_at is not null or c.last_seen_at is not null)
  and extract(isodow from moment at time zone 'UTC') between c.contact_id % 4 + 1 and 4
  and (c.last_invited_at is null or c.last_invited_at < ${weekAgo}) and ${isRested}
  and (c.escalated_at is null or c.last_seen_at > c.escalated_at or ${hasNewRequest})`

const clock = ({ accountId }: Scope) =>
  sql`clock as materialized (select account_now(${accountId}) as moment)`
const reachable = ({ accountId }: Scope) =>
  sql`c.account_id = ${accountId} and c.deleted_at is null and c.bounced_at is null`

type DueContact = Pick<Addressee, 'contactId' | 'thirdpartyId' | 'themes'>

/** Contacts due for a mail, if anything is requested of them. Follows the ids, so that a run sees each once. */
export async function dueContacts(
  tx: ReadTx,
  scope: Scope,
  condition: RawBuilder<unknown>,
  { after, limit }: { after: number; limit: number },
): Promise<DueContact[]> {
  const { rows } = await sql<DueContact>`
    with ${clock(scope)}
    select c.contact_id as "contactId", c.thirdparty_id as "thirdpartyId", c.themes from clock, contact c
    where ${reachable(scope)} and c.contact_id > ${after} and ${condition}
    order by c.contact_id limit ${limit}`.execute(tx)
  return rows
}

/** Those of them for whom the condition still holds once nobody else can change them. */
export async function lockAddressees(
  tx: Tx,
  scope: Scope,
  contactIds: readonly number[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    with ${clock(scope)}
    select c.contact_id as "contactId", c.thirdparty_id as "thirdpartyId", c.email,
      concat_ws(' ', c.first_name, c.last_name) as person, c.language, c.themes,
      c.auto_invitations as "autoInvitations", ${silent} as silent, a.name as account,
      coalesce(t.name, t.identifier_value) as company
    from clock, contact c
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id and t.archived_at is null
    join account a on a.account_id = c.account_id
    where ${reachable(scope)} and c.contact_id = any(${[...contactIds]}::bigint[]) and ${condition}
    order by c.contact_id for update of c`.execute(tx)
  return rows
}
