import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { findMatching, type MatchRequest } from '../thirdparties/index.ts'
import { lockPlaces, maxUnitsOfOne, placeThirdParties, type Place } from './place-thirdparties.ts'
import { unitsAfter, type Placing } from './placing.ts'
import { findSets, findUnits, holdUnits } from './units.queries.ts'

interface PlaceMany {
  readonly unitId: number
  readonly how: Placing
  readonly thirdpartyIds: readonly number[]
}

/** Places these companies, or none if one of them is not there. */
export async function placeMany(
  tx: Tx,
  scope: Scope,
  { thirdpartyIds, ...wanted }: PlaceMany,
): Promise<{ moved: number }> {
  await holdUnits(tx, scope, [wanted.unitId])
  const places = await lockPlaces(tx, scope, [...new Set(thirdpartyIds)])
  const found = new Set(places.map(({ thirdpartyId }) => thirdpartyId))
  const missing = thirdpartyIds.find((id) => !found.has(id))
  if (missing !== undefined) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: missing })
  return { moved: await move(tx, scope, places, wanted) }
}

// What one transaction holds locked, and a caller waits for.
const mostAtOnce = 2_000

interface PlaceMatching extends Omit<PlaceMany, 'thirdpartyIds'> {
  readonly matching: MatchRequest
}

/** Places companies that match and are not placed so yet; where there are too many for once, the next call goes on. */
export async function placeMatching(
  tx: Tx,
  scope: Scope,
  { matching, ...wanted }: PlaceMatching,
): Promise<{ moved: number; more: boolean }> {
  await holdUnits(tx, scope, [wanted.unitId])
  const sets = await findSets(tx, scope)
  const isSeen = await seenAmong(
    tx,
    scope,
    sets.flatMap(({ unitIds }) => unitIds),
  )
  const changing = [{ unitSetId: 0, unitIds: [] }, ...sets].filter(
    ({ unitIds }) => unitsAfter(unitIds, { ...wanted, isSeen }).join() !== unitIds.join(),
  )
  const ids = changing.map(({ unitSetId }) => unitSetId)
  const found = await findMatching(tx, scope, matching, {
    condition: sql`coalesce(t.unit_set_id, 0) = any(${ids}::bigint[])`,
    limit: mostAtOnce + 1,
  })
  const places = await lockPlaces(tx, scope, found.slice(0, mostAtOnce))
  return { moved: await move(tx, scope, places, wanted), more: found.length > mostAtOnce }
}

/** Those of one set go together. */
async function move(
  tx: Tx,
  scope: Scope,
  places: readonly Place[],
  wanted: Omit<PlaceMany, 'thirdpartyIds'>,
): Promise<number> {
  const bySet = groupBySet(places)
  const isSeen = await seenAmong(
    tx,
    scope,
    bySet.flatMap(([place]) => place?.unitIds ?? []),
  )
  let moved = 0
  for (const together of bySet) {
    const before = together[0]?.unitIds ?? []
    const after = unitsAfter(before, { ...wanted, isSeen })
    if (after.join() === before.join()) continue
    if (after.length > maxUnitsOfOne) throw new AppError('UNITS_TOO_MANY', { max: maxUnitsOfOne })
    const isLost = !after.some((unitId) => unitId === wanted.unitId || isSeen(unitId))
    if (scope.units !== 'ALL' && isLost) throw new AppError('UNIT_REQUIRED')
    const ids = together.map(({ thirdpartyId }) => thirdpartyId)
    await placeThirdParties(tx, ids, after)
    recordPlaced(tx, scope, wanted.unitId, { before, after, ids })
    moved += ids.length
  }
  return moved
}

function groupBySet(places: readonly Place[]): Place[][] {
  const sets = new Map<number, Place[]>()
  for (const place of places) {
    const together = sets.get(place.unitSetId)
    if (together) together.push(place)
    else sets.set(place.unitSetId, [place])
  }
  return [...sets.values()]
}

async function seenAmong(tx: Tx, scope: Scope, unitIds: readonly number[]) {
  const found = await findUnits(tx, scope, [...new Set(unitIds)])
  const seen = new Set(found.map(({ unitId }) => unitId))
  return (unitId: number) => seen.has(unitId)
}

interface Placed {
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly ids: readonly number[]
}

// An entry names each company, and stays of a size that a page can show.
const mostInEntry = 1_000

function recordPlaced(tx: Tx, scope: Scope, unitId: number, { before, after, ids }: Placed): void {
  for (let at = 0; at < ids.length; at += mostInEntry) {
    recordAdministration(tx, scope, {
      name: 'COMPANIES_PLACED',
      subject: { type: 'UNIT', id: unitId },
      before: { unitIds: before },
      after: { unitIds: after, thirdpartyIds: ids.slice(at, at + mostInEntry) },
    })
  }
}
