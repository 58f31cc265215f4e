import type { Colleague } from '../../../src/demo/people.ts'
import { addNote } from '../../../src/domain/tasks/close-task.ts'
import { finishTask } from '../../../src/domain/tasks/finish-task.ts'
import { makeTask } from '../../../src/domain/tasks/make-task.ts'
import type { ReadTx } from '../../../src/platform/db/index.ts'
import { addDays, type Scope } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { findCompany, findParty, officeAct, unguarded, type InCharge } from './office.ts'

export interface TaskAct {
  readonly by: Colleague
  readonly to: InCharge
  readonly title: string
  readonly details?: string
  /** The company it is about; none for what is about no company. */
  readonly number?: number
  readonly dueInDays: number
}

export function giveTask(daysAgo: number, { by, to, title, details = '', ...task }: TaskAct): Act {
  return officeAct(daysAgo, async (tx, office) => {
    const { scope, staff, today } = office
    const company = task.number === undefined ? null : await findCompany(tx, scope, task.number)
    await makeTask(tx, staff[by].scope, {
      title,
      details: details || null,
      about: company && { thirdpartyId: company.thirdpartyId },
      assignee: await findParty(tx, office, to),
      dueOn: addDays(today, task.dueInDays),
      makerKey: `user:${staff[by].userId}`,
    })
  })
}

interface TaskWords {
  readonly by: Colleague
  readonly title: string
  readonly text: string
}

export function commentOnTask(daysAgo: number, { by, title, text }: TaskWords): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) =>
    addNote(tx, staff[by].scope, await findTaskId(tx, scope, title), { act: 'COMMENT', text }),
  )
}

export function endTask(daysAgo: number, { by, title, text }: TaskWords): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const target = {
      taskId: await findTaskId(tx, scope, title),
      callerKey: `user:${staff[by].userId}`,
      isAdministrator: by === 'admin',
      expectVersion: unguarded,
    }
    await finishTask(tx, staff[by].scope, target, { outcome: 'DONE', reason: text })
  })
}

async function findTaskId(tx: ReadTx, { accountId }: Scope, title: string): Promise<number> {
  const { task_id: taskId } = await tx
    .selectFrom('task')
    .select('task_id')
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return taskId
}
