import { recordAdministration } from '../../platform/administration/index.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { announceToAll } from '../accounts/index.ts'
import { faultOfMove, maxDepth, maxUnits } from './tree.ts'
import { lockTree, requireInTree, type UnitView } from './units.queries.ts'

interface NewUnit {
  readonly name: string
  readonly parentId: number | null
}

export async function addUnit(tx: Tx, scope: Scope, { name, parentId }: NewUnit): Promise<UnitView> {
  const tree = await lockTree(tx, scope)
  if (tree.length >= maxUnits) throw new AppError('UNIT_LIMIT_REACHED', { max: maxUnits })
  checkPlace(tree, { unitId: null, parentId, name })
  const { unit_id: unitId } = await tx
    .insertInto('unit')
    .values({ account_id: scope.accountId, name, parent_id: parentId })
    .returning('unit_id')
    .executeTakeFirstOrThrow()
  // Its own set is there before any company is: who sees the unit may put one into it at once.
  await sql`select unit_set_for(array[${unitId}]::bigint[])`.execute(tx)
  await announceToAll(tx)
  const subject = { type: 'UNIT', id: unitId } as const
  recordAdministration(tx, scope, { name: 'UNIT_ADDED', subject, after: { name, parentId } })
  return { unitId, parentId, name, version: 1 }
}

interface ChangedUnit {
  readonly unitId: number
  readonly name?: string
  /** Null makes it a root. */
  readonly parentId?: number | null
}

export async function changeUnit(
  tx: Tx,
  scope: Scope,
  change: ChangedUnit,
  checkVersion: (version: number) => void,
): Promise<UnitView> {
  const tree = await lockTree(tx, scope)
  const unit = requireInTree(tree, change.unitId)
  checkVersion(unit.version)
  const { unitId } = unit
  const before = { name: unit.name, parentId: unit.parentId }
  const after = {
    name: change.name ?? unit.name,
    parentId: change.parentId === undefined ? unit.parentId : change.parentId,
  }
  if (after.name === before.name && after.parentId === before.parentId) return unit
  checkPlace(tree, { unitId, ...after })
  const version = unit.version + 1
  await tx
    .updateTable('unit')
    .set({ name: after.name, parent_id: after.parentId, version })
    .where('account_id', '=', scope.accountId)
    .where('unit_id', '=', unitId)
    .execute()
  await announceToAll(tx)
  recordAdministration(tx, scope, {
    name: 'UNIT_CHANGED',
    subject: { type: 'UNIT', id: unitId },
    before,
    after,
  })
  return { unitId, ...after, version }
}

function checkPlace(
  tree: readonly UnitView[],
  { unitId, parentId, name }: NewUnit & { readonly unitId: number | null },
): void {
  if (parentId !== null) requireInTree(tree, parentId)
  const fault = faultOfMove(tree, unitId, parentId)
  if (fault === 'CYCLE') throw new AppError('UNIT_BENEATH_ITSELF', { unitId: unitId ?? 0 })
  if (fault === 'TOO_DEEP') throw new AppError('UNIT_TOO_DEEP', { max: maxDepth })
  const isTaken = tree.some(
    (other) => other.unitId !== unitId && other.parentId === parentId && other.name === name,
  )
  if (isTaken) throw new AppError('UNIT_NAME_TAKEN', { name })
}
