import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export type TaskOutcome = 'DONE' | 'CANCELLED'

interface Closing {
  readonly outcome: TaskOutcome
  readonly reason?: string | null
}

/** For what has settled itself: closes the open task of this origin, if there is one, and says how many were closed. */
export async function closeTasksOf(
  tx: Tx,
  scope: Scope,
  originKey: string,
  closing: Closing,
): Promise<number> {
  const found = await tx
    .selectFrom('task')
    .select('task_id')
    .where('account_id', '=', scope.accountId)
    .where('origin_key', '=', originKey)
    .where('state', '=', 'OPEN')
    .forUpdate()
    .execute()
  for (const { task_id: taskId } of found) await closeLocked(tx, scope, taskId, closing)
  return found.length
}

/** Of a task that is locked and open. */
export async function closeLocked(
  tx: Tx,
  scope: Scope,
  taskId: number,
  { outcome, reason = null }: Closing,
): Promise<void> {
  await tx
    .updateTable('task')
    .set((one) => ({
      state: outcome,
      closed_at: sql<Date>`account_now(${scope.accountId})`,
      version: one('version', '+', 1),
    }))
    .where('account_id', '=', scope.accountId)
    .where('task_id', '=', taskId)
    .execute()
  await addNote(tx, scope, taskId, { act: outcome, text: reason })
  recordAdministration(tx, scope, {
    name: 'TASK_CLOSED',
    subject: { type: 'TASK', id: taskId },
    after: { state: outcome },
  })
}

interface NewNote {
  readonly act: TaskOutcome | 'COMMENT' | 'REOPENED'
  readonly text: string | null
}

const maxName = 200

export async function addNote(tx: Tx, scope: Scope, taskId: number, { act, text }: NewNote): Promise<number> {
  const { actor } = scope
  const { note_id: noteId } = await tx
    .insertInto('task_note')
    .values({
      account_id: scope.accountId,
      task_id: taskId,
      act,
      text,
      author_type: actor.type,
      author_id: actor.id,
      author_name: actor.id === null ? actor.name.slice(0, maxName) : null,
      created_at: sql<Date>`account_now(${scope.accountId})`,
    })
    .returning('note_id')
    .executeTakeFirstOrThrow()
  return noteId
}
