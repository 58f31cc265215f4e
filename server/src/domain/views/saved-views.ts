import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { ViewBody, ViewRecord } from './view.schema.ts'

/** Who asks. An API client is nobody's person: it has no views of its own. */
export interface Viewer {
  readonly userId: number | null
  readonly mayManage: boolean
}

const mostOwn = 50
const mostShared = 100

const record = sql`view_id as "viewId", list, name, user_id is null as shared, filters, sort, columns,
  wire_time(created_at) as "createdAt", wire_time(updated_at) as "updatedAt"`

/** The person's own and those of the account. */
export async function listViews(tx: ReadTx, { accountId }: Scope, viewer: Viewer): Promise<ViewRecord[]> {
  const { rows } = await sql<ViewRecord>`
    select ${record} from saved_view
    where account_id = ${accountId} and (user_id is null or user_id = ${viewer.userId})
    order by lower(name), view_id`.execute(tx)
  return rows
}

export async function addView(tx: Tx, scope: Scope, viewer: Viewer, body: ViewBody): Promise<ViewRecord> {
  const userId = ownerOf(viewer, body)
  await requireRoom(tx, scope, userId)
  const { rows } = await sql<ViewRecord>`
    insert into saved_view (account_id, user_id, list, name, filters, sort, columns)
    values (${scope.accountId}, ${userId}, ${body.list}, ${body.name.trim()}, ${JSON.stringify(body.filters)}::jsonb,
      ${body.sort ?? null}, ${body.columns ?? null}::text[])
    returning ${record}`.execute(tx)
  return rows[0] as ViewRecord
}

export async function putView(
  tx: Tx,
  scope: Scope,
  { viewId, viewer }: { readonly viewId: number; readonly viewer: Viewer },
  body: ViewBody,
): Promise<ViewRecord> {
  const userId = ownerOf(viewer, body)
  const known = await holdView(tx, scope, viewId, viewer)
  if (known.userId !== userId) await requireRoom(tx, scope, userId)
  const { rows } = await sql<ViewRecord>`
    update saved_view set user_id = ${userId}, list = ${body.list}, name = ${body.name.trim()},
      filters = ${JSON.stringify(body.filters)}::jsonb, sort = ${body.sort ?? null},
      columns = ${body.columns ?? null}::text[], updated_at = now()
    where account_id = ${scope.accountId} and view_id = ${viewId}
    returning ${record}`.execute(tx)
  return rows[0] as ViewRecord
}

export async function deleteView(tx: Tx, scope: Scope, viewId: number, viewer: Viewer): Promise<void> {
  await holdView(tx, scope, viewId, viewer)
  await sql`delete from saved_view where account_id = ${scope.accountId} and view_id = ${viewId}`.execute(tx)
}

/** Views of other people are as absent as those that do not exist; shared ones take manage. */
async function holdView(
  tx: Tx,
  { accountId }: Scope,
  viewId: number,
  viewer: Viewer,
): Promise<{ userId: number | null }> {
  const { rows } = await sql<{ userId: number | null }>`
    select user_id as "userId" from saved_view
    where account_id = ${accountId} and view_id = ${viewId} and (user_id is null or user_id = ${viewer.userId})
    for update`.execute(tx)
  const [found] = rows
  if (found && found.userId !== null) return found
  requireManage(viewer)
  if (!found) throw new AppError('SAVED_VIEW_NOT_FOUND', { viewId })
  return found
}

/** Null for one of the account. */
function ownerOf(viewer: Viewer, { shared = false }: ViewBody): number | null {
  if (shared) {
    requireManage(viewer)
    return null
  }
  if (viewer.userId === null) throw new AppError('SAVED_VIEW_NOBODYS')
  return viewer.userId
}

function requireManage({ mayManage }: Viewer): void {
  const permission = 'manage'
  if (!mayManage) throw new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
}

/** Two at the same instant may both find the last place; one more does no harm. */
async function requireRoom(tx: Tx, { accountId }: Scope, userId: number | null): Promise<void> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from saved_view
    where account_id = ${accountId} and user_id is not distinct from ${userId}`.execute(tx)
  const max = userId === null ? mostShared : mostOwn
  if (Number(rows[0]?.total) >= max) throw new AppError('SAVED_VIEW_LIMIT_REACHED', { max })
}
