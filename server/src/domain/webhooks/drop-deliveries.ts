import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

type OfAccount = Pick<Scope, 'accountId'>

export interface WaitingDeliveries {
  deliveries: number
  /** Entries of the journals that active endpoints have yet to be told of, at most. */
  untold: number
}

export async function countWaitingDeliveries(
  tx: ReadTx,
  { accountId }: OfAccount,
): Promise<WaitingDeliveries> {
  const { rows } = await sql<WaitingDeliveries>`
    select
      (select count(*)::int from webhook_delivery
        where account_id = ${accountId} and next_attempt_at is not null) as deliveries,
      coalesce((
        select sum(
          case when 'EVENTS' = any(w.classes) then greatest(coalesce(j.seq, 0) - w.cursor_seq, 0) else 0 end
          + case when 'ADMINISTRATION' = any(w.classes)
              then greatest(coalesce(a.seq, 0) - w.administration_cursor, 0) else 0 end
          + case when 'SCREENING' = any(w.classes)
              then greatest(coalesce(c.seq, 0) - w.screening_cursor, 0) else 0 end)
        from webhook_endpoint w
        left join journal_head j on j.account_id = w.account_id
        left join administration_head a on a.account_id = w.account_id
        left join screening_change_head c on c.account_id = w.account_id
        where w.account_id = ${accountId} and w.state = 'ACTIVE' and w.deleted_at is null), 0)::int as untold`.execute(
    tx,
  )
  return rows[0] ?? { deliveries: 0, untold: 0 }
}

interface Dropped {
  readonly before: Date
  readonly now: Date
  /** Endpoints go on with what happens from now on. */
  readonly skipUntold: boolean
}

/** Gives up what waits, as dead letters that an account can have sent again. Returns how many there were. */
export async function dropDeliveries(tx: Tx, { accountId }: OfAccount, dropped: Dropped): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ state: 'DEAD', last_error: 'RESTORED', next_attempt_at: null, settled_at: dropped.now })
    .where('account_id', '=', accountId)
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<', dropped.before)
    .executeTakeFirst()
  if (dropped.skipUntold) {
    await sql`
      update webhook_endpoint w set
        cursor_seq = greatest(cursor_seq, coalesce(
          (select seq from journal_head h where h.account_id = w.account_id), 0)),
        administration_cursor = greatest(administration_cursor, coalesce(
          (select seq from administration_head h where h.account_id = w.account_id), 0)),
        screening_cursor = greatest(screening_cursor, coalesce(
          (select seq from screening_change_head h where h.account_id = w.account_id), 0))
      where w.account_id = ${accountId} and w.deleted_at is null`.execute(tx)
  }
  return Number(numUpdatedRows)
}
