import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export interface Watched {
  readonly thirdpartyId: number
  /** never null: asked for */
  readonly siren: string
  /** Null before the first answer. */
  readonly readUntil: Date | null
  /** When the account began to follow the company: what was announced before is history, not news. */
  readonly addedOn: string
}

/** French companies of the portfolio are followed, archived ones and those whose number was taken back no longer. */
export async function enrolNewcomers(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`
    delete from announcement_watch w using thirdparty t
    where w.account_id = ${accountId} and t.account_id = ${accountId} and t.thirdparty_id = w.thirdparty_id
      and (t.archived_at is not null or t.siren is null)`.execute(tx)
  await sql`
    insert into announcement_watch (account_id, thirdparty_id, due_at)
    select t.account_id, t.thirdparty_id, account_now(${accountId}) from thirdparty t
    where t.account_id = ${accountId} and t.siren is not null and t.archived_at is null
      and not exists (select from announcement_watch w
        where w.account_id = ${accountId} and w.thirdparty_id = t.thirdparty_id)
    order by t.thirdparty_id on conflict do nothing`.execute(tx)
}

/**
 * Takes those due longest. They are due again in an hour: if the gazette stays silent, or this process dies, others
 * have had their turn by then, and two runs at once never ask for the same company.
 */
export async function takeDueWatches(tx: Tx, { accountId }: Scope, limit: number): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    with due as (
      select account_id, thirdparty_id from announcement_watch
      where account_id = ${accountId} and due_at <= (select account_now(${accountId}))
      order by due_at limit ${limit} for update skip locked)
    update announcement_watch w set due_at = account_now(${accountId}) + interval '1 hour'
    from due join thirdparty t using (account_id, thirdparty_id)
    where w.account_id = due.account_id and w.thirdparty_id = due.thirdparty_id and t.siren is not null
    returning w.thirdparty_id as "thirdpartyId", t.siren, w.read_until::timestamp at time zone 'UTC' as "readUntil",
      (t.created_at at time zone 'UTC')::date::text as "addedOn"`.execute(tx)
  return rows
}

/** The gazette was heard: it appears once a day. */
export async function planNextWatch(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<void> {
  if (thirdpartyIds.length === 0) return
  await sql`
    update announcement_watch set read_until = (now_ at time zone 'UTC')::date,
      due_at = date_trunc('day', now_, 'UTC') + interval '1 day' + interval '3 hours' * random()
    from account_now(${accountId}) now_
    where account_id = ${accountId} and thirdparty_id = any(${[...thirdpartyIds]}::bigint[])`.execute(tx)
}

/** Releases companies that were taken but not looked up: they are due again at once. */
export async function releaseWatches(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<void> {
  if (thirdpartyIds.length === 0) return
  await tx
    .updateTable('announcement_watch')
    .set({ due_at: sql<Date>`account_now(${accountId})` })
    .where('account_id', '=', accountId)
    .where((watch) => watch('thirdparty_id', '=', watch.fn.any(watch.val([...thirdpartyIds]))))
    .execute()
}
