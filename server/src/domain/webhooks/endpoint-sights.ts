import type { Db } from '../../platform/db/index.ts'
import type { AccountScope, VisibleUnits } from '../../platform/kernel/index.ts'
import { accessNow } from '../accounts/index.ts'
import { seesHits } from '../screening/index.ts'

/** Of an endpoint that is not sent everything. */
export interface EndpointSight {
  readonly endpointId: number
  /** The sets of units whose events it is sent. */
  readonly sets: readonly number[]
}

/** What the makers of the endpoints see at this moment, also of those that rest; those who see all are left out. */
export async function endpointSights(db: Db, scope: AccountScope): Promise<EndpointSight[]> {
  const sights: EndpointSight[] = []
  for (const endpoint of await makersOf(db, scope)) {
    const units = await unitsSeen(db, scope, endpoint)
    if (units !== 'ALL') sights.push({ endpointId: endpoint.endpoint_id, sets: units })
  }
  return sights
}

/** The same for hits: who may see none is told of none. */
export async function hitSights(db: Db, scope: AccountScope): Promise<EndpointSight[]> {
  const sights: EndpointSight[] = []
  for (const endpoint of await makersOf(db, scope)) {
    const units = await unitsOfHits(db, scope, endpoint)
    if (units !== 'ALL') sights.push({ endpointId: endpoint.endpoint_id, sets: units })
  }
  return sights
}

/** The units whose companies one endpoint is told of. */
export async function endpointUnits(
  db: Db,
  scope: AccountScope,
  endpointId: number,
): Promise<{ readonly units: VisibleUnits; readonly hits: VisibleUnits }> {
  const [endpoint] = await makersOf(db, scope, endpointId)
  if (!endpoint) return { units: [], hits: [] }
  return { units: await unitsSeen(db, scope, endpoint), hits: await unitsOfHits(db, scope, endpoint) }
}

interface MadeEndpoint {
  readonly endpoint_id: number
  readonly made_by: string | null
  readonly limited: boolean
}

function makersOf(db: Db, scope: AccountScope, endpointId?: number): Promise<MadeEndpoint[]> {
  return db.read(scope, (tx) =>
    tx
      .selectFrom('webhook_endpoint')
      .select(['endpoint_id', 'made_by', 'limited'])
      .where('account_id', '=', scope.accountId)
      .where('deleted_at', 'is', null)
      .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? 0))
      .execute(),
  )
}

async function unitsSeen(
  db: Db,
  { accountId }: AccountScope,
  { made_by: madeBy, limited }: MadeEndpoint,
): Promise<VisibleUnits> {
  if (madeBy === null) return 'ALL'
  const { rights, units } = await db.system((tx) => accessNow(tx, madeBy, accountId))
  const hasLeft = rights.size === 0
  if (hasLeft) return limited ? [] : 'ALL'
  return units
}

async function unitsOfHits(db: Db, scope: AccountScope, endpoint: MadeEndpoint): Promise<VisibleUnits> {
  const { made_by: madeBy } = endpoint
  // What the rights of somebody else's sign-in service are is known only while they use them.
  if (madeBy !== null && !madeBy.startsWith('external:')) {
    const { rights } = await db.system((tx) => accessNow(tx, madeBy, scope.accountId))
    if (rights.size > 0 && !(await db.read(scope, (tx) => seesHits(tx, scope, rights)))) return []
  }
  return unitsSeen(db, scope, endpoint)
}
