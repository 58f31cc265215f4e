export { agentPolicyRoutes } from './agent-policy.routes.ts'
export { mcpRoutes } from './mcp.routes.ts'
