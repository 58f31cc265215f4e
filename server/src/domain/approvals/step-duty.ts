import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lockDossier } from '../evaluation/index.ts'
import { findApproval, type Approval, type StepRow } from './approvals.queries.ts'
import { openDeciders, seatPeople, type Decider, type StepPeople } from './seats.ts'
import { loadStepPeople } from './step-people.queries.ts'

export interface StepPath {
  readonly dossierId: number
  readonly key: string
}

export interface StepDuty {
  readonly approval: Approval
  readonly step: StepRow
  readonly people: StepPeople
  /** Why the caller may decide. */
  readonly decider: Decider
}

/** Approving is for people: a program has neither a role in a step nor a substitute. */
export function requireCaller({ actor }: Scope): number {
  if (actor.type !== 'USER' || actor.id === null) throw new AppError('PEOPLE_ONLY')
  return actor.id
}

/** Holds the dossier, so that of two who decide at once the second sees what the first has made of the step. */
export async function lockApproval(tx: Tx, scope: Scope, dossierId: number): Promise<Approval> {
  const { archived } = await lockDossier(tx, scope, dossierId)
  const approval = await findApproval(tx, scope, dossierId)
  if (!approval) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  if (archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return approval
}

/** The open step, which the caller can decide on; refused with the reason why not. */
export async function lockStepDuty(tx: Tx, scope: Scope, path: StepPath): Promise<StepDuty> {
  const { dossierId, key } = path
  const approval = await lockApproval(tx, scope, dossierId)
  const userId = requireCaller(scope)
  const isAsked = [...approval.asked, ...approval.steps].some((one) => one.key === key)
  if (!isAsked) throw new AppError('APPROVAL_STEP_NOT_FOUND', { key })
  const step = approval.steps.find((one) => one.key === key)
  if (!step || step.state === 'WAITING') throw new AppError('APPROVAL_STEP_NOT_OPEN', { key })
  const around = await loadStepPeople(tx, scope, [{ stepId: step.stepId, dossierId }])
  const people = around.get(step.stepId)
  if (!people) throw new Error(`Step ${step.stepId} is held and nobody is around it.`)
  if (people.decisions.some((one) => one.userId === userId))
    throw new AppError('APPROVAL_DECIDED_ALREADY', { key })
  if (step.state !== 'OPEN') {
    const { state } = step
    throw new AppError('APPROVAL_STEP_SETTLED', { key, state }, { members: { state } })
  }
  if (people.authors.has(userId)) throw new AppError('APPROVER_IS_SUPPLIER', { dossierId })
  const decider = openDeciders(seatPeople(step, people), people).find((one) => one.userId === userId)
  if (!decider) throw new AppError('APPROVAL_NOT_YOURS', { key })
  return { approval, step, people, decider }
}
