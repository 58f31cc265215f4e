export { deleteObjects } from './delete-objects.task.ts'
export { erasuresRoutes } from './erasures.routes.ts'
export { retentionRoutes } from './retention.routes.ts'
export { retireAccount, retireAnswers, retireEverywhere } from './retire-answers.task.ts'
