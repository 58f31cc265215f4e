import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { addNote, closeLocked, type TaskOutcome } from './close-task.ts'
import { lockTask, requireOpen, type TaskTarget } from './lock-task.ts'
import { getTask, type FoundTask } from './tasks.queries.ts'

/** Of two who finish it at once, the second learns that it is closed. */
export async function finishTask(
  tx: Tx,
  scope: Scope,
  target: TaskTarget,
  closing: { readonly outcome: TaskOutcome; readonly reason: string | null },
): Promise<FoundTask> {
  const known = await lockTask(tx, scope, target)
  requireOpen(known)
  await closeLocked(tx, scope, known.taskId, closing)
  return getTask(tx, scope, known.taskId)
}

export async function reopenTask(
  tx: Tx,
  scope: Scope,
  target: TaskTarget,
  reason: string,
): Promise<FoundTask> {
  const { taskId, state, version } = await lockTask(tx, scope, target)
  if (state === 'OPEN') throw new AppError('TASK_OPEN', { taskId })
  try {
    await tx
      .updateTable('task')
      .set({ state: 'OPEN', closed_at: null, version: version + 1 })
      .where('account_id', '=', scope.accountId)
      .where('task_id', '=', taskId)
      .execute()
  } catch (error) {
    // What brought it about has opened another one meanwhile.
    if ((error as { code?: string }).code === uniqueViolation) throw new AppError('TASK_OPEN', { taskId })
    throw error
  }
  await addNote(tx, scope, taskId, { act: 'REOPENED', text: reason })
  recordAdministration(tx, scope, {
    name: 'TASK_REOPENED',
    subject: { type: 'TASK', id: taskId },
    before: { state },
  })
  return getTask(tx, scope, taskId)
}

const uniqueViolation = '23505'
