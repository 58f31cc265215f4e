export { putPolicy } from './put-policy.ts'
export { relationshipRoutes } from './relationship.routes.ts'
export { endRelationships, relationshipTasks } from './review.tasks.ts'
