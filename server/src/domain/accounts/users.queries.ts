import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import { orderByKey, type Listing } from '../../platform/lists/index.ts'

export interface UserView {
  userId: number
  email: string
  name: string
  language: string
  roles: string[]
  active: boolean
  createdAt: string
}

interface MemberRow {
  readonly user_id: number
  readonly email: string
  readonly name: string
  readonly language: string
  readonly person_active: boolean
  readonly roles: string[]
  readonly active: boolean
  readonly created_at: Date
}

const columns = sql<MemberRow>`u.user_id, u.email, u.name, u.language, u.active as person_active, m.roles, m.active,
  m.created_at`

/** The people of an account by their addresses. */
export function userListing({ accountId }: Pick<Scope, 'accountId'>): Listing<MemberRow> {
  return {
    order: orderByKey(sql`u.email`, 'text', false),
    source: {
      id: sql`u.user_id`,
      from: sql`membership m join app_user u on u.user_id = m.user_id`,
      conditions: [sql`m.account_id = ${accountId}`],
      columns,
      planOnce: true,
    },
  }
}

export function viewUser(row: MemberRow): UserView {
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

export async function getUser(tx: ReadTx, scope: Scope, userId: number): Promise<UserView> {
  const row = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.email', 'u.name', 'u.language', 'u.active as person_active'])
    .select(['m.roles', 'm.active', 'm.created_at'])
    .where('m.account_id', '=', scope.accountId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('USER_NOT_FOUND', { userId })
  return viewUser(row)
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
