import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { readIdentifier, type IdentifierColumns, type LegalIdentifier } from './legal-identifier.ts'

/** The register was heard, or is to be asked from now on: the next turn is in a day or so. */
export async function planRefresh(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<void> {
  await sql`insert into thirdparty_refresh (account_id, thirdparty_id, due_at)
    values (${accountId}, ${thirdpartyId}, next_refresh(account_now(${accountId})))
    on conflict (account_id, thirdparty_id) do update set due_at = excluded.due_at, lost_runs = 0`.execute(tx)
}

/** No register has a say in it any more: detached or archived. */
export async function endRefresh(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<void> {
  await tx
    .deleteFrom('thirdparty_refresh')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .execute()
}

/** One more run in which the register did not know the company; how many that makes in a row. */
export async function countLostRun(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<number> {
  const counted = await sql<{ lost_runs: number }>`
    update thirdparty_refresh
    set lost_runs = lost_runs + 1, due_at = next_refresh(account_now(${accountId}))
    where account_id = ${accountId} and thirdparty_id = ${thirdpartyId}
    returning lost_runs`.execute(tx)
  return counted.rows[0]?.lost_runs ?? 0
}

export interface DueThirdParty {
  readonly thirdpartyId: number
  readonly identifier: LegalIdentifier
}

/**
 * Takes those due longest. They are due again in an hour: if their register stays silent, or this process
 * dies, others have had their turn by then, and two runs at once never ask for the same company.
 */
export async function takeDueRefreshes(
  tx: Tx,
  { accountId }: Scope,
  limit: number,
): Promise<DueThirdParty[]> {
  const claimed = await sql<{ thirdparty_id: number } & IdentifierColumns>`
    with due as (
      select account_id, thirdparty_id from thirdparty_refresh
      where account_id = ${accountId} and due_at <= (select account_now(${accountId}))
      order by due_at limit ${limit} for update skip locked)
    update thirdparty_refresh r set due_at = account_now(${accountId}) + interval '1 hour'
    from due join thirdparty t using (account_id, thirdparty_id)
    where r.account_id = due.account_id and r.thirdparty_id = due.thirdparty_id
    returning r.thirdparty_id, t.identifier_code, t.identifier_value, t.identifier_country,
      t.identifier_register`.execute(tx)
  return claimed.rows.flatMap((row) => {
    const identifier = readIdentifier(row)
    return identifier === null ? [] : [{ thirdpartyId: row.thirdparty_id, identifier }]
  })
}
