import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { closeTasksOf, maxTasksOfRun, openTask } from '../tasks/index.ts'
import { holdParty, requireSight, type Party } from '../teams/index.ts'

export interface GivenCondition {
  readonly text: string
  readonly dueOn: string | null
  /** Null: whoever answers for the company. */
  readonly assignee: Party | null
}

export interface StoredCondition {
  readonly text: string
  readonly dueOn: string | null
  readonly taskId: number | null
}

const reviewKey = (thirdpartyId: number) => `relationship:${thirdpartyId}`
const conditionKey = (thirdpartyId: number, number: number, nth: number) =>
  `${reviewKey(thirdpartyId)}:${number}:${nth}`

interface ConditionsOf {
  readonly thirdpartyId: number
  /** That of the decision. */
  readonly number: number
  readonly conditions: readonly GivenCondition[]
}

/** Each condition is somebody's task, so that it stands among their work until it is done. */
export async function openConditionTasks(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, number, conditions }: ConditionsOf,
): Promise<StoredCondition[]> {
  const stored: StoredCondition[] = []
  for (const [nth, { text, dueOn, assignee }] of conditions.entries()) {
    if (assignee !== null) {
      await holdParty(tx, scope, assignee)
      await requireSight(tx, scope, assignee, [thirdpartyId])
    }
    const taskId = await openTask(tx, scope, {
      title: { text },
      about: { thirdpartyId },
      assignee,
      dueOn,
      origin: { kind: 'RELATIONSHIP', key: conditionKey(thirdpartyId, number, nth) },
    })
    stored.push({ text, dueOn, taskId })
  }
  return stored
}

interface FormerDecision {
  readonly thirdpartyId: number
  readonly number: number
  /** How many it had. */
  readonly conditions: number
}

/** What is demanded is what was decided last: conditions of the decision before that are still open fall. */
export async function closeFormerTasks(tx: Tx, scope: Scope, former: FormerDecision): Promise<void> {
  const { thirdpartyId, number, conditions } = former
  await closeTasksOf(tx, scope, reviewKey(thirdpartyId), { outcome: 'DONE' })
  for (let nth = 0; nth < conditions; nth += 1) {
    await closeTasksOf(tx, scope, conditionKey(thirdpartyId, number, nth), { outcome: 'CANCELLED' })
  }
}

interface Reviews {
  readonly thirdpartyIds: readonly number[]
  /** Of the whole run, of which these are a part. */
  readonly total: number
}

/** For whoever answers for each company; of a flood, one task that leads to the list. */
export async function openReviewTasks(
  tx: Tx,
  scope: Scope,
  { thirdpartyIds, total }: Reviews,
): Promise<void> {
  if (total > maxTasksOfRun) {
    await openTask(tx, scope, {
      title: { key: 'MANY_AT_ONCE', values: { count: total } },
      about: null,
      assignee: null,
      dueOn: null,
      origin: { kind: 'RELATIONSHIP', key: 'relationship' },
      link: '/thirdparties?relationshipToReview=true',
    })
    return
  }
  for (const thirdpartyId of thirdpartyIds) {
    await openTask(tx, scope, {
      title: { key: 'RELATIONSHIP_TO_DECIDE' },
      about: { thirdpartyId },
      assignee: null,
      dueOn: null,
      origin: { kind: 'RELATIONSHIP', key: reviewKey(thirdpartyId) },
    })
  }
}
