import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { isSameParty, tellParty, type Party } from '../teams/index.ts'
import { lockTask, requireOpen, type TaskTarget } from './lock-task.ts'
import { holdAssignee } from './task-assignee.ts'
import { getTask, type FoundTask } from './tasks.queries.ts'

/** What is left out stays as it is. */
export interface TaskEdit {
  readonly title?: string
  readonly details?: string | null
  readonly assignee?: Party | null
  readonly dueOn?: string | null
}

/** Hands it on, moves its due date or words it anew. */
export async function changeTask(
  tx: Tx,
  scope: Scope,
  target: TaskTarget,
  given: TaskEdit,
): Promise<FoundTask> {
  const known = await lockTask(tx, scope, target)
  requireOpen(known)
  const { assignee = known.assignee, dueOn = known.dueOn, details = known.details } = given
  const isHandedOn = !isSameParty(known.assignee, assignee)
  const isReworded = (given.title !== undefined && given.title !== known.title) || details !== known.details
  if (!isHandedOn && !isReworded && dueOn === known.dueOn) return known
  if (isHandedOn && assignee) await holdAssignee(tx, scope, assignee, known.about?.thirdpartyId ?? null)
  await tx
    .updateTable('task')
    .set({
      // A title of the product that somebody words anew is theirs from then on.
      ...(given.title !== undefined && { title: given.title, title_key: null, title_values: null }),
      details,
      due_on: dueOn,
      user_id: assignee?.userId ?? null,
      team_id: assignee?.teamId ?? null,
      version: known.version + 1,
    })
    .where('account_id', '=', scope.accountId)
    .where('task_id', '=', known.taskId)
    .execute()
  recordAdministration(tx, scope, {
    name: 'TASK_CHANGED',
    subject: { type: 'TASK', id: known.taskId },
    before: { assignee: tellParty(known.assignee), dueOn: known.dueOn },
    after: { assignee: tellParty(assignee), dueOn, ...(isReworded && { reworded: true }) },
  })
  return getTask(tx, scope, known.taskId)
}
