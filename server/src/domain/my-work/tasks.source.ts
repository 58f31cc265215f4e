import { sql } from 'kysely'
import { taskListing, tellTitle, waitingTasks, type FoundTask } from '../tasks/index.ts'
import type { Searched } from '../teams/index.ts'
import { maxCounted, workSource, type WorkReason } from './work-source.ts'

/** Open tasks in their name, of their teams, and about what they answer for. */
export const tasksToDo = workSource<FoundTask>('TASK', async (tx, { scope, me, answering, language }) => {
  const waiting = await waitingTasks(tx, scope, me, answering)
  return {
    listing: taskListing(scope, { states: ['OPEN'], waiting, countCap: maxCounted }),
    key: sql`k.urgent_at`,
    keyType: 'timestamptz',
    view: (task) => ({
      id: task.taskId,
      at: task.urgentAt,
      title: tellTitle(task, language),
      about: task.about,
      dueOn: task.dueOn,
      overdue: task.overdue,
      since: task.createdAt,
      link: task.link ?? `/tasks/${task.taskId}`,
      why: reasonOf(task, me),
    }),
  }
})

function reasonOf({ assignee }: FoundTask, { userId, teamIds }: Searched): WorkReason {
  if (assignee && assignee.userId === userId) return 'ASSIGNED'
  return assignee?.teamId && teamIds.includes(assignee.teamId) ? 'TEAM' : 'ANSWERS_FOR_IT'
}
