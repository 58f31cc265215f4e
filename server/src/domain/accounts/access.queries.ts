import { sql } from 'kysely'
import type { AccountState, ReadTx } from '../../platform/db/index.ts'
import { createAddressMatcher, isRole, type Role, type VisibleUnits } from '../../platform/kernel/index.ts'

/** What the database says now of someone who holds a token: rights never come from the token alone. */
export interface Access {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly version: number
  readonly roles: ReadonlyMap<number, readonly Role[]>
  /** Which companies of each account they see. */
  readonly units: ReadonlyMap<number, VisibleUnits>
  readonly admits: Admits
  /** Accounts of theirs that may not be used, and why. */
  readonly standing: ReadonlyMap<number, AccountState>
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
  /** Accounts that let people in through their own provider only. */
  readonly ssoOnly: ReadonlySet<number>
  /** The account whose directory they come from; null for people of the installation. */
  readonly directoryAccountId: number | null
  /** Older tokens of other issuers are over. */
  readonly tokensEndedAt: Date | null
}

/** The same person, as far as one account goes. */
export function confine<A extends Access>(access: A, accountId: number | null): A {
  if (accountId === null) return access
  return { ...access, roles: new Map([...access.roles].filter(([id]) => id === accountId)) }
}

export type FactorKind = 'TOTP' | 'PASSKEY'

const visibleUnits = (row: { all_units: boolean | null; unit_sets: number[] | null }): VisibleUnits =>
  row.all_units ? 'ALL' : (row.unit_sets ?? [])

function standingOf(
  rows: readonly { account_id: number | null; state: string | null }[],
): ReadonlyMap<number, AccountState> {
  return new Map(
    rows.flatMap(({ account_id: id, state }) =>
      id === null || state === null ? [] : [[id, state as AccountState] as const],
    ),
  )
}

const asRoles = (values: readonly string[]): Role[] => values.filter(isRole)

export async function findUserAccess(tx: ReadTx, userId: number): Promise<PersonAccess | null> {
  const rows = await tx
    .selectFrom('app_user as u')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.user_id', '=', 'u.user_id').on('m.active', '=', true),
    )
    .leftJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('account_standing as st', 'st.account_id', 'm.account_id')
    .leftJoin('sign_in_policy as p', 'p.account_id', 'm.account_id')
    .leftJoin('identity_provider as i', (join) =>
      join.onRef('i.account_id', '=', 'm.account_id').on('i.enforced', '=', true),
    )
    .select(['u.user_id', 'u.name', 'u.active', 'u.token_version', 'm.account_id', 'm.roles', 'a.kind'])
    .select(['a.allowed_addresses', 'i.account_id as sso_only', 'st.state'])
    .select(['u.directory_account_id', 'u.tokens_ended_at'])
    .select([
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<FactorKind[]>`array(select distinct f.kind from second_factor f where f.user_id = u.user_id)`.as(
        'factors',
      ),
      sql<boolean | null>`m.all_units`.as('all_units'),
      // Asked only of who is limited.
      sql<number[] | null>`case when not m.all_units then unit_sets_of(m.account_id, array(
        select mu.unit_id from membership_unit mu
        where mu.account_id = m.account_id and mu.user_id = m.user_id)) end`.as('unit_sets'),
      sql<boolean>`coalesce(p.second_factor = 'EVERYBODY' or m.roles && p.roles, false)`.as('demands'),
    ])
    .where('u.user_id', '=', userId)
    .execute()
  const first = rows[0]
  if (!first) return null
  const { user_id: id, name, active, token_version: version, has_password: hasPassword, factors } = first
  const roles = new Map<number, readonly Role[]>()
  for (const row of rows) if (row.account_id !== null) roles.set(row.account_id, asRoles(row.roles ?? []))
  const units = new Map(rows.map((row) => [row.account_id ?? 0, visibleUnits(row)]))
  const accountsWhere = (holds: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(holds).flatMap((row) => row.account_id ?? []))
  const demanding = accountsWhere((row) => row.demands)
  const sandboxes = accountsWhere((row) => row.kind === 'SANDBOX')
  const admits = addressMatcher(rows.map((row) => [row.account_id ?? 0, row.allowed_addresses ?? []]))
  const ssoOnly = accountsWhere((row) => row.sso_only !== null)
  const { directory_account_id: directoryAccountId, tokens_ended_at: tokensEndedAt } = first
  const standing = standingOf(rows)
  const what = { roles, units, admits, standing, factors, hasPassword, demanding, sandboxes, ssoOnly }
  return { id, name, active, version, directoryAccountId, tokensEndedAt, ...what }
}

