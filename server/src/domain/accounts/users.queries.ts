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
  managed: boolean
  ofDirectory: boolean
  createdAt: string
  /** To whom they report. */
  managerUserId: number | null
  sees: SightView
}

/** Which companies somebody sees: all, or those of some units with what lies beneath. */
export type SightView = { all: boolean; units: number[] }

interface MemberRow {
  readonly user_id: number
  readonly email: string
  readonly name: string
  readonly language: string
  readonly person_active: boolean
  readonly roles: string[]
  readonly active: boolean
  readonly managed: boolean
  readonly of_directory: boolean
  readonly created_at: Date
  readonly all_units: boolean
  readonly unit_ids: number[]
  readonly manager: number | null
}

const unitIds = sql<number[]>`array(select mu.unit_id from membership_unit mu
  where mu.account_id = m.account_id and mu.user_id = m.user_id order by mu.unit_id)`
const isManaged = sql<boolean>`exists (select from directory_person p
  where p.account_id = m.account_id and p.user_id = m.user_id)`
const isOfDirectory = sql<boolean>`u.directory_account_id is not null`

const saidManager = sql`p.resource #>> '{urn:ietf:params:scim:schemas:extension:enterprise:2.0:User,manager,value}'`

/** To whom the member `m` reports: as the directory says, which may name anything, else as an administrator does. */
export const managerOf = sql<number | null>`coalesce((
  select q.user_id from directory_person p join directory_person q on q.account_id = p.account_id
    and q.scim_id = case when ${saidManager} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (${saidManager})::uuid end
  where p.account_id = m.account_id and p.user_id = m.user_id), m.manager_user_id)`

const columns = sql<MemberRow>`u.user_id, u.email, u.name, u.language, u.active as person_active, m.roles, m.active,
  ${isManaged} as managed, ${isOfDirectory} as of_directory, m.created_at, m.all_units, ${unitIds} as unit_ids,
  ${managerOf} as manager`

/** The people of an account by their addresses. */
export function userListing(
  { accountId }: Pick<Scope, 'accountId'>,
  { managed }: { readonly managed?: boolean } = {},
): Listing<MemberRow> {
  const isWanted = managed === undefined ? [] : [sql`${isManaged} = ${managed}`]
  return {
    order: orderByKey(sql`u.email`, 'text', false),
    source: {
      id: sql`u.user_id`,
      from: sql`membership m join app_user u on u.user_id = m.user_id`,
      conditions: [sql`m.account_id = ${accountId}`, ...isWanted],
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
    managed: row.managed,
    ofDirectory: row.of_directory,
    createdAt: formatDateTime(row.created_at),
    managerUserId: row.manager,
    sees: { all: row.all_units, units: row.unit_ids },
  }
}

export async function getUser(tx: ReadTx, scope: Scope, userId: number): Promise<UserView> {
  const row = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.email', 'u.name', 'u.language', 'u.active as person_active'])
    .select(['m.roles', 'm.active', isManaged.as('managed')])
    .select([isOfDirectory.as('of_directory'), 'm.created_at'])
    .select(['m.all_units', unitIds.as('unit_ids'), managerOf.as('manager')])
    .where('m.account_id', '=', scope.accountId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('USER_NOT_FOUND', { userId })
  return viewUser(row)
}

/** A member who may choose a password here; people of a directory have none. */
export async function requirePasswordHolder(tx: ReadTx, scope: Scope, userId: number): Promise<void> {
  await getUser(tx, scope, userId)
  const ofDirectory = await tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('directory_account_id', 'is not', null)
    .executeTakeFirst()
  if (ofDirectory) throw new AppError('PERSON_OF_DIRECTORY', { userId })
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
): Promise<{ email: string; language: string; hasPassword: boolean } | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(['email', 'language'])
    .select((of) => of('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
