import type { ReadTx } from '../../platform/db/index.ts'
import { createAddressMatcher, isRole, type Role } from '../../platform/kernel/index.ts'

/** What the database says now of someone who holds a token: rights never come from the token alone. */
export interface Standing {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly version: number
  readonly roles: ReadonlyMap<number, readonly Role[]>
  readonly admits: Admits
}

/** Whether an account may be used from an address. */
export type Admits = (accountId: number, address: string) => boolean
type AddressLists = readonly (readonly [accountId: number, ranges: readonly string[]])[]

/** An empty list admits everybody; of several of one account, each must admit. */
export function admittedBy(lists: AddressLists): Admits {
  const limits = lists
    .filter(([, ranges]) => ranges.length > 0)
    .map(([accountId, ranges]) => ({ accountId, matches: createAddressMatcher(ranges) }))
  return (accountId, address) =>
    limits.every((limit) => limit.accountId !== accountId || limit.matches(address))
}

const asRoles = (values: readonly string[]): Role[] => values.filter(isRole)

export function standingOfUser(tx: ReadTx, userId: number): Promise<Standing | null> {
  return readUser(tx, { userId })
}

export function standingOfEmail(tx: ReadTx, email: string): Promise<Standing | null> {
  return readUser(tx, { email })
}

async function readUser(tx: ReadTx, who: { userId: number } | { email: string }): Promise<Standing | null> {
  const rows = await tx
    .selectFrom('app_user as u')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.user_id', '=', 'u.user_id').on('m.active', '=', true),
    )
    .leftJoin('account as a', 'a.account_id', 'm.account_id')
    .select(['u.user_id', 'u.name', 'u.active', 'u.token_version', 'm.account_id', 'm.roles'])
    .select('a.allowed_addresses')
    .$if('userId' in who, (qb) => qb.where('u.user_id', '=', 'userId' in who ? who.userId : 0))
    .$if('email' in who, (qb) => qb.where('u.email', '=', 'email' in who ? who.email : ''))
    .execute()
  const first = rows[0]
  if (!first) return null
  const roles = new Map<number, readonly Role[]>()
  for (const row of rows) if (row.account_id !== null) roles.set(row.account_id, asRoles(row.roles ?? []))
  const admits = admittedBy(rows.map((row) => [row.account_id ?? 0, row.allowed_addresses ?? []]))
  const { user_id: id, name, active, token_version: version } = first
  return { id, name, active, version, roles, admits }
}

export async function standingOfClient(tx: ReadTx, apiClientId: number): Promise<Standing | null> {
  const row = await tx
    .selectFrom('api_client as c')
    .innerJoin('account as a', 'a.account_id', 'c.account_id')
    .select(['c.api_client_id', 'c.account_id', 'c.name', 'c.active', 'c.token_version', 'c.scopes'])
    .select(['c.allowed_addresses as own', 'a.allowed_addresses as common'])
    .where('c.api_client_id', '=', apiClientId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.api_client_id,
    name: row.name,
    active: row.active,
    version: row.token_version,
    roles: new Map([[row.account_id, asRoles(row.scopes)]]),
    admits: admittedBy([
      [row.account_id, row.common],
      [row.account_id, row.own],
    ]),
  }
}

export async function isRevoked(tx: ReadTx, marks: readonly string[]): Promise<boolean> {
  const row = await tx.selectFrom('revoked_token').select('jti').where('jti', 'in', marks).executeTakeFirst()
  return row !== undefined
}

/** Those of the accounts that exist, and from where each may be used. */
export async function existingAccounts(
  tx: ReadTx,
  accountIds: readonly number[],
): Promise<{ ids: number[]; admits: Admits }> {
  if (accountIds.length === 0) return { ids: [], admits: admittedBy([]) }
  const rows = await tx
    .selectFrom('account')
    .select(['account_id', 'allowed_addresses'])
    .where('account_id', 'in', accountIds)
    .execute()
  return {
    ids: rows.map((row) => row.account_id),
    admits: admittedBy(rows.map((row) => [row.account_id, row.allowed_addresses])),
  }
}

/** The roles behind a caller's rights, for showing them; a caller without a row here has none to show. */
export async function existingRoles(
  tx: ReadTx,
  caller: { kind: 'USER' | 'API_CLIENT'; id: number },
): Promise<Standing['roles']> {
  const standing = await (caller.kind === 'USER'
    ? standingOfUser(tx, caller.id)
    : standingOfClient(tx, caller.id))
  return standing?.roles ?? new Map()
}
