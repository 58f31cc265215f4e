export { addComment } from './add-comment.ts'
export { commentsRoutes } from './comments.routes.ts'
