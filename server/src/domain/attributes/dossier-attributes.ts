import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AttributeValue } from './attribute.ts'
import { attributeRecord } from './attribute.view.ts'
import type { AttributeRecord } from './attributes.schemas.ts'
import { applyValues } from './apply-values.ts'
import type { Failure } from './expression-result.ts'
import type { AttributeInput } from './parse-values.ts'
import {
  dossierDefinitions,
  recomputeHeldDossier,
  recordDossierChanges,
  type DossierPlace,
} from './recompute-dossiers.ts'
import { parserOf } from './set-attributes.ts'
import { attributeColumn } from './thirdparty-attributes.ts'
import type { AttributeColumn } from '../thirdparties/index.ts'

interface StoredValue {
  subject: number
  attribute_id: number
  value: AttributeValue | null
  updated_at: Date | null
  failure: Failure | null
}

type Wire = Static<typeof AttributeRecord>

/** Every live attribute of each of these dossiers, with its value or without. */
/** What a table of dossiers has a column for. */
export async function dossierColumns(tx: ReadTx, scope: Scope): Promise<AttributeColumn[]> {
  return (await dossierDefinitions(tx, scope)).map(attributeColumn)
}

export async function attributesOfDossiers(
  tx: ReadTx,
  scope: Scope,
  dossierIds: readonly number[],
): Promise<Map<number, Wire[]>> {
  const definitions = await dossierDefinitions(tx, scope)
  if (definitions.length === 0) return new Map()
  const ofDossiers = sql`account_id = ${scope.accountId} and subject = any(${[...dossierIds]}::bigint[])`
  const { rows } = await sql<StoredValue>`
    select coalesce(v.subject, f.subject) as subject, coalesce(v.attribute_id, f.attribute_id) as attribute_id,
      v.value, v.updated_at, f.failure
    from (select * from attribute_value where ${ofDossiers}) v
    full join (select * from attribute_failure where ${ofDossiers}) f
      on f.subject = v.subject and f.attribute_id = v.attribute_id`.execute(tx)
  const key = (subject: number, attributeId: number) => `${subject} ${attributeId}`
  const values = new Map(rows.map((row) => [key(row.subject, row.attribute_id), row]))
  const ofDossier = (dossierId: number) =>
    definitions.map((definition) => {
      const row = values.get(key(dossierId, definition.attributeId))
      return attributeRecord({
        definition,
        value: row?.value ?? null,
        failure: row?.failure ?? null,
        updatedAt: row?.updated_at ?? null,
      })
    })
  return new Map(dossierIds.map((dossierId) => [dossierId, ofDossier(dossierId)]))
}

/** The caller holds the definitions and then the dossier. Returns which attribute it was. */
export async function setDossierAttribute(
  tx: Tx,
  scope: Scope,
  dossier: DossierPlace,
  input: AttributeInput,
): Promise<number> {
  const definitions = await dossierDefinitions(tx, scope)
  const parsed = parserOf(definitions)(input)
  const changes = await applyValues(tx, scope, [{ subject: dossier.dossierId, ...parsed }])
  const recorded = { changes, definitions, dossiers: [dossier] }
  recordDossierChanges(tx, scope, { name: 'DOSSIER_ATTRIBUTE_UPDATED', ...recorded })
  if (changes.length > 0) await recomputeHeldDossier(tx, scope, definitions, dossier)
  return parsed.attributeId
}
