import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { openTask, type NewTask, type TaskOriginKind } from './open-task.ts'

interface ManyTasks {
  /** What runs, such as a policy: the one task of a flood bears this key. */
  readonly run: { readonly kind: TaskOriginKind; readonly key: string }
  readonly tasks: readonly NewTask[]
  /** The list that shows them all, as task.link. */
  readonly link: string
  readonly dueOn: string | null
}

/** Nobody works through more of one kind one by one. */
export const maxTasksOfRun = 100

/**
 * Opens those that are not open yet. More than a hundred become a single task that says how many they are and leads to
 * their list: nobody's work drowns in it, and nothing is left out. Answers how many were opened.
 */
export async function openManyTasks(
  tx: Tx,
  scope: Scope,
  { run, tasks, link, dueOn }: ManyTasks,
): Promise<number> {
  const open = await openKeys(
    tx,
    scope,
    tasks.flatMap(({ origin }) => origin.key ?? []),
  )
  const fresh = tasks.filter(({ origin }) => origin.key === null || !open.has(origin.key))
  if (fresh.length <= maxTasksOfRun) {
    let opened = 0
    for (const task of fresh) if ((await openTask(tx, scope, task)) !== null) opened += 1
    return opened
  }
  const taskId = await openTask(tx, scope, {
    title: { key: 'MANY_AT_ONCE', values: { count: fresh.length } },
    about: null,
    assignee: null,
    dueOn,
    origin: run,
    link,
  })
  return taskId === null ? 0 : 1
}

async function openKeys(tx: Tx, { accountId }: Scope, keys: readonly string[]): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('task')
    .select('origin_key')
    .where('account_id', '=', accountId)
    .where('state', '=', 'OPEN')
    .where((one) => one('origin_key', '=', one.fn.any(one.val([...keys]))))
    .execute()
  return new Set(rows.map((row) => row.origin_key))
}
