import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { tellParty, type Party } from '../teams/index.ts'
import type { TaskTitle, TitleValues } from './task-titles.ts'

/** Where tasks come from. */
export const taskOrigins = [
  'PERSON',
  'RULE',
  'ALERT',
  'STEP',
  'POLICY',
  'FINDING',
  'RELATIONSHIP',
  'REMINDER',
] as const
export type TaskOriginKind = (typeof taskOrigins)[number]

/** The narrowest of these is what it is about. */
export interface TaskSubject {
  readonly thirdpartyId: number
  readonly dossierId?: number | null
  readonly documentId?: number | null
}

export interface NewTask {
  readonly title: TaskTitle
  readonly details?: string | null
  readonly about: TaskSubject | null
  /** Null: whoever answers for what it is about, asked at each reading. */
  readonly assignee: Party | null
  /** A day, such as 2026-12-31. */
  readonly dueOn: string | null
  /**
   * The key names what brings it about, such as `alert:12:34`; as long as a task of that key is open, no other is opened.
   * Null only for what people make.
   */
  readonly origin: { readonly kind: TaskOriginKind; readonly key: string | null }
  /** Where to go on if not to what it is about: a path of the API behind the account. */
  readonly link?: string | null
  /** As comment.author_key; only of what people make. */
  readonly makerKey?: string | null
}

/**
 * Opens a task in the transaction of what brings it about, and answers its number; null if a task of this origin is open
 * already, which stays as it is. That the company is the account's own and the assignee sees it is for the caller to know.
 */
export async function openTask(tx: Tx, scope: Scope, task: NewTask): Promise<number | null> {
  const row = await tx
    .insertInto('task')
    .values({
      account_id: scope.accountId,
      thirdparty_id: task.about?.thirdpartyId ?? null,
      dossier_id: task.about?.dossierId ?? null,
      document_id: task.about?.documentId ?? null,
      ...titleColumns(task.title),
      details: task.details ?? null,
      link: task.link ?? null,
      user_id: task.assignee?.userId ?? null,
      team_id: task.assignee?.teamId ?? null,
      due_on: task.dueOn,
      origin_kind: task.origin.kind,
      origin_key: task.origin.key,
      ...makerColumns(scope),
      maker_key: task.makerKey ?? null,
      created_at: sql<Date>`account_now(${scope.accountId})`,
    })
    .onConflict((known) =>
      known.columns(['account_id', 'origin_key']).where('state', '=', sql.lit('OPEN')).doNothing(),
    )
    .returning('task_id')
    .executeTakeFirst()
  if (!row) return null
  recordOpening(tx, scope, row.task_id, task)
  return row.task_id
}

/** More is known of what an open task of the product is about; of one that is closed or not there, nothing is told. */
export async function describeTask(
  tx: Tx,
  { accountId }: Scope,
  originKey: string,
  values: TitleValues,
): Promise<void> {
  await sql`
    update task set title_values = coalesce(title_values, '{}') || ${JSON.stringify(values)}::jsonb, version = version + 1
    where account_id = ${accountId} and origin_key = ${originKey} and state = 'OPEN' and title_key is not null`.execute(
    tx,
  )
}

const titleColumns = (title: TaskTitle) =>
  'text' in title
    ? { title: title.text }
    : { title_key: title.key, title_values: title.values ? JSON.stringify(title.values) : null }

const maxName = 200

const makerColumns = ({ actor }: Scope) => ({
  maker_type: actor.type,
  maker_id: actor.id,
  maker_name: actor.id === null ? actor.name.slice(0, maxName) : null,
})

/** By numbers alone: titles may tell of a company, and not every administrator sees each. */
function recordOpening(
  tx: Tx,
  scope: Scope,
  taskId: number,
  { about, assignee, dueOn, origin }: NewTask,
): void {
  recordAdministration(tx, scope, {
    name: 'TASK_OPENED',
    subject: { type: 'TASK', id: taskId },
    after: {
      thirdpartyId: about?.thirdpartyId ?? null,
      dossierId: about?.dossierId ?? null,
      documentId: about?.documentId ?? null,
      assignee: tellParty(assignee),
      dueOn,
      origin: origin.kind,
    },
  })
}
