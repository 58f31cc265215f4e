import type { ReadTx } from '../../platform/db/index.ts'
import {
  AppError,
  formatDateTime,
  pageOf,
  type Page,
  type PageRequest,
  type Scope,
} from '../../platform/kernel/index.ts'

export interface UserView {
  userId: number
  email: string
  name: string
  language: string
  roles: string[]
  active: boolean
  createdAt: string
}

function members(tx: ReadTx, scope: Scope) {
  return tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .where('m.account_id', '=', scope.accountId)
}

const columns = [
  'u.user_id',
  'u.email',
  'u.name',
  'u.language',
  'u.active as person_active',
  'm.roles',
  'm.active',
  'm.created_at',
] as const

function selectMembers(tx: ReadTx, scope: Scope) {
  return members(tx, scope).select(columns)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMembers>['execute']>>[number]

function view(row: Row): UserView {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    language: row.language,
    roles: row.roles,
    active: row.active && row.person_active,
    createdAt: formatDateTime(row.created_at),
  }
}

export async function listUsers(tx: ReadTx, scope: Scope, request: PageRequest): Promise<Page<UserView>> {
  const [rows, counted] = await Promise.all([
    selectMembers(tx, scope)
      .orderBy('u.email')
      .limit(request.size)
      .offset(request.page * request.size)
      .execute(),
    members(tx, scope)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return pageOf(request, { content: rows.map(view), total: counted.total, totalIsExact: true, next: null })
}

export async function getUser(tx: ReadTx, scope: Scope, userId: number): Promise<UserView> {
  const row = await selectMembers(tx, scope).where('m.user_id', '=', userId).executeTakeFirst()
  if (!row) throw new AppError('USER_NOT_FOUND', { userId })
  return view(row)
}

export async function accountNames(tx: ReadTx, accountIds: readonly number[]): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('account')
    .select(['account_id', 'name'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.name]))
}

export async function getProfile(
  tx: ReadTx,
  userId: number,
): Promise<{ email: string; language: string } | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(['email', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
