import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ValueChange } from './apply-values.ts'
import type { Definition } from './attribute.ts'
import { listDefinitions } from './definitions.queries.ts'
import { identitiesOf } from './identity-fields.ts'
import {
  enqueueRecompute,
  selectInputs,
  recomputeHeld,
  valuesBySubject,
  type RecomputeRequest,
  type Calculable,
  type Subject,
} from './recompute.ts'

export interface DossierPlace {
  readonly dossierId: number
  readonly thirdpartyId: number
}

export function dossierDefinitions(tx: ReadTx, scope: Scope): Promise<Definition[]> {
  return listDefinitions(tx, scope, { scope: 'DOSSIER', archived: false })
}

/** The open dossiers of third parties. */
export const dossiers: Calculable = {
  definitions: dossierDefinitions,
  lock: (tx, scope, thirdpartyIds) => sql`${openDossiers(scope, thirdpartyIds)} for update`.execute(tx),
  async load(tx, scope, { definitions, thirdpartyIds }) {
    const { rows } = await openDossiers(scope, thirdpartyIds).execute(tx)
    return loadDossiers(tx, scope, definitions, rows)
  },
  async record(tx, scope, { changes, definitions, subjects }) {
    const places = subjects.map(({ subject, thirdpartyId }) => ({ dossierId: subject, thirdpartyId }))
    const recorded = { changes, definitions, dossiers: places }
    recordDossierChanges(tx, scope, { name: 'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED', ...recorded })
  },
}

function openDossiers({ accountId }: Scope, thirdpartyIds: RecomputeRequest['thirdpartyIds']) {
  return sql<DossierPlace>`
    select dossier_id as "dossierId", thirdparty_id as "thirdpartyId" from dossier
    where account_id = ${accountId} and thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and archived_at is null
    order by dossier_id`
}

async function loadDossiers(
  tx: ReadTx,
  scope: Scope,
  definitions: readonly Definition[],
  places: readonly DossierPlace[],
): Promise<Subject[]> {
  const ids = places.map(({ dossierId }) => dossierId)
  const thirdpartyIds = [...new Set(places.map(({ thirdpartyId }) => thirdpartyId))]
  const [identities, values] = await Promise.all([
    identitiesOf(tx, scope, thirdpartyIds),
    valuesBySubject(tx, scope, selectInputs(definitions), ids),
  ])
  const identityOf = new Map(identities.map(({ thirdpartyId, identity }) => [thirdpartyId, identity]))
  return places.map(({ dossierId, thirdpartyId }) => ({
    subject: dossierId,
    thirdpartyId,
    inputs: {
      attributes: values.get(dossierId) ?? new Map(),
      identity: identityOf.get(thirdpartyId) ?? {},
    },
  }))
}

/** For a caller that holds the definitions and the dossier already. */
export async function recomputeHeldDossier(
  tx: Tx,
  scope: Scope,
  definitions: readonly Definition[],
  dossier: DossierPlace,
): Promise<number> {
  if (definitions.every((one) => one.expression === null)) return 0
  const subjects = await loadDossiers(tx, scope, definitions, [dossier])
  return recomputeHeld(tx, scope, dossiers, { definitions, subjects })
}

interface RecordedChanges {
  readonly name: 'DOSSIER_ATTRIBUTE_UPDATED' | 'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED'
  readonly changes: readonly ValueChange[]
  readonly definitions: readonly Definition[]
  readonly dossiers: readonly DossierPlace[]
}

export function recordDossierChanges(tx: Tx, scope: Scope, recorded: RecordedChanges): void {
  const byId = new Map(recorded.definitions.map((one) => [one.attributeId, one]))
  const places = new Map(recorded.dossiers.map((one) => [one.dossierId, one]))
  for (const { subject, attribute_id: attributeId, before, after } of recorded.changes) {
    const place = places.get(subject)
    if (!place) throw new Error(`An attribute of dossier ${subject} changed that nobody asked for.`)
    const { code, label } = byId.get(attributeId) ?? { code: null, label: null }
    const data = { attributeId, code, label, before, after }
    record(tx, scope, { name: recorded.name, ...place, data })
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
  await enqueueRecompute(tx, scope, [...new Set(thirdpartyIds)])
}
