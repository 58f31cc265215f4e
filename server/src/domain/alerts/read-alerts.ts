import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export interface ReadMark {
  readonly alertIds?: readonly number[] | undefined
  /** All up to this one. */
  readonly through?: number | undefined
}

/** Marks alerts of a person as read. One click for all is one row, however many there are. Done twice, it is done. */
export async function markAlertsRead(
  tx: Tx,
  { accountId }: Scope,
  userId: number,
  { alertIds = [], through }: ReadMark,
): Promise<void> {
  if (through !== undefined)
    await sql`
      insert into alert_person as p (account_id, user_id, read_through)
      select m.account_id, m.user_id, ${through}::bigint from membership m
      where m.account_id = ${accountId} and m.user_id = ${userId}
      on conflict (account_id, user_id) do update set read_through = greatest(p.read_through, excluded.read_through)`.execute(
      tx,
    )
  if (alertIds.length > 0)
    await sql`
      update alert_recipient r set read_at = account_now(${accountId})
      where r.account_id = ${accountId} and r.person = ${userId} and r.alert = any(${[...alertIds]}::bigint[])
        and r.read_at is null`.execute(tx)
}
