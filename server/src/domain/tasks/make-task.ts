import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Party } from '../teams/index.ts'
import { openTask } from './open-task.ts'
import { holdAssignee } from './task-assignee.ts'
import { holdTaskSubject, type RequestedSubject } from './task-subject.ts'
import { getTask, type FoundTask } from './tasks.queries.ts'

export interface TaskCommand {
  readonly title: string
  readonly details: string | null
  readonly about: RequestedSubject | null
  /** Undefined: about a company, whoever answers for it; about nothing, the person who makes it. */
  readonly assignee: Party | null | undefined
  readonly dueOn: string | null
  readonly makerKey: string
}

/** By a person or an API client. */
export async function makeTask(tx: Tx, scope: Scope, command: TaskCommand): Promise<FoundTask> {
  const about = command.about && (await holdTaskSubject(tx, scope, command.about))
  const { assignee = about ? null : makerOf(scope) } = command
  if (assignee) await holdAssignee(tx, scope, assignee, about?.thirdpartyId ?? null)
  const taskId = await openTask(tx, scope, {
    title: { text: command.title },
    details: command.details,
    about,
    assignee,
    dueOn: command.dueOn,
    origin: { kind: 'PERSON', key: null },
    makerKey: command.makerKey,
  })
  // Without a key nothing stands in its way.
  return getTask(tx, scope, taskId ?? 0)
}

const makerOf = ({ actor }: Scope): Party | null =>
  actor.type === 'USER' && actor.id !== null ? { userId: actor.id, teamId: null } : null
