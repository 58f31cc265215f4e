import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../platform/kernel/index.ts'
import type { ApprovalRecord, CallerPlace, StepRecord } from './approval.schema.ts'
import { approvalState, findApproval, type Approval, type StepRow } from './approvals.queries.ts'
import { openDeciders, seatPeople, type Decider, type StepPeople } from './seats.ts'
import { loadStepPeople } from './step-people.queries.ts'

/** As things are now: who can decide is asked of the people who are there. */
export async function viewApproval(
  tx: ReadTx,
  scope: Scope,
  dossierId: number,
  language: Language,
): Promise<ApprovalRecord> {
  const approval = await findApproval(tx, scope, dossierId)
  if (!approval) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  const { round, stateSince } = approval
  const state = approvalState(approval)
  const traces = await tracesOf(tx, scope, approval.steps)
  const isBegun = approval.steps.length > 0
  const steps = isBegun
    ? approval.steps.map((step) => viewStep(approval, step, language, traces.get(step.stepId)))
    : approval.asked.map((step) => viewAsked(step, language))
  const open = approval.steps.find((step) => step.state === 'OPEN')
  const seated = open && !approval.isArchived ? await seatOpen(tx, scope, approval, open) : null
  const withPeople = steps.map((step) => (seated && step.key === open?.key ? { ...step, ...seated } : step))
  const people = await peopleIn(tx, scope, withPeople)
  return { dossierId, state, round, since: stateSince, steps: withPeople, people }
}

type AskedStep = Approval['asked'][number]

const nothingYet = {
  openedAt: null,
  dueDate: null,
  settledAt: null,
  onDuty: false,
  lacking: 0,
  caller: null,
  deciders: [],
  decisions: [],
  delegations: [],
}

const viewAsked = ({ key, title, by, need, count, dueDays }: AskedStep, language: Language): StepRecord => ({
  key,
  title: title[language],
  by: { role: by.role ?? null, teamId: by.teamId ?? null, unitId: by.unitId ?? null },
  need,
  count: count ?? null,
  dueDays,
  state: 'WAITING',
  ...nothingYet,
})

interface Traces {
  readonly decisions: StepRecord['decisions']
  readonly delegations: StepRecord['delegations']
}

function viewStep(
  { definitions }: Approval,
  step: StepRow,
  language: Language,
  traces: Traces | undefined,
): StepRecord {
  const { stepId: _stepId, role, teamId, unitId, ...rest } = step
  const title = definitions.find(({ key }) => key === step.key)?.title[language] ?? step.key
  return { ...nothingYet, ...rest, title, by: { role, teamId, unitId }, ...traces }
}

async function seatOpen(tx: ReadTx, scope: Scope, { dossierId }: Approval, step: StepRow) {
  const around = (await loadStepPeople(tx, scope, [{ stepId: step.stepId, dossierId }])).get(step.stepId)
  if (!around) return null
  const seating = seatPeople(step, around)
  const deciders = openDeciders(seating, around).map((one) => ({ ...one }))
  return {
    onDuty: seating.onDuty,
    lacking: seating.lacking,
    caller: placeOf(scope, around, deciders),
    deciders,
  }
}

/** What the caller would be answered, so that nobody is offered what would be refused. */
function placeOf({ actor }: Scope, around: StepPeople, deciders: readonly Decider[]): CallerPlace {
  const isCaller = ({ userId }: { readonly userId: number }) => actor.type === 'USER' && userId === actor.id
  if (around.decisions.some(isCaller)) return 'DECIDED'
  if (deciders.some(isCaller)) return 'CAN_DECIDE'
  return [...around.authors].some((userId) => isCaller({ userId })) ? 'AUTHOR' : 'NOT_NAMED'
}

async function tracesOf(
  tx: ReadTx,
  { accountId }: Scope,
  steps: readonly StepRow[],
): Promise<Map<number, Traces>> {
  if (steps.length === 0) return new Map()
  const { rows } = await sql<Traces & { stepId: number }>`
    select s.id as "stepId",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', d.person, 'actsAs', d.acts_as, 'forUserId', d.for_person,
          'outcome', d.outcome, 'remark', d.remark, 'decidedAt', wire_time(d.decided_at))
          order by d.decided_at, d.person), '[]')
        from step_decision d where d.account_id = ${accountId} and d.step_id = s.id) as decisions,
      (select coalesce(jsonb_agg(jsonb_build_object('fromUserId', g.from_person, 'toUserId', g.to_person,
          'delegatedAt', wire_time(g.delegated_at)) order by g.delegated_at, g.to_person), '[]')
        from step_delegation g where g.account_id = ${accountId} and g.step_id = s.id) as delegations
    from unnest(${steps.map(({ stepId }) => stepId)}::bigint[]) s (id)`.execute(tx)
  return new Map(rows.map(({ stepId, ...traces }) => [stepId, traces]))
}

/** The names of all who are named by their numbers; none of somebody who has left. */
async function peopleIn(
  tx: ReadTx,
  { accountId }: Scope,
  steps: readonly StepRecord[],
): Promise<ApprovalRecord['people']> {
  const ids = new Set(
    steps.flatMap(({ deciders, decisions, delegations }) => [
      ...[...deciders, ...decisions].flatMap(({ userId, forUserId }) => [userId, forUserId ?? userId]),
      ...delegations.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId]),
    ]),
  )
  if (ids.size === 0) return []
  return tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['m.user_id as userId', 'u.name'])
    .where('m.account_id', '=', accountId)
    .where('m.user_id', 'in', [...ids])
    .orderBy('m.user_id')
    .execute()
}
