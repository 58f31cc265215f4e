import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AskFault } from './ask-provider.ts'
import type { CompanyIdentifiers } from './check-request.ts'
import type { Provider } from './providers.ts'

export interface Due extends CompanyIdentifiers {
  readonly thirdpartyId: number
  readonly provider: Provider
}

/**
 * Takes what is due of the third parties that have waited longest. It is due again in an hour: if a provider stays
 * silent, or this process dies, others have had their turn by then, and two runs at once never ask for the same.
 */
export async function takeDuePolls(
  tx: Tx,
  { accountId }: Scope,
  { limit, except }: { limit: number; except: readonly Provider[] },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with first as materialized (
      select thirdparty_id from datahub_monitoring
      where account_id = ${accountId} and due_at <= (select account_now(${accountId}))
        and provider <> all(${[...except]}::text[])
      order by due_at limit ${limit}),
    due as materialized (
      select thirdparty_id, provider from datahub_monitoring
      where account_id = ${accountId} and due_at <= (select account_now(${accountId}))
        and provider <> all(${[...except]}::text[]) and thirdparty_id in (select thirdparty_id from first)
      order by thirdparty_id, provider for update skip locked)
    update datahub_monitoring m set due_at = account_now(${accountId}) + interval '1 hour'
    from due join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = due.thirdparty_id
    where m.account_id = ${accountId} and m.thirdparty_id = due.thirdparty_id and m.provider = due.provider
    returning m.thirdparty_id as "thirdpartyId", m.provider, t.siren, t.siret, t.vat_number as "vatNumber", t.duns,
      t.lei, t.name, t.country_code as "countryCode"`.execute(tx)
  return rows
}

/** The next turn; null for one that is woken by what happens. */
export async function planNextPoll(
  tx: Tx,
  { accountId }: Scope,
  { thirdpartyId, provider, hours }: { thirdpartyId: number; provider: Provider; hours: number | null },
): Promise<void> {
  await sql`
    update datahub_monitoring set due_at = account_now(${accountId}) + make_interval(hours => ${hours}::int)
    where account_id = ${accountId} and thirdparty_id = ${thirdpartyId} and provider = ${provider} and active`.execute(
    tx,
  )
}

/**
 * What is known is left alone; unless the provider is heard again it turns STALE in its time. Null: it was heard, and
 * had nothing to say.
 */
export async function markFailure(
  tx: Tx,
  { accountId }: Scope,
  fault: { thirdpartyId: number; provider: Provider; failure: AskFault | 'OUT_OF_SCALE' | null },
): Promise<void> {
  await sql`
    update datahub_monitoring set failure = ${fault.failure},
      failing_since = case when ${fault.failure}::text is not null
        then coalesce(failing_since, account_now(${accountId})) end,
      heard_at = case when ${fault.failure}::text is null then account_now(${accountId}) else heard_at end
    where account_id = ${accountId} and thirdparty_id = ${fault.thirdpartyId} and provider = ${fault.provider}
      and active`.execute(tx)
}
