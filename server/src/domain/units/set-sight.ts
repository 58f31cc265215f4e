import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import {
  announceSight,
  clientMark,
  personMark,
  requireOtherAdmin,
  type SightView,
} from '../accounts/index.ts'
import { isSightManaged } from '../provisioning/index.ts'
import { lockTree, requireInTree } from './units.queries.ts'

/** All units, or some of them with what lies beneath. No unit at all is nothing to see. */
export interface Sight {
  readonly all: boolean
  readonly units: readonly number[]
}

/** What a person sees of the account from now on. */
export async function setSightOfUser(tx: Tx, scope: Scope, userId: number, sight: Sight): Promise<SightView> {
  await checkUnits(tx, scope, sight)
  // Only who sees all can govern the account: somebody has to.
  if (!sight.all) await requireOtherAdmin(tx, scope, userId)
  const before = await tx
    .selectFrom('membership')
    .select('all_units')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('USER_NOT_FOUND', { userId })
  if (await isSightManaged(tx, scope, userId)) throw new AppError('MEMBER_MANAGED', { userId })
  const { accountId: account_id } = scope
  await tx
    .updateTable('membership')
    .set({ all_units: sight.all })
    .where('account_id', '=', account_id)
    .where('user_id', '=', userId)
    .execute()
  const former = await tx
    .deleteFrom('membership_unit')
    .where('account_id', '=', account_id)
    .where('user_id', '=', userId)
    .returning('unit_id')
    .execute()
  const rows = sight.units.map((unit_id) => ({ account_id, user_id: userId, unit_id }))
  if (rows.length > 0) await tx.insertInto('membership_unit').values(rows).execute()
  const subject = { type: 'USER', id: userId } as const
  await announceSight(tx, scope, [personMark(userId)])
  return recordSight(tx, scope, subject, [viewOf(before, former), sight])
}

/** The same for an API client. */
export async function setSightOfClient(
  tx: Tx,
  scope: Scope,
  apiClientId: number,
  sight: Sight,
): Promise<SightView> {
  await checkUnits(tx, scope, sight)
  const before = await tx
    .selectFrom('api_client')
    .select('all_units')
    .where('account_id', '=', scope.accountId)
    .where('api_client_id', '=', apiClientId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('CLIENT_NOT_FOUND', { clientId: apiClientId })
  const { accountId: account_id } = scope
  await tx
    .updateTable('api_client')
    .set({ all_units: sight.all })
    .where('account_id', '=', account_id)
    .where('api_client_id', '=', apiClientId)
    .execute()
  const former = await tx
    .deleteFrom('api_client_unit')
    .where('account_id', '=', account_id)
    .where('api_client_id', '=', apiClientId)
    .returning('unit_id')
    .execute()
  const rows = sight.units.map((unit_id) => ({ account_id, api_client_id: apiClientId, unit_id }))
  if (rows.length > 0) await tx.insertInto('api_client_unit').values(rows).execute()
  const subject = { type: 'API_CLIENT', id: apiClientId } as const
  await announceSight(tx, scope, [clientMark(apiClientId)])
  return recordSight(tx, scope, subject, [viewOf(before, former), sight])
}

/** Under the lock of the tree, so that none of them is deleted meanwhile. */
async function checkUnits(tx: Tx, scope: Scope, { all, units }: Sight): Promise<void> {
  if (all && units.length > 0) throw new AppError('SIGHT_CONTRADICTORY')
  const tree = await lockTree(tx, scope)
  for (const unitId of units) requireInTree(tree, unitId)
}

const viewOf = (
  { all_units: all }: { all_units: boolean },
  rows: readonly { unit_id: number }[],
): SightView => ({ all, units: rows.map((row) => row.unit_id).toSorted((a, b) => a - b) })

function recordSight(
  tx: Tx,
  scope: Scope,
  subject: { readonly type: 'USER' | 'API_CLIENT'; readonly id: number },
  [before, after]: readonly [SightView, Sight],
): SightView {
  const now = { all: after.all, units: after.units.toSorted((a, b) => a - b) }
  const isSame = before.all === now.all && before.units.join() === now.units.join()
  if (!isSame) recordAdministration(tx, scope, { name: 'SIGHT_CHANGED', subject, before, after: now })
  return now
}
