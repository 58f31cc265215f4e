import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { applyValues, type ValueChange } from './apply-values.ts'
import type { Definition } from './attribute.ts'
import { holdDefinitions, listDefinitions } from './definitions.queries.ts'
import { identitiesOf } from './identity-fields.ts'
import { calculateAll, programsOf, valuesBySubject } from './recompute.ts'

export interface DossierPlace {
  readonly dossierId: number
  readonly thirdpartyId: number
}

export function dossierDefinitions(tx: ReadTx, scope: Scope): Promise<Definition[]> {
  return listDefinitions(tx, scope, { scope: 'DOSSIER', archived: false })
}

/** Brings the calculated attributes of the open dossiers of these third parties up to date. */
export async function recomputeDossiers(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<number> {
  await holdDefinitions(tx, scope)
  const definitions = await dossierDefinitions(tx, scope)
  if (definitions.every((one) => one.expression === null)) return 0
  const { rows } = await sql<DossierPlace>`
    select dossier_id as "dossierId", thirdparty_id as "thirdpartyId" from dossier
    where account_id = ${scope.accountId} and thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and archived_at is null
    order by dossier_id for update`.execute(tx)
  return recomputeHeldDossiers(tx, scope, definitions, rows)
}

/** For a caller that holds the definitions and the dossiers already. */
export async function recomputeHeldDossiers(
  tx: Tx,
  scope: Scope,
  definitions: readonly Definition[],
  dossiers: readonly DossierPlace[],
): Promise<number> {
  const programs = programsOf(definitions)
  if (programs.length === 0 || dossiers.length === 0) return 0
  const ids = dossiers.map(({ dossierId }) => dossierId)
  const thirdpartyIds = [...new Set(dossiers.map(({ thirdpartyId }) => thirdpartyId))]
  const [identities, values] = await Promise.all([
    identitiesOf(tx, scope, thirdpartyIds),
    valuesBySubject(tx, scope, definitions, ids),
  ])
  const identityOf = new Map(identities.map(({ thirdpartyId, identity }) => [thirdpartyId, identity]))
  const wanted = dossiers.flatMap(({ dossierId, thirdpartyId }) => {
    const inputs = {
      attributes: values.get(dossierId) ?? new Map(),
      identity: identityOf.get(thirdpartyId) ?? {},
    }
    return calculateAll(programs, inputs).map((found) => ({ subject: dossierId, ...found }))
  })
  const changes = await applyValues(tx, scope, wanted)
  const told = { changes, definitions, dossiers }
  recordDossierChanges(tx, scope, { name: 'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED', ...told })
  return changes.length
}

interface RecordedChanges {
  readonly name: 'DOSSIER_ATTRIBUTE_UPDATED' | 'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED'
  readonly changes: readonly ValueChange[]
  readonly definitions: readonly Definition[]
  readonly dossiers: readonly DossierPlace[]
}

export function recordDossierChanges(tx: Tx, scope: Scope, told: RecordedChanges): void {
  const byId = new Map(told.definitions.map((one) => [one.attributeId, one]))
  const places = new Map(told.dossiers.map((one) => [one.dossierId, one]))
  for (const { subject, attribute_id: attributeId, before, after } of told.changes) {
    const place = places.get(subject)
    if (!place) throw new Error(`An attribute of dossier ${subject} changed that nobody asked for.`)
    const { code, label } = byId.get(attributeId) ?? { code: null, label: null }
    const data = { attributeId, code, label, before, after }
    record(tx, scope, { name: told.name, ...place, data })
  }
}

/** For new dossiers: a job calculates what is calculated, if anything is. */
export async function followNewDossiers(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<void> {
  if (thirdpartyIds.length === 0) return
  const definitions = await dossierDefinitions(tx, scope)
  if (definitions.every((one) => one.expression === null)) return
  const { accountId } = scope
  await enqueue(tx, 'attributes.recompute', { accountId, thirdpartyIds: [...new Set(thirdpartyIds)] })
}
