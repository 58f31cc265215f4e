import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { findDutyHolder } from './duty-holder.ts'
import { firstRule } from './owner-rule-match.ts'

/** You and your teams, a person, or a team. */
export const ownerPattern = '^(me|[0-9]{1,15}|team:[0-9]{1,15})$'

export const ownerParameter = Type.String({
  pattern: ownerPattern,
  description:
    'Those somebody answers for: `me` (you and your teams), the number of a person, or `team:` and the number of a team. ' +
    'In their name, or theirs by rule or duty.',
})

type Condition = RawBuilder<unknown>

/** Conditions on `t`, a third party, and on `d`, a dossier. */
export interface OwnedBy {
  readonly thirdParties: Condition
  readonly dossiers: Condition
}

/** Whose things are looked for: a person's, those of some teams, or both. */
export interface Searched {
  readonly userId: number | null
  readonly teamIds: readonly number[]
}

/**
 * What is in somebody's name is found along an index. What is theirs by rule or duty must be asked of each company, so
 * that is done only for whom a rule or the duty names.
 */
export async function resolveOwner(tx: ReadTx, scope: Scope, value: string): Promise<OwnedBy> {
  const searched = await readOwner(tx, scope, value)
  const named = namedIn(scope, searched)
  const byDefault = await defaultCondition(tx, scope, searched)
  if (!byDefault) return ownedByName(scope, named)
  const thirdParties = sql`(t.thirdparty_id in (${named})
    or (${byDefault} and not ${isTaken(sql`t.thirdparty_id`, sql`t.unit_set_id`)}))`
  const dossiers = sql`(d.dossier_id in (${named}) or (not ${isTaken(sql`d.dossier_id`, sql`d.unit_set_id`)}
    and exists (select from thirdparty t where t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
      and ${thirdParties})))`
  return { thirdParties, dossiers }

  function isTaken(subject: Condition, units: Condition): Condition {
    return sql`exists (select from subject_owner x where x.account_id = ${scope.accountId} and x.subject = ${subject}
      and owner_acts(x.account_id, x.user_id, x.team_id, ${units}))`
  }
}

export async function readOwner(
  tx: ReadTx,
  { accountId, actor }: Scope,
  value: string,
  parameter = 'owner',
): Promise<Searched> {
  if (value.startsWith('team:')) return { userId: null, teamIds: [Number(value.slice('team:'.length))] }
  if (value !== 'me') return { userId: Number(value), teamIds: [] }
  if (actor.type !== 'USER' || actor.id === null)
    throw new AppError('OWNER_ME_IS_NOBODY', {}, { members: { parameter } })
  const rows = await tx
    .selectFrom('team_member')
    .select('team_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', actor.id)
    .execute()
  return { userId: actor.id, teamIds: rows.map((row) => row.team_id) }
}

export const isSearched = ({ userId, teamIds }: Searched, of: string): Condition =>
  sql`(${sql.ref(`${of}.user_id`)} = ${userId}::bigint or ${sql.ref(`${of}.team_id`)} = any(${[...teamIds]}::bigint[]))`

const namedIn = ({ accountId }: Scope, searched: Searched): Condition =>
  sql`select o.subject from subject_owner o where o.account_id = ${accountId} and ${isSearched(searched, 'o')}`

/** A dossier in nobody's own name is its company's owner's. */
function ownedByName({ accountId }: Scope, named: Condition): OwnedBy {
  return {
    thirdParties: sql`t.thirdparty_id in (${named})`,
    dossiers: sql`d.dossier_id in (${named} union
      select od.dossier_id from dossier od where od.account_id = ${accountId} and od.thirdparty_id in (${named})
        and not exists (select from subject_owner x where x.account_id = od.account_id and x.subject = od.dossier_id
          and owner_acts(x.account_id, x.user_id, x.team_id, od.unit_set_id)))`,
  }
}

/** On `t`: whether it falls to them as long as nobody is named; null if nothing falls to them. */
async function defaultCondition(tx: ReadTx, scope: Scope, searched: Searched): Promise<Condition | null> {
  const { rules, named, isHolder } = await findDefaults(tx, scope, searched)
  if (!named && !isHolder) return null
  if (!rules) return sql`true`
  return sql`coalesce((select ${isSearched(searched, 'f')} is true from (${firstRule}) f), ${isHolder}::boolean)`
}

interface Defaults {
  /** Whether the account has rules, and whether one of them names who is searched. */
  readonly rules: boolean
  readonly named: boolean
  /** Whether they hold the duty. */
  readonly isHolder: boolean
}

export async function findDefaults(tx: ReadTx, scope: Scope, searched: Searched): Promise<Defaults> {
  const { rows } = await sql<{ rules: boolean; named: boolean }>`
    select exists (select from owner_rule r where r.account_id = ${scope.accountId}) as rules,
      exists (select from owner_rule r where r.account_id = ${scope.accountId} and ${isSearched(searched, 'r')}) as named`.execute(
    tx,
  )
  const { rules = false, named = false } = rows[0] ?? {}
  const { holder } = await findDutyHolder(tx, scope)
  const isHolder =
    holder !== null &&
    (holder.userId === null
      ? searched.teamIds.includes(holder.teamId ?? 0)
      : holder.userId === searched.userId)
  return { rules, named, isHolder }
}
