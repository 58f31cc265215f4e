import { Type } from 'typebox'
import type { Db } from '../platform/db/index.ts'
import { etag, versionCheck, write, type HttpRoutes } from '../platform/http/index.ts'
import { agentAccesses, agentPolicy, changeAgentPolicy, type AgentPolicy } from './agent-policy.ts'

const tags = ['Agents']

const Policy = Type.Object({
  access: Type.Enum([...agentAccesses], {
    description:
      'OFF: no agent gets in. READ: an agent reads what its person may read. WRITE: it also writes what its person may write.',
  }),
})

const getSchema = {
  operationId: 'getAgentPolicy',
  tags,
  summary: 'What agents may do in this account',
  description: 'Agents come in over the Model Context Protocol, for people and API clients.',
  response: { 200: Policy },
} as const
const putSchema = {
  operationId: 'putAgentPolicy',
  tags,
  summary: 'Choose what agents may do in this account',
  description: 'It holds from the next call of an agent.',
  body: Policy,
  response: { 200: Policy },
} as const

const tag = ({ version }: AgentPolicy) => ({ etag: etag(version) })

export const agentPolicyRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/agent-policy', { config: { right: 'read' }, schema: getSchema }, async ({ scope }, reply) => {
      const { version, access } = await db.read(scope, (tx) => agentPolicy(tx, scope))
      reply.headers({ etag: etag(version) })
      return { access }
    })
    app.put(
      '/agent-policy',
      { config: { right: 'administer', stepUp: true }, schema: putSchema },
      async (request, reply) =>
        write(db, request, reply, {
          work: (tx) => changeAgentPolicy(tx, request.scope, request.body, versionCheck(request)),
          headers: tag,
        }),
    )
  }
