export { approvalsRoutes } from './approvals.routes.ts'
export { approvalTasks, runApprovals } from './approvals.task.ts'
