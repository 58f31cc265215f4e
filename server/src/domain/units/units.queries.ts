import { sql, type RawBuilder } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'
import type { TreeUnit } from './tree.ts'

export interface UnitView extends TreeUnit {
  readonly name: string
  readonly version: number
}

const columns = sql<UnitView>`u.unit_id as "unitId", u.parent_id as "parentId", u.name, u.version`

/** Each unit has a set of its own from the start: who sees that one sees the unit. */
function isSeen({ units }: Scope): RawBuilder<unknown>[] {
  if (units === 'ALL') return []
  return [
    sql`exists (select from unit_set s where s.account_id = u.account_id and s.unit_ids = array[u.unit_id]
      and s.unit_set_id = any(${[...units]}::bigint[]))`,
  ]
}

export interface CountedUnit extends UnitView {
  readonly thirdparties?: number
}

// Along the counters by set: a company that is in two units beneath is in one set, and counted once.
const counted = sql<CountedUnit>`u.unit_id as "unitId", u.parent_id as "parentId", u.name, u.version, (select coalesce(sum(p.total), 0)::bigint from portfolio_total p
  where p.account_id = u.account_id
    and p.unit_set = any(unit_sets_of(u.account_id, array[u.unit_id]))) as thirdparties`

/** The units somebody sees, in the order in which they were added. */
export function unitListing(scope: Scope, { withCounts }: { withCounts: boolean }): Listing<CountedUnit> {
  return {
    order: orderById('oldest first'),
    source: {
      id: sql`u.unit_id`,
      from: sql`unit u`,
      conditions: [sql`u.account_id = ${scope.accountId}`, ...isSeen(scope)],
      columns: withCounts ? counted : columns,
      planOnce: true,
    },
  }
}

/** Those of these units that somebody sees. */
export async function findUnits(tx: ReadTx, scope: Scope, unitIds: readonly number[]): Promise<UnitView[]> {
  const conditions = [sql`u.unit_id = any(${[...unitIds]}::bigint[])`, ...isSeen(scope)]
  const { rows } = await sql<UnitView>`select ${columns} from unit u
    where u.account_id = ${scope.accountId} and ${sql.join(conditions, sql` and `)}
    order by u.unit_id`.execute(tx)
  return rows
}

export interface UnitSet {
  readonly unitSetId: number
  readonly unitIds: number[]
}

/** The combinations of units that somebody sees. */
export async function findSets(tx: ReadTx, { accountId, units }: Scope): Promise<UnitSet[]> {
  const seen = units === 'ALL' ? sql`` : sql`and unit_set_id = any(${[...units]}::bigint[])`
  const { rows } = await sql<UnitSet>`select unit_set_id as "unitSetId", unit_ids as "unitIds"
    from unit_set where account_id = ${accountId} ${seen} order by unit_set_id`.execute(tx)
  return rows
}

/** What hangs on a unit: its own companies, the units right beneath it, and who is limited to it. */
export interface UnitInUse extends UnitView {
  readonly thirdparties: number
  readonly units: number
  readonly people: number
  readonly clients: number
}

export async function getUnit(tx: ReadTx, { accountId }: Scope, unitId: number): Promise<UnitInUse> {
  const { rows } = await sql<UnitInUse>`select ${columns},
      (select coalesce(sum(p.total), 0)::bigint from portfolio_total p
        join unit_set_unit m on m.account_id = p.account_id and m.unit_set_id = p.unit_set
        where p.account_id = u.account_id and m.unit_id = u.unit_id) as thirdparties,
      (select count(*) from unit c where c.account_id = u.account_id and c.parent_id = u.unit_id) as units,
      (select count(*) from membership_unit s join membership m using (account_id, user_id)
        where s.account_id = u.account_id and s.unit_id = u.unit_id and not m.all_units) as people,
      (select count(*) from api_client_unit s join api_client c using (account_id, api_client_id)
        where s.account_id = u.account_id and s.unit_id = u.unit_id and not c.all_units) as clients
    from unit u where u.account_id = ${accountId} and u.unit_id = ${unitId}`.execute(tx)
  const [unit] = rows
  if (!unit) throw new AppError('UNIT_NOT_FOUND', { unitId })
  return unit
}

/** Units that something is put into: none of them is deleted meanwhile. One that is not seen is not there. */
export async function holdUnits(tx: Tx, scope: Scope, unitIds: readonly number[]): Promise<UnitView[]> {
  await sql`select from account where account_id = ${scope.accountId} for share`.execute(tx)
  const found = await findUnits(tx, scope, unitIds)
  const missing = unitIds.find((unitId) => !found.some((unit) => unit.unitId === unitId))
  if (missing !== undefined) throw new AppError('UNIT_NOT_FOUND', { unitId: missing })
  return found
}

/** The whole tree, which nobody else changes meanwhile: two moves at once could close a circle. */
export async function lockTree(tx: Tx, { accountId }: Scope): Promise<UnitView[]> {
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<UnitView>`
    select ${columns} from unit u where u.account_id = ${accountId} order by u.unit_id`.execute(tx)
  return rows
}

export function requireInTree(tree: readonly UnitView[], unitId: number): UnitView {
  const unit = tree.find((one) => one.unitId === unitId)
  if (!unit) throw new AppError('UNIT_NOT_FOUND', { unitId })
  return unit
}
