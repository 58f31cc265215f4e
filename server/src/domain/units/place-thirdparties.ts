import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { findUnits, holdUnits, type UnitView } from './units.queries.ts'

// Dossiers and documents move with their company: more of them at once would take longer than a statement may.
const batchSize = 500

/** Puts companies into these units and no others, whoever may see them then. */
export async function placeThirdParties(
  tx: Tx,
  thirdpartyIds: readonly number[],
  unitIds: readonly number[],
): Promise<number | null> {
  let unitSetId: number | null = null
  for (let at = 0; at < thirdpartyIds.length; at += batchSize) {
    const batch = thirdpartyIds.slice(at, at + batchSize)
    const { rows } = await sql<{ placed: number | null }>`
      select thirdparties_place(${batch}::bigint[], ${[...unitIds]}::bigint[]) as placed`.execute(tx)
    unitSetId = rows[0]?.placed ?? null
  }
  return unitSetId
}

export interface Place {
  readonly thirdpartyId: number
  /** Zero while it is in no unit: its version. */
  readonly unitSetId: number
  readonly unitIds: readonly number[]
}

async function placesOf(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
  lock = sql``,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select t.thirdparty_id as "thirdpartyId", coalesce(t.unit_set_id, 0) as "unitSetId",
      coalesce((select s.unit_ids from unit_set s
        where s.account_id = t.account_id and s.unit_set_id = t.unit_set_id), '{}') as "unitIds"
    from thirdparty t
    where t.account_id = ${accountId} and t.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
    order by t.thirdparty_id ${lock}`.execute(tx)
  return rows
}

/** Those that are gone from one's sight meanwhile are left out. */
export const lockPlaces = (tx: Tx, scope: Scope, thirdpartyIds: readonly number[]) =>
  placesOf(tx, scope, thirdpartyIds, sql`for update`)

export interface UnitsOfThirdParty {
  readonly units: readonly UnitView[]
  readonly version: number
}

/** Those of its units that somebody sees. */
export async function unitsOfThirdParty(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
): Promise<UnitsOfThirdParty> {
  const [place] = await placesOf(tx, scope, [thirdpartyId])
  if (!place) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return { units: await findUnits(tx, scope, place.unitIds), version: place.unitSetId }
}

interface SetUnits {
  readonly thirdpartyId: number
  readonly unitIds: readonly number[]
}

/** Of the units that somebody sees, the company is in these; in which others it is, is not theirs to change. */
export async function setUnitsOfThirdParty(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, unitIds }: SetUnits,
  checkVersion: (version: number) => void,
): Promise<UnitsOfThirdParty> {
  const [place] = await lockPlaces(tx, scope, [thirdpartyId])
  if (!place) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  checkVersion(place.unitSetId)
  const units = await holdUnits(tx, scope, unitIds)
  if (scope.units !== 'ALL' && units.length === 0) throw new AppError('UNIT_REQUIRED')
  const after = await replaceSeen(tx, scope, place, unitIds)
  const version = await placeThirdParties(tx, [thirdpartyId], after)
  recordAdministration(tx, scope, {
    name: 'COMPANIES_PLACED',
    subject: { type: 'THIRD_PARTY', id: thirdpartyId },
    before: { unitIds: place.unitIds },
    after: { unitIds: after },
  })
  return { units, version: version ?? 0 }
}

async function replaceSeen(
  tx: Tx,
  scope: Scope,
  { unitIds }: Place,
  wanted: readonly number[],
): Promise<number[]> {
  const seen = new Set((await findUnits(tx, scope, unitIds)).map((unit) => unit.unitId))
  const after = [...new Set([...unitIds.filter((unitId) => !seen.has(unitId)), ...wanted])]
  if (after.length > maxUnitsOfOne) throw new AppError('UNITS_TOO_MANY', { max: maxUnitsOfOne })
  return after.toSorted((a, b) => a - b)
}

export const maxUnitsOfOne = 50
