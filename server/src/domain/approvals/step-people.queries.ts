import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { authorsOfDossiers } from '../evaluation/index.ts'
import { findDutyHolder } from '../teams/index.ts'
import { standIns, type StepPeople } from './seats.ts'

interface StepPlace {
  readonly stepId: number
  readonly dossierId: number
}

interface Named {
  readonly stepId: number
  readonly userId: number
}

/** Who is around each of these steps at this moment. Costs the same few statements for one step and for many. */
export async function loadStepPeople(
  tx: ReadTx,
  scope: Scope,
  places: readonly StepPlace[],
): Promise<Map<number, StepPeople>> {
  const stepIds = places.map(({ stepId }) => stepId)
  const candidates = group(await candidatesOf(tx, scope, stepIds))
  const delegations = group(await delegationsOf(tx, scope, stepIds))
  const decisions = group(await decisionsOf(tx, scope, stepIds))
  const substitutes = await substitutesToday(tx, scope)
  const duty = await dutyPeople(tx, scope)
  const authors = await authorsOfDossiers(tx, scope, [...new Set(places.map(({ dossierId }) => dossierId))])
  const around = places.map(({ stepId, dossierId }) => ({
    stepId,
    candidates: (candidates.get(stepId) ?? []).map(({ userId }) => userId),
    duty,
    substitutes,
    delegations: delegations.get(stepId) ?? [],
    authors: authors.get(dossierId) ?? new Set<number>(),
    decisions: decisions.get(stepId) ?? [],
  }))
  const pairs = around.flatMap(({ stepId, ...known }) =>
    [...known.candidates, ...duty]
      .flatMap((userId) => standIns(userId, known, () => true))
      .map(({ userId }) => ({ stepId, userId })),
  )
  const acting = group(await actingAmong(tx, scope, pairs))
  return new Map(
    around.map(({ stepId, ...known }) => [
      stepId,
      { ...known, acting: new Set((acting.get(stepId) ?? []).map(({ userId }) => userId)) },
    ]),
  )
}

function group<T extends { readonly stepId: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) groups.set(row.stepId, [...(groups.get(row.stepId) ?? []), row])
  return groups
}

async function candidatesOf(tx: ReadTx, { accountId }: Scope, stepIds: readonly number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select s.step_id as "stepId", m.user_id as "userId"
    from approval_step s
    join dossier d on d.account_id = s.account_id and d.dossier_id = s.dossier_id
    join membership m on m.account_id = s.account_id and m.active
    join app_user u on u.user_id = m.user_id and u.active
    where s.account_id = ${accountId} and s.step_id = any(${[...stepIds]}::bigint[])
      and (s.role = any(m.roles)
        or exists (select from team_member tm
          where tm.account_id = s.account_id and tm.team_id = s.team_id and tm.user_id = m.user_id)
        or exists (select from membership_unit mu
          where mu.account_id = s.account_id and mu.unit_id = s.unit_id and mu.user_id = m.user_id))
      and (m.all_units or member_sees(m.account_id, m.user_id, d.unit_set_id))
    order by s.step_id, m.user_id`.execute(tx)
  return rows
}

/** Of people in question, each with a step: the active ones who see its company. */
async function actingAmong(tx: ReadTx, { accountId }: Scope, pairs: readonly Named[]): Promise<Named[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<Named>`
    select distinct p."stepId", p."userId"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p ("stepId" bigint, "userId" bigint)
    join approval_step s on s.account_id = ${accountId} and s.step_id = p."stepId"
    join dossier d on d.account_id = s.account_id and d.dossier_id = s.dossier_id
    join membership m on m.account_id = s.account_id and m.user_id = p."userId" and m.active
    join app_user u on u.user_id = m.user_id and u.active
    where m.all_units or member_sees(m.account_id, m.user_id, d.unit_set_id)`.execute(tx)
  return rows
}

async function delegationsOf(tx: ReadTx, { accountId }: Scope, stepIds: readonly number[]) {
  return tx
    .selectFrom('step_delegation')
    .select(['step_id as stepId', 'from_person as from', 'to_person as to'])
    .where('account_id', '=', accountId)
    .where('step_id', 'in', [...stepIds])
    .orderBy('delegated_at')
    .orderBy('to_person')
    .execute()
}

async function decisionsOf(tx: ReadTx, { accountId }: Scope, stepIds: readonly number[]) {
  const rows = await tx
    .selectFrom('step_decision')
    .select(['step_id as stepId', 'person as userId', 'outcome'])
    .where('account_id', '=', accountId)
    .where('step_id', 'in', [...stepIds])
    .execute()
  return rows.map((row) => ({ ...row, outcome: row.outcome as 'APPROVED' | 'REFUSED' }))
}

/** By the day of the account, which a sandbox may have moved. */
async function substitutesToday(tx: ReadTx, { accountId }: Scope): Promise<Map<number, number>> {
  const { rows } = await sql<{ userId: number; substituteId: number }>`
    select b.user_id as "userId", b.substitute_id as "substituteId" from absence b
    where b.account_id = ${accountId}
      and (account_now(${accountId}) at time zone 'UTC')::date between b.from_day and b.until_day`.execute(tx)
  return new Map(rows.map(({ userId, substituteId }) => [userId, substituteId]))
}

async function dutyPeople(tx: ReadTx, scope: Scope): Promise<number[]> {
  const { holder } = await findDutyHolder(tx, scope)
  if (holder === null) return []
  if (holder.userId !== null) return [holder.userId]
  const rows = await tx
    .selectFrom('team_member')
    .select('user_id')
    .where('account_id', '=', scope.accountId)
    .where('team_id', '=', holder.teamId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}
