export { closeTasksOf, type TaskOutcome } from './close-task.ts'
export { maxTasksOfRun, openManyTasks } from './open-many-tasks.ts'
export { openTask, taskOrigins, type NewTask, type TaskOriginKind, type TaskSubject } from './open-task.ts'
export { tellTitle, type TaskTitle, type TaskTitleKey } from './task-titles.ts'
