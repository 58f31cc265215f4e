import { sql } from 'kysely'
import { taskListing, tellTitle, waitingTasks, type FoundTask } from '../tasks/index.ts'
import { maxCounted, workSource } from './work-source.ts'

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
    }),
  }
})
