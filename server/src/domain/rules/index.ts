export { applyAllRules, applyRulesTask } from './apply-rules.task.ts'
export { rulesRoutes } from './rules.routes.ts'
