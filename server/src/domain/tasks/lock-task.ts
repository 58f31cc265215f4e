import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { findAnswering, readOwner } from '../teams/index.ts'
import { assigneeActs } from './task-assignee.ts'
import { getTask, type FoundTask } from './tasks.queries.ts'
import { answersFor } from './waiting-tasks.ts'

/** A task, and who wants to change it. */
export interface TaskTarget {
  readonly taskId: number
  readonly callerKey: string
  readonly isAdministrator: boolean
  readonly expectVersion: (version: number) => void
}

/** Locked for the rest of the transaction, of the version the caller knows, and theirs to change. */
export async function lockTask(tx: Tx, scope: Scope, target: TaskTarget): Promise<FoundTask> {
  const { taskId } = target
  await tx
    .selectFrom('task')
    .select('task_id')
    .where('account_id', '=', scope.accountId)
    .where('task_id', '=', taskId)
    .forUpdate()
    .execute()
  const task = await getTask(tx, scope, taskId)
  if (!(await mayChange(tx, scope, target, task))) throw new AppError('TASK_NOT_YOURS', { taskId })
  target.expectVersion(task.version)
  return task
}

export function requireOpen({ taskId, state }: FoundTask): void {
  if (state !== 'OPEN') throw new AppError('TASK_CLOSED', { taskId, state }, { members: { state } })
}

/** Administrators, its maker, the person it is assigned to, people of the team, or for whom it waits meanwhile. */
export async function mayChange(
  tx: ReadTx,
  scope: Scope,
  { taskId, callerKey, isAdministrator }: Omit<TaskTarget, 'expectVersion'>,
  { makerKey }: FoundTask,
): Promise<boolean> {
  if (isAdministrator || makerKey === callerKey) return true
  if (scope.actor.type !== 'USER' || scope.actor.id === null) return false
  const me = await readOwner(tx, scope, 'me')
  const answering = await findAnswering(tx, scope, me)
  const { rows } = await sql<{ theirs: boolean | null }>`
    select k.user_id = ${me.userId} or k.team_id = any(${[...me.teamIds]}::bigint[])
      or (not ${assigneeActs} and ${answersFor(scope, answering)}) as theirs
    from task k where k.account_id = ${scope.accountId} and k.task_id = ${taskId}`.execute(tx)
  return rows[0]?.theirs === true
}
