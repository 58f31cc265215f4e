import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AttributeValue } from './attribute.ts'
import { attributeRecord } from './attribute.view.ts'
import type { AttributeRecord } from './attributes.schemas.ts'
import { applyValues } from './apply-values.ts'
import type { AttributeInput } from './parse-values.ts'
import {
  dossierDefinitions,
  recomputeHeldDossiers,
  recordDossierChanges,
  type DossierPlace,
} from './recompute-dossiers.ts'
import { parserOf } from './set-attributes.ts'

type Wire = Static<typeof AttributeRecord>

/** Every live attribute of each of these dossiers, with its value or without. */
export async function attributesOfDossiers(
  tx: ReadTx,
  scope: Scope,
  dossierIds: readonly number[],
): Promise<Map<number, Wire[]>> {
  const definitions = await dossierDefinitions(tx, scope)
  if (definitions.length === 0) return new Map()
  const rows = await tx
    .selectFrom('attribute_value')
    .select(['subject', 'attribute_id', 'value', 'updated_at'])
    .where('account_id', '=', scope.accountId)
    .where((where) => where('subject', '=', where.fn.any(where.val([...dossierIds]))))
    .execute()
  const key = (subject: number, attributeId: number) => `${subject} ${attributeId}`
  const values = new Map(rows.map((row) => [key(row.subject, row.attribute_id), row]))
  const ofDossier = (dossierId: number) =>
    definitions.map((definition) => {
      const row = values.get(key(dossierId, definition.attributeId))
      const value = (row?.value ?? null) as AttributeValue | null
      return attributeRecord({ definition, value, updatedAt: row?.updated_at ?? null })
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
  const told = { changes, definitions, dossiers: [dossier] }
  recordDossierChanges(tx, scope, { name: 'DOSSIER_ATTRIBUTE_UPDATED', ...told })
  if (changes.length > 0) await recomputeHeldDossiers(tx, scope, definitions, [dossier])
  return parsed.attributeId
}
