import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AttributeScope, AttributeValue } from './attribute.ts'
import { followCriticality, isCriticality } from './criticality.ts'
import type { Failure } from './expression-result.ts'

export interface WantedValue {
  /** The third party or dossier, locked by the caller: two writers of one record must take turns. */
  readonly subject: number
  readonly attributeId: number
  readonly value: AttributeValue | null
}

export interface ValueChange {
  subject: number
  attribute_id: number
  code: string
  scope: AttributeScope
  before: AttributeValue | null
  after: AttributeValue | null
}

/** Writes what differs, with its history, and says what that was; the caller records the events. */
export async function applyValues(
  tx: Tx,
  scope: Scope,
  wanted: readonly WantedValue[],
): Promise<ValueChange[]> {
  if (wanted.length === 0) return []
  const changes = await writeValues(tx, scope, wanted)
  const moved = changes.filter(isCriticality).map(({ subject }) => subject)
  if (moved.length > 0) await followCriticality(tx, scope, moved)
  return changes
}

/**
 * One statement however many values. Two lists of the same options are equal whatever their order: each contains the other.
 */
async function writeValues(tx: Tx, scope: Scope, wanted: readonly WantedValue[]): Promise<ValueChange[]> {
  const { accountId, actor } = scope
  const { rows } = await sql<ValueChange>`
    with clock as materialized (select account_now(${accountId}) as moment), wanted as (
      select w.subject, w."attributeId" as attribute_id, w.value, d.options, d.code, d.scope
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w(subject bigint, "attributeId" bigint, value jsonb)
      join attribute_definition d on d.account_id = ${accountId} and d.attribute_id = w."attributeId"
    ), changed as materialized (
      select w.*, v.value as before, clock.moment
      from clock cross join wanted w left join attribute_value v
        on v.account_id = ${accountId} and v.subject = w.subject and v.attribute_id = w.attribute_id
      where case when v.value is null or w.value is null then v.value is distinct from w.value
        else not (v.value @> w.value and w.value @> v.value) end
    ), cleared as (
      delete from attribute_value v using changed c
      where c.value is null and v.account_id = ${accountId} and v.subject = c.subject
        and v.attribute_id = c.attribute_id
    ), written as (
      insert into attribute_value
        (account_id, subject, attribute_id, value, text_key, number_key, updated_at)
      select ${accountId}, subject, attribute_id, value, attribute_text_key(value),
        attribute_number_key(value, options), moment
      from changed where value is not null
      on conflict (account_id, subject, attribute_id) do update set value = excluded.value,
        text_key = excluded.text_key, number_key = excluded.number_key, updated_at = excluded.updated_at
    ), remembered as (
      insert into attribute_value_history
        (account_id, attribute_id, subject, before, after, changed_at, actor_type, actor_id)
      select ${accountId}, attribute_id, subject, before, value, moment, ${actor.type}, ${actor.id}::bigint
      from changed order by subject
    )
    select subject, attribute_id, code, scope, before, value as after from changed
    order by subject, attribute_id`.execute(tx)
  return rows
}

type Calculated = Pick<WantedValue, 'subject' | 'attributeId'> & { readonly failure: Failure | null }

/** Remembers which of these calculations failed, and forgets the failures of those that did not. */
export async function storeFailures(tx: Tx, scope: Scope, wanted: readonly Calculated[]): Promise<void> {
  if (wanted.length === 0) return
  const { accountId } = scope
  const failed = wanted.filter(({ failure }) => failure !== null)
  const subjects = [...new Set(wanted.map(({ subject }) => subject))]
  const attributeIds = [...new Set(wanted.map(({ attributeId }) => attributeId))]
  await sql`
    with failed as materialized (
      select w.subject, w."attributeId" as attribute_id, w.failure
      from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb)
        as w(subject bigint, "attributeId" bigint, failure text)
    ), mended as (
      delete from attribute_failure f where f.account_id = ${accountId}
        and f.subject = any(${subjects}::bigint[]) and f.attribute_id = any(${attributeIds}::bigint[])
        and not exists (select from failed w where w.subject = f.subject and w.attribute_id = f.attribute_id)
    )
    insert into attribute_failure (account_id, subject, attribute_id, failure, failed_at)
    select ${accountId}, subject, attribute_id, failure, account_now(${accountId}) from failed
    on conflict (account_id, subject, attribute_id) do update
      set failure = excluded.failure, failed_at = excluded.failed_at
      where attribute_failure.failure <> excluded.failure`.execute(tx)
}
