export { relationshipRoutes } from './relationship.routes.ts'
export { endRelationships, relationshipTasks } from './review.tasks.ts'
