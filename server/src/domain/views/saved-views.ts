import { sql, type Selectable } from 'kysely'
import type { DB, ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import type { ViewBody, ViewRecord } from './view.schema.ts'

/** Who asks. An API client is nobody's person: it has no views of its own. */
export interface Viewer {
  readonly userId: number | null
  readonly mayManage: boolean
}

const mostOwn = 50
const mostShared = 100

const columns = [
  'view_id',
  'list',
  'name',
  'user_id',
  'filters',
  'sort',
  'columns',
  'created_at',
  'updated_at',
] as const

function viewOf(row: Pick<Selectable<DB['saved_view']>, (typeof columns)[number]>): ViewRecord {
  return {
    viewId: row.view_id,
    list: row.list as ViewRecord['list'],
    name: row.name,
    shared: row.user_id === null,
    filters: row.filters as ViewRecord['filters'],
    sort: row.sort,
    columns: row.columns,
    createdAt: formatDateTime(row.created_at),
    updatedAt: formatDateTime(row.updated_at),
  }
}

/** The person's own and those of the account. */
export async function listViews(tx: ReadTx, scope: Scope, viewer: Viewer): Promise<ViewRecord[]> {
  const rows = await seenBy(tx, scope, viewer)
    .select(columns)
    .orderBy(sql`lower(name)`)
    .orderBy('view_id')
    .execute()
  return rows.map(viewOf)
}

const seenBy = (tx: ReadTx, { accountId }: Scope, { userId }: Viewer) =>
  tx
    .selectFrom('saved_view')
    .where('account_id', '=', accountId)
    .where((view) => view.or([view('user_id', 'is', null), view('user_id', '=', userId)]))

export async function addView(tx: Tx, scope: Scope, viewer: Viewer, body: ViewBody): Promise<ViewRecord> {
  const userId = ownerOf(viewer, body)
  await requireRoom(tx, scope, userId)
  const row = await tx
    .insertInto('saved_view')
    .values({ account_id: scope.accountId, user_id: userId, ...valuesOf(body) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return viewOf(row)
}

const valuesOf = ({ list, name, filters, sort = null, columns: shown = null }: ViewBody) => ({
  list,
  name: name.trim(),
  filters: JSON.stringify(filters),
  sort,
  columns: shown,
})

export async function putView(
  tx: Tx,
  scope: Scope,
  { viewId, viewer }: { readonly viewId: number; readonly viewer: Viewer },
  body: ViewBody,
): Promise<ViewRecord> {
  const userId = ownerOf(viewer, body)
  const known = await lockView(tx, scope, viewId, viewer)
  if (known.userId !== userId) await requireRoom(tx, scope, userId)
  const row = await tx
    .updateTable('saved_view')
    .set({ user_id: userId, ...valuesOf(body), updated_at: sql<Date>`now()` })
    .where('account_id', '=', scope.accountId)
    .where('view_id', '=', viewId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return viewOf(row)
}

export async function deleteView(tx: Tx, scope: Scope, viewId: number, viewer: Viewer): Promise<void> {
  await lockView(tx, scope, viewId, viewer)
  await tx
    .deleteFrom('saved_view')
    .where('account_id', '=', scope.accountId)
    .where('view_id', '=', viewId)
    .execute()
}

/** Views of other people are as absent as those that do not exist; shared ones take manage. */
async function lockView(
  tx: Tx,
  scope: Scope,
  viewId: number,
  viewer: Viewer,
): Promise<{ userId: number | null }> {
  const found = await seenBy(tx, scope, viewer)
    .select('user_id as userId')
    .where('view_id', '=', viewId)
    .forUpdate()
    .executeTakeFirst()
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
  const { total } = await tx
    .selectFrom('saved_view')
    .select((view) => view.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('user_id', 'is not distinct from', userId)
    .executeTakeFirstOrThrow()
  const max = userId === null ? mostShared : mostOwn
  if (total >= max) throw new AppError('SAVED_VIEW_LIMIT_REACHED', { max })
}
