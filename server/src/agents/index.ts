export { agentsRoutes } from './mcp.routes.ts'
