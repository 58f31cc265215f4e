export { approvalTasks, runApprovals } from './approvals.task.ts'
