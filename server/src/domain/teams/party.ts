import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { nullable, recordId, namedObject } from '../../platform/http/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'

/** A person or a team: one of the two is null. */
export interface Party {
  readonly userId: number | null
  readonly teamId: number | null
}

/** By what somebody answers for it: their name on it or on its company, a rule, or the duty. */
export const ownedBy = ['DOSSIER', 'THIRD_PARTY', 'RULE', 'DUTY'] as const

export const PartyBody = namedObject(
  'PartyChoice',
  { userId: Type.Optional(recordId), teamId: Type.Optional(recordId) },
  {
    minProperties: 1,
    maxProperties: 1,
    description: 'A person (`{"userId": 12}`) or a team (`{"teamId": 34}`).',
  },
)

export const PartyRecord = namedObject('Party', {
  userId: nullable(Type.Integer()),
  teamId: nullable(Type.Integer()),
  name: nullable(Type.String({ description: 'Null for somebody who has left the account.' })),
  active: Type.Boolean({
    description:
      'Whether they can act: an active member who sees the company, or a team with at least one such member.',
  }),
})
export type PartyView = Static<typeof PartyRecord>

export const partyOf = ({ userId, teamId }: Static<typeof PartyBody>): Party => ({
  userId: userId ?? null,
  teamId: teamId ?? null,
})

export const isSameParty = (one: Party | null, other: Party | null): boolean =>
  (one?.userId ?? null) === (other?.userId ?? null) && (one?.teamId ?? null) === (other?.teamId ?? null)

/** As journals tell it: numbers alone, which outlive nobody's name. */
export const tellParty = (party: Party | null): { userId: number } | { teamId: number } | null => {
  if (party?.userId) return { userId: party.userId }
  return party?.teamId ? { teamId: party.teamId } : null
}

interface PartyColumns {
  readonly of: string
  /** The set of units of the company in question. */
  readonly units: RawBuilder<unknown>
}

/** The person or team that the row called `of` names, as it is shown; null if it names nobody. */
export function viewParty({ of, units }: PartyColumns): RawBuilder<PartyView | null> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql`case when num_nonnulls(${column('user_id')}, ${column('team_id')}) = 0 then null
    else jsonb_build_object('userId', ${column('user_id')}, 'teamId', ${column('team_id')},
      'name', coalesce(
        (select pt.name from team pt
          where pt.account_id = ${column('account_id')} and pt.team_id = ${column('team_id')}),
        (select pu.name from membership pm join app_user pu on pu.user_id = pm.user_id
          where pm.account_id = ${column('account_id')} and pm.user_id = ${column('user_id')})),
      'active', owner_acts(${column('account_id')}, ${column('user_id')}, ${column('team_id')}, ${units})) end`
}

/** Somebody who is to answer for something: there, active, and not gone before it is written. */
export async function holdParty(tx: Tx, scope: Scope, { userId, teamId }: Party): Promise<void> {
  if (teamId !== null) return holdTeam(tx, scope, teamId)
  const person = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['m.active', 'u.active as personActive'])
    .where('m.account_id', '=', scope.accountId)
    .where('m.user_id', '=', userId)
    .forKeyShare('m')
    .executeTakeFirst()
  if (!person) throw new AppError('USER_NOT_FOUND', { userId: userId ?? 0 })
  if (!person.active || !person.personActive) throw new AppError('OWNER_INACTIVE', { userId: userId ?? 0 })
}

async function holdTeam(tx: Tx, { accountId }: Scope, teamId: number): Promise<void> {
  const team = await tx
    .selectFrom('team')
    .select('team_id')
    .where('account_id', '=', accountId)
    .where('team_id', '=', teamId)
    .forKeyShare()
    .executeTakeFirst()
  if (!team) throw new AppError('TEAM_NOT_FOUND', { teamId })
  const member = await tx
    .selectFrom('team_member as t')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.account_id', '=', 't.account_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select('t.user_id')
    .where('t.account_id', '=', accountId)
    .where('t.team_id', '=', teamId)
    .where('m.active', '=', true)
    .where('u.active', '=', true)
    .executeTakeFirst()
  if (!member) throw new AppError('TEAM_EMPTY', { teamId })
}

/** Nobody answers for a company they do not see: refused with the first one that is out of sight. */
export async function requireSight(
  tx: ReadTx,
  { accountId }: Scope,
  { userId, teamId }: Party,
  thirdpartyIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ thirdpartyId: number | null }>`
    select min(t.thirdparty_id) as "thirdpartyId" from thirdparty t
    where t.account_id = ${accountId} and t.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
    group by t.unit_set_id
    having not owner_acts(${accountId}, ${userId}, ${teamId}, t.unit_set_id)
    order by 1 limit 1`.execute(tx)
  const thirdpartyId = rows[0]?.thirdpartyId
  if (thirdpartyId) throw new AppError('OWNER_WITHOUT_SIGHT', { thirdpartyId }, { members: { thirdpartyId } })
}

/** The same for what concerns the whole account. */
export async function requireWholeSight(
  tx: ReadTx,
  { accountId }: Scope,
  { userId, teamId }: Party,
): Promise<void> {
  const { rows } = await sql<{ acts: boolean | null }>`
    select owner_acts(${accountId}, ${userId}, ${teamId}, null) as acts`.execute(tx)
  if (!rows[0]?.acts) throw new AppError('DUTY_HOLDER_LIMITED')
}
