import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { PageRequest, Scope } from '../../platform/kernel/index.ts'
import type { AttributeValue, Definition } from './attribute.ts'
import type { ValuedDefinition } from './attribute.view.ts'
import { definitionOf, type DefinitionRow } from './definitions.queries.ts'
import type { Failure } from './expression-result.ts'

/** Locked in the order of their ids, so that two writers of the same ones cannot wait for each other. */
export function lockThirdParties(tx: Tx, scope: Scope, thirdpartyIds: readonly number[]) {
  return tx
    .selectFrom('thirdparty')
    .select(['thirdparty_id', 'archived_at'])
    .where('account_id', '=', scope.accountId)
    .where((where) => where('thirdparty_id', '=', where.fn.any(where.val([...thirdpartyIds]))))
    .orderBy('thirdparty_id')
    .forNoKeyUpdate()
    .execute()
}

type ValueRow = DefinitionRow & {
  account_id: number
  value: AttributeValue | null
  valued_at: Date | null
  failure: Failure | null
}

/** Every live attribute in its order, with or without a value. */
/** What each of some third parties has of one attribute, in the order asked. */
export async function statesOf(
  tx: ReadTx,
  { accountId }: Scope,
  definitions: readonly Definition[],
  asked: readonly { readonly subject: number; readonly attributeId: number }[],
): Promise<ValuedDefinition[]> {
  const byId = new Map(definitions.map((one) => [one.attributeId, one]))
  const { rows } = await sql<Pick<ValueRow, 'attribute_id' | 'value' | 'valued_at' | 'failure'>>`
    select asked.attribute_id, v.value, v.updated_at as valued_at, f.failure
    from unnest(${asked.map(({ subject }) => subject)}::bigint[],
      ${asked.map(({ attributeId }) => attributeId)}::bigint[]) with ordinality asked (subject, attribute_id, nth)
    left join attribute_value v on v.account_id = ${accountId} and v.subject = asked.subject
      and v.attribute_id = asked.attribute_id
    left join attribute_failure f on f.account_id = ${accountId} and f.subject = asked.subject
      and f.attribute_id = asked.attribute_id
    order by asked.nth`.execute(tx)
  return rows.map((row) => stateOf(byId.get(row.attribute_id) as Definition, row))
}

function stateOf(
  definition: Definition,
  { value, failure, valued_at: updatedAt }: Pick<ValueRow, 'value' | 'valued_at' | 'failure'>,
): ValuedDefinition {
  return { definition, value, failure, updatedAt }
}

export async function attributesOf(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
): Promise<ValuedDefinition[]> {
  const { rows } = await sql<ValueRow>`
    select d.*, v.value, v.updated_at as valued_at, f.failure
    from attribute_definition d
    left join attribute_value v on v.account_id = d.account_id and v.attribute_id = d.attribute_id
      and v.subject = ${thirdpartyId}
    left join attribute_failure f on f.account_id = d.account_id and f.attribute_id = d.attribute_id
      and f.subject = ${thirdpartyId}
    where d.account_id = ${scope.accountId} and d.scope = 'THIRD_PARTY' and d.archived_at is null
    order by d.position, d.attribute_id`.execute(tx)
  return rows.map((row) => stateOf(definitionOf(row), row))
}

/** JSON texts of objects by code, of the records that have any of these values. */
export async function valuesByCode(
  tx: ReadTx,
  scope: Scope,
  attributeIds: readonly number[],
  subjects: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ subject: number; wire: string }>`
    select v.subject, jsonb_object_agg(d.code, v.value)::text as wire
    from attribute_value v
    join attribute_definition d on d.account_id = v.account_id and d.attribute_id = v.attribute_id
    where v.account_id = ${scope.accountId} and v.subject = any(${[...subjects]}::bigint[])
      and v.attribute_id = any(${[...attributeIds]}::bigint[])
    group by v.subject`.execute(tx)
  return new Map(rows.map(({ subject, wire }) => [subject, wire]))
}

export async function historyOf(
  tx: ReadTx,
  scope: Scope,
  query: { thirdpartyId: number; attributeId: number; page: PageRequest },
) {
  const { page, size } = query.page
  const changes = tx
    .selectFrom('attribute_value_history')
    .where('account_id', '=', scope.accountId)
    .where('attribute_id', '=', query.attributeId)
    .where('subject', '=', query.thirdpartyId)
  const rows = changes
    .select(['change_id', 'before', 'after', 'changed_at', 'actor_type', 'actor_id'])
    .orderBy('change_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  const count = changes.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const [found, { total }] = await Promise.all([rows, count])
  return { rows: found, total }
}
