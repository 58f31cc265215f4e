import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { attributeParser, type AttributesOfThirdParty } from './set-attributes.ts'

/** Those of the third parties that have another value than is given here, as writing it would find. */
export async function findDiffering(
  tx: ReadTx,
  scope: Scope,
  rows: readonly AttributesOfThirdParty[],
): Promise<ReadonlySet<number>> {
  if (rows.every(({ attributes }) => attributes.length === 0)) return new Set()
  const parse = await attributeParser(tx, scope)
  const given = rows.flatMap(({ thirdpartyId: subject, attributes }) =>
    attributes.map((input) => ({ subject, ...parse(input) })),
  )
  const { rows: found } = await sql<{ subject: number }>`
    select distinct w.subject as subject
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as w(subject bigint, "attributeId" bigint, value jsonb)
    left join attribute_value v
      on v.account_id = ${scope.accountId} and v.subject = w.subject and v.attribute_id = w."attributeId"
    where case when v.value is null or w.value is null then v.value is distinct from w.value
      else not (v.value @> w.value and w.value @> v.value) end`.execute(tx)
  return new Set(found.map(({ subject }) => subject))
}