/** What a session has proved, as long as it lasts. */
export interface SessionProof {
  readonly provedAt: Date
  readonly secondFactorAt: Date | null
  readonly closedAccounts: readonly number[]
  /** The account whose own provider opened it, and which it is good for alone. */
  readonly confinedTo: number | null
}

/** Null once the session was ended. */
export async function proofOfSession(tx: ReadTx, family: string): Promise<SessionProof | null> {
  const row = await tx
    .selectFrom('person_session')
    .select(['proved_at', 'second_factor_at', 'closed_accounts', 'confined_account_id'])
    .where('family_id', '=', family)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    provedAt: row.proved_at,
    secondFactorAt: row.second_factor_at,
    closedAccounts: row.closed_accounts,
    confinedTo: row.confined_account_id,
  }
}

export async function findClientAccess(tx: ReadTx, apiClientId: number): Promise<Access | null> {
  const row = await tx
    .selectFrom('api_client as c')
    .innerJoin('account as a', 'a.account_id', 'c.account_id')
    .select(['c.api_client_id', 'c.account_id', 'c.name', 'c.active', 'c.token_version', 'c.scopes'])
    .leftJoin('account_standing as st', 'st.account_id', 'c.account_id')
    .select(['c.allowed_addresses as own', 'a.allowed_addresses as common', 'c.all_units', 'st.state'])
    .select(
      sql<number[] | null>`case when not c.all_units then unit_sets_of(c.account_id, array(
        select cu.unit_id from api_client_unit cu
        where cu.account_id = c.account_id and cu.api_client_id = c.api_client_id)) end`.as('unit_sets'),
    )
    .where('c.api_client_id', '=', apiClientId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.api_client_id,
    name: row.name,
    active: row.active,
    version: row.token_version,
    roles: new Map([[row.account_id, asRoles(row.scopes)]]),
    units: new Map([[row.account_id, visibleUnits(row)]]),
    admits: addressMatcher([
      [row.account_id, row.common],
      [row.account_id, row.own],
    ]),
    standing: standingOf([row]),
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
): Promise<Pick<Access, 'admits' | 'standing'> & { ids: number[] }> {
  if (accountIds.length === 0) return { ids: [], admits: addressMatcher([]), standing: new Map() }
  const rows = await tx
    .selectFrom('account as a')
    .leftJoin('account_standing as st', 'st.account_id', 'a.account_id')
    .select(['a.account_id', 'a.allowed_addresses', 'st.state'])
    .where('a.account_id', 'in', accountIds)
    .execute()
  return {
    ids: rows.map((row) => row.account_id),
    admits: addressMatcher(rows.map((row) => [row.account_id, row.allowed_addresses])),
    standing: standingOf(rows),
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

interface NamedUnit {
  readonly account: number
  readonly unitId: number
  readonly name: string
}

/** The units that a caller sees in accounts of which they do not see all. Asks nothing where there are none. */
export async function unitsOfLimited(
  tx: ReadTx,
  caller: { kind: 'USER' | 'API_CLIENT'; id: number; units: Access['units'] },
): Promise<NamedUnit[]> {
  const accounts = [...caller.units].flatMap(([accountId, units]) => (units === 'ALL' ? [] : [accountId]))
  if (accounts.length === 0) return []
  const sight =
    caller.kind === 'USER'
      ? sql`membership_unit s where s.user_id = ${caller.id}`
      : sql`api_client_unit s where s.api_client_id = ${caller.id}`
  const { rows } = await sql<NamedUnit>`
    select u.account_id as account, u.unit_id as "unitId", u.name from unit u
    where u.account_id = any(${accounts}::bigint[]) and u.unit_id in (
      select s.unit_id from ${sight} and s.account_id = any(${accounts}::bigint[]))
    order by u.name, u.unit_id`.execute(tx)
  return rows
}
