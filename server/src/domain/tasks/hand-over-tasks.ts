import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Party } from '../teams/index.ts'

export interface HeldTask {
  readonly taskId: number
  /** Null: about no company. */
  readonly thirdpartyId: number | null
}

/** The open tasks in a name, held for the rest of the transaction. */
export async function lockTasksOf(
  tx: Tx,
  { accountId }: Scope,
  { userId, teamId }: Party,
  most: number,
): Promise<HeldTask[]> {
  return tx
    .selectFrom('task')
    .select(['task_id as taskId', 'thirdparty_id as thirdpartyId'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'OPEN')
    .where((one) => (userId === null ? one('team_id', '=', teamId) : one('user_id', '=', userId)))
    .orderBy('task_id')
    .limit(most)
    .forUpdate()
    .execute()
}

/** Into another name. That the heir sees what they are about is for the caller to know, and to tell. */
export async function moveTasks(
  tx: Tx,
  { accountId }: Scope,
  tasks: readonly HeldTask[],
  { userId, teamId }: Party,
): Promise<void> {
  const ids = tasks.map(({ taskId }) => taskId)
  await tx
    .updateTable('task')
    .set((one) => ({ user_id: userId, team_id: teamId, version: one('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where((one) => one('task_id', '=', one.fn.any(one.val(ids))))
    .execute()
}
