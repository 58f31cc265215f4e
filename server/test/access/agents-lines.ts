import type { AccountLine } from './account-line.ts'

/** Agents, and what the account lets them do. */
export const agentLines: readonly AccountLine[] = [
  { route: 'GET /agent-policy', right: 'read', status: 200 },
  { route: 'PUT /agent-policy', right: 'administer', status: 200, body: () => ({ access: 'WRITE' }) },
  {
    route: 'POST /mcp',
    right: 'read',
    status: 200,
    body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_companies' } }),
  },
]
