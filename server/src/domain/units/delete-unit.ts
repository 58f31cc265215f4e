import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { announceToAll } from '../accounts/index.ts'
import { placeThirdParties } from './place-thirdparties.ts'
import { faultOfMove, maxDepth } from './tree.ts'
import { lockTree, requireInTree, type UnitView } from './units.queries.ts'

interface DeleteUnit {
  readonly unitId: number
  /** Where its companies and the units beneath it go. */
  readonly moveTo: number | null
}

interface HoldingSet {
  readonly unitIds: number[]
  readonly thirdpartyIds: number[]
}

export async function deleteUnit(
  tx: Tx,
  scope: Scope,
  { unitId, moveTo }: DeleteUnit,
  checkVersion: (version: number) => void,
): Promise<void> {
  const tree = await lockTree(tx, scope)
  const unit = requireInTree(tree, unitId)
  checkVersion(unit.version)
  const children = tree.filter(({ parentId }) => parentId === unitId)
  const holding = await setsWithCompanies(tx, scope, unitId)
  if (moveTo === null && (children.length > 0 || holding.length > 0))
    throw new AppError('UNIT_IN_USE', { unitId })
  if (moveTo !== null) {
    requireInTree(tree, moveTo)
    await moveChildren(tx, scope, tree, { unitId, moveTo, children })
    for (const { unitIds, thirdpartyIds } of holding) {
      const units = [...unitIds.filter((one) => one !== unitId), moveTo]
      await placeThirdParties(tx, thirdpartyIds, units)
    }
  }
  const groups = await groupsNaming(tx, scope, unitId)
  // Whoever saw this unit, by hand or by a group of the directory, does not see another one instead: nobody gains sight by a deletion.
  await tx
    .deleteFrom('unit')
    .where('account_id', '=', scope.accountId)
    .where('unit_id', '=', unitId)
    .execute()
  await announceToAll(tx)
  const { name, parentId } = unit
  const moved = holding.reduce((total, { thirdpartyIds }) => total + thirdpartyIds.length, 0)
  recordAdministration(tx, scope, {
    name: 'UNIT_DELETED',
    subject: { type: 'UNIT', id: unitId },
    before: { name, parentId },
    after: { moveTo, thirdparties: moved, units: children.map((child) => child.unitId), groups },
  })
}

async function setsWithCompanies(tx: Tx, { accountId }: Scope, unitId: number): Promise<HoldingSet[]> {
  const { rows } = await sql<HoldingSet>`
    select s.unit_ids as "unitIds", h.ids as "thirdpartyIds"
    from unit_set_unit m
    join unit_set s on s.account_id = m.account_id and s.unit_set_id = m.unit_set_id
    cross join lateral (
      select array_agg(t.thirdparty_id order by t.thirdparty_id) as ids from thirdparty t
      where t.account_id = m.account_id and t.unit_set_id = m.unit_set_id) h
    where m.account_id = ${accountId} and m.unit_id = ${unitId} and h.ids is not null
    order by s.unit_set_id`.execute(tx)
  return rows
}

/** The groups of the directory that gave it and give nothing instead. */
async function groupsNaming(tx: Tx, { accountId }: Scope, unitId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('directory_group_unit')
    .select('group_id')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .orderBy('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

async function moveChildren(
  tx: Tx,
  { accountId }: Scope,
  tree: readonly UnitView[],
  { unitId, moveTo, children }: { unitId: number; moveTo: number; children: readonly UnitView[] },
): Promise<void> {
  if (faultOfMove(tree, unitId, moveTo) === 'CYCLE') throw new AppError('UNIT_BENEATH_ITSELF', { unitId })
  const others = tree.filter(({ parentId }) => parentId === moveTo)
  for (const child of children) {
    if (faultOfMove(tree, child.unitId, moveTo) !== null)
      throw new AppError('UNIT_TOO_DEEP', { max: maxDepth })
    if (others.some(({ name, unitId: other }) => name === child.name && other !== unitId))
      throw new AppError('UNIT_NAME_TAKEN', { name: child.name })
  }
  await tx
    .updateTable('unit')
    .set((eb) => ({ parent_id: moveTo, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('parent_id', '=', unitId)
    .execute()
}
