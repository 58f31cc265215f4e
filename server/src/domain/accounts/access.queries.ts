import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { createAddressMatcher, isRole, type Role } from '../../platform/kernel/index.ts'

/** What the database says now of someone who holds a token: rights never come from the token alone. */
export interface Access {
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
export function addressMatcher(lists: AddressLists): Admits {
  const limits = lists
    .filter(([, ranges]) => ranges.length > 0)
    .map(([accountId, ranges]) => ({ accountId, matches: createAddressMatcher(ranges) }))
  return (accountId, address) =>
    limits.every((limit) => limit.accountId !== accountId || limit.matches(address))
}

/** Of a person, besides: what they can prove themselves with, and what each account asks for. */
export interface PersonAccess extends Access {
  readonly factors: readonly FactorKind[]
  readonly hasPassword: boolean
  /** Accounts that ask a second factor of them. */
  readonly demanding: ReadonlySet<number>
  readonly sandboxes: ReadonlySet<number>
}

export type FactorKind = 'TOTP' | 'PASSKEY'

const asRoles = (values: readonly string[]): Role[] => values.filter(isRole)

export function findUserAccess(tx: ReadTx, userId: number): Promise<PersonAccess | null> {
  return readUser(tx, { userId })
}

export function findEmailAccess(tx: ReadTx, email: string): Promise<PersonAccess | null> {
  return readUser(tx, { email })
}

async function readUser(
  tx: ReadTx,
  who: { userId: number } | { email: string },
): Promise<PersonAccess | null> {
  const rows = await tx
    .selectFrom('app_user as u')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.user_id', '=', 'u.user_id').on('m.active', '=', true),
    )
    .leftJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('sign_in_policy as p', 'p.account_id', 'm.account_id')
    .select(['u.user_id', 'u.name', 'u.active', 'u.token_version', 'm.account_id', 'm.roles', 'a.kind'])
    .select('a.allowed_addresses')
    .select([
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<FactorKind[]>`array(select distinct f.kind from second_factor f where f.user_id = u.user_id)`.as(
        'factors',
      ),
      sql<boolean>`coalesce(p.second_factor = 'EVERYBODY' or m.roles && p.roles, false)`.as('demands'),
    ])
    .$if('userId' in who, (qb) => qb.where('u.user_id', '=', 'userId' in who ? who.userId : 0))
    .$if('email' in who, (qb) => qb.where('u.email', '=', 'email' in who ? who.email : ''))
    .execute()
  const first = rows[0]
  if (!first) return null
  const { user_id: id, name, active, token_version: version, has_password: hasPassword, factors } = first
  const roles = new Map<number, readonly Role[]>()
  for (const row of rows) if (row.account_id !== null) roles.set(row.account_id, asRoles(row.roles ?? []))
  const accountsWhere = (holds: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(holds).flatMap((row) => row.account_id ?? []))
  const demanding = accountsWhere((row) => row.demands)
  const sandboxes = accountsWhere((row) => row.kind === 'SANDBOX')
  const admits = addressMatcher(rows.map((row) => [row.account_id ?? 0, row.allowed_addresses ?? []]))
  return { id, name, active, version, roles, admits, factors, hasPassword, demanding, sandboxes }
}

/** What a session has proved, as long as it lasts. */
export interface SessionProof {
  readonly provedAt: Date
  readonly secondFactorAt: Date | null
  readonly closedAccounts: readonly number[]
}

/** Null once the session was ended. */
export async function proofOfSession(tx: ReadTx, family: string): Promise<SessionProof | null> {
  const row = await tx
    .selectFrom('person_session')
    .select(['proved_at', 'second_factor_at', 'closed_accounts'])
    .where('family_id', '=', family)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    provedAt: row.proved_at,
    secondFactorAt: row.second_factor_at,
    closedAccounts: row.closed_accounts,
  }
}

export async function findClientAccess(tx: ReadTx, apiClientId: number): Promise<Access | null> {
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
    admits: addressMatcher([
      [row.account_id, row.common],
      [row.account_id, row.own],
    ]),
  }
}

export interface AccountOfPerson {
  readonly accountId: number
  readonly kind: 'PRODUCTION' | 'SANDBOX'
  readonly name: string
}

/** Where somebody is a member, also where they are suspended; production first. Needs the directory. */
export async function accountsOfPerson(tx: ReadTx, userId: number): Promise<AccountOfPerson[]> {
  const { rows } = await sql<AccountOfPerson>`
    select a.account_id as "accountId", a.kind, a.name
    from membership m join account a on a.account_id = m.account_id
    where m.user_id = ${userId} order by a.kind, a.account_id`.execute(tx)
  return rows
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
  if (accountIds.length === 0) return { ids: [], admits: addressMatcher([]) }
  const rows = await tx
    .selectFrom('account')
    .select(['account_id', 'allowed_addresses'])
    .where('account_id', 'in', accountIds)
    .execute()
  return {
    ids: rows.map((row) => row.account_id),
    admits: addressMatcher(rows.map((row) => [row.account_id, row.allowed_addresses])),
  }
}

/** The roles behind a caller's rights, for showing them; a caller without a row here has none to show. */
export async function existingRoles(
  tx: ReadTx,
  caller: { kind: 'USER' | 'API_CLIENT'; id: number },
): Promise<Access['roles']> {
  const access = await (caller.kind === 'USER'
    ? findUserAccess(tx, caller.id)
    : findClientAccess(tx, caller.id))
  return access?.roles ?? new Map()
}
