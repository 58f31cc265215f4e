export { deleteObjects } from './delete-objects.task.ts'
export { retentionRoutes } from './retention.routes.ts'
export { retireAccount, retireEverywhere } from './retention.task.ts'
