export { deleteObjects } from './delete-objects.task.ts'
export { retentionRoutes } from './retention.routes.ts'
export { retireAnswers } from './retire-answers.ts'
export { retireAccount, retireEverywhere } from './retention.task.ts'
