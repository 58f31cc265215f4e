import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ApprovalState, ApprovalStep } from '../evaluation/index.ts'
import {
  companyFacts,
  findApproval,
  type Approval,
  type CompanyFacts,
  type StepRow,
  type StepState,
} from './approvals.queries.ts'
import { judgeStep, openDeciders, seatPeople, type Decider } from './seats.ts'
import { loadStepPeople } from './step-people.queries.ts'

/**
 * Carries an approval on as far as it goes by itself: opens the next step, skips what need not be asked, settles what
 * has been decided, and says who can decide on what is open. The caller holds the dossier.
 */
export async function advanceApproval(tx: Tx, scope: Scope, dossierId: number): Promise<void> {
  const approval = await findApproval(tx, scope, dossierId)
  if (approval?.state !== 'IN_PROGRESS') return
  let approved = false
  for (const step of approval.steps) {
    const state = await advanceStep(tx, scope, approval, step)
    approved ||= state === 'APPROVED'
    if (state === 'OPEN') return
    if (state === 'REFUSED') return conclude(tx, scope, approval, 'REFUSED')
  }
  await conclude(tx, scope, approval, approved ? 'APPROVED' : 'NOT_NEEDED')
}

async function advanceStep(tx: Tx, scope: Scope, approval: Approval, step: StepRow): Promise<StepState> {
  if (step.state !== 'WAITING' && step.state !== 'OPEN') return step.state
  if (step.state === 'WAITING') {
    const definition = approval.definitions.find(({ key }) => key === step.key)
    const facts = await companyFacts(tx, scope, approval.thirdpartyId)
    if (isSkipped(definition?.skipWhen, facts)) {
      await moveStep(tx, scope, approval, { step, to: 'SKIPPED' })
      return 'SKIPPED'
    }
    await moveStep(tx, scope, approval, { step, to: 'OPEN' })
  }
  const people = await loadStepPeople(tx, scope, [{ stepId: step.stepId, dossierId: approval.dossierId }])
  const around = people.get(step.stepId)
  if (!around) throw new Error(`Step ${step.stepId} is held and nobody is around it.`)
  const seating = seatPeople(step, around)
  const verdict = judgeStep(step, seating, around)
  const deciders = verdict === 'OPEN' ? openDeciders(seating, around) : []
  await storeDeciders(tx, scope, new Map([[step.stepId, deciders]]))
  if (verdict !== 'OPEN')
    await moveStep(tx, scope, approval, { step: { ...step, state: 'OPEN' }, to: verdict })
  return verdict
}

/** Whether all that is given holds; what is not known of the company fulfils nothing. */
export function isSkipped(skipWhen: ApprovalStep['skipWhen'], company: CompanyFacts): boolean {
  if (!skipWhen) return false
  const { criticalities, categories, countriesIn, countriesNotIn } = skipWhen
  const { criticality, country } = company
  return (
    (!criticalities || (criticality !== null && criticalities.includes(criticality))) &&
    (!categories || company.categories.some((category) => categories.includes(category))) &&
    (!countriesIn || (country !== null && countriesIn.includes(country))) &&
    (!countriesNotIn || (country !== null && !countriesNotIn.includes(country)))
  )
}

async function moveStep(
  tx: Tx,
  scope: Scope,
  { dossierId, thirdpartyId, round }: Approval,
  { step, to }: { readonly step: StepRow; readonly to: StepState },
): Promise<void> {
  await sql`
    update approval_step s set state = ${to},
      opened_at = case when ${to} = 'OPEN' then moment else s.opened_at end,
      due_date = case when ${to} = 'OPEN' then (moment at time zone 'UTC')::date + s.due_days else s.due_date end,
      settled_at = case when ${to} = 'OPEN' then null else moment end
    from account_now(${scope.accountId}) moment
    where s.account_id = ${scope.accountId} and s.step_id = ${step.stepId}`.execute(tx)
  const data = {
    kind: 'APPROVAL_STEP',
    act: 'STEP_MOVED',
    step: step.key,
    round,
    before: { state: step.state },
    after: { state: to },
  } as const
  record(tx, scope, { name: 'DOSSIER_UPDATED', thirdpartyId, dossierId, data })
}

async function conclude(tx: Tx, scope: Scope, approval: Approval, after: ApprovalState): Promise<void> {
  const { dossierId, thirdpartyId, round, state: before } = approval
  await sql`
    update approval_step set state = 'CLOSED', settled_at = account_now(account_id)
    where account_id = ${scope.accountId} and dossier_id = ${dossierId} and round = ${round}
      and state = 'WAITING'`.execute(tx)
  await tx
    .updateTable('dossier_approval')
    .set({ state: after, state_since: sql<Date>`account_now(${scope.accountId})` })
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .execute()
  const data = {
    kind: 'APPROVAL_STEP',
    act: 'CONCLUDED',
    round,
    before: { approval: before },
    after: { approval: after },
  } as const
  record(tx, scope, { name: 'DOSSIER_UPDATED', thirdpartyId, dossierId, data })
}

/** For each step these and no others; who was told already stays so. */
export async function storeDeciders(
  tx: Tx,
  { accountId }: Scope,
  deciders: ReadonlyMap<number, readonly Decider[]>,
): Promise<void> {
  const wanted = [...deciders].flatMap(([stepId, people]) => people.map((one) => ({ stepId, ...one })))
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w ("stepId" bigint, "userId" bigint, "actsAs" text, "forUserId" bigint)),
    gone as (
      delete from step_decider d
      where d.account_id = ${accountId} and d.step_id = any(${[...deciders.keys()]}::bigint[])
        and not exists (select from wanted w where w."stepId" = d.step_id and w."userId" = d.person))
    insert into step_decider as d (account_id, step_id, person, acts_as, for_person)
    select ${accountId}, w."stepId", w."userId", w."actsAs", w."forUserId" from wanted w
    order by w."stepId", w."userId"
    on conflict (account_id, step_id, person) do update
    set acts_as = excluded.acts_as, for_person = excluded.for_person
    where (d.acts_as, d.for_person) is distinct from (excluded.acts_as, excluded.for_person)`.execute(tx)
}
