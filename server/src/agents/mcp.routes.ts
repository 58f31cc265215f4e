import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../platform/db/index.ts'
import {
  requestRights,
  sendJsonText,
  sendNothing,
  type HttpApp,
  type HttpRoutes,
} from '../platform/http/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import { nameOfInitialize, nameOfSession, sessionOf } from './agent-name.ts'
import { agentPolicy } from './agent-policy.ts'
import { agentPolicyRoutes } from './agent-policy.routes.ts'
import { createAsk } from './ask.ts'

export interface McpDeps {
  /** Answers what tools ask for: the same routes that everybody calls. */
  readonly app: HttpApp
  readonly db: Db
  readonly publicUrl: string
  readonly version: string
  /** Pages of other sites that may call the service. */
  readonly corsOrigins: readonly string[]
}

const schema = {
  operationId: 'callAgentServer',
  tags: ['Agents'],
  summary: 'Model Context Protocol: one message of an agent',
  description:
    'Streamable HTTP without sessions: each message is a POST and is answered by JSON. Tools act with the rights of the token; docs/agents.md says what they do and how answers are cut.',
  body: Type.Object({}, { additionalProperties: true, description: 'One JSON-RPC message; no batches.' }),
  response: {
    200: Type.Object({}, { additionalProperties: true, description: 'The JSON-RPC answer.' }),
    202: Type.Null({ description: 'A notification was taken.' }),
  },
} as const

/** The door of agents, and what the account lets them do behind it. */
export const agentsRoutes =
  (deps: McpDeps): HttpRoutes =>
  async (app) => {
    await app.register(agentPolicyRoutes(deps))
    app.post('/mcp', { config: { right: 'read' }, schema }, async (request, reply) => {
      refuseForeignPages(request, deps)
      const { scope } = request
      const { access } = await deps.db.read(scope, (tx) => agentPolicy(tx, scope))
      if (access === 'OFF') throw new AppError('AGENTS_OFF')
      const began = nameOfInitialize(request.body)
      const agent = began ?? nameOfSession(request.headers)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      // Only who is called by an agent needs the protocol: it would slow every start.
      const { answerMessage } = await import('./answer-message.ts')
      const answer = await answerMessage({
        body: request.body,
        url: new URL('/mcp', deps.publicUrl).href,
        headers: protocolHeaders(request),
        reader: { access, rights: requestRights(request) },
        version: deps.version,
        askUntil: (signal) => createAsk({ app: deps.app, request, agent, signal }),
        gone: gone.signal,
        onFault: (error) => request.log.error({ err: error }, 'agent call failed'),
      })
      if (answer === null) return reply.hijack()
      const text = await answer.text()
      if (!answer.ok) throw new AppError('AGENT_MESSAGE_INVALID', { reason: reasonIn(text) })
      if (began !== null) reply.header('mcp-session-id', sessionOf(agent))
      reply.header('cache-control', 'no-store')
      return text === '' ? sendNothing(reply, 202) : sendJsonText(reply, text)
    })
  }

/** In the protocol's own words, which may repeat what was sent. */
function reasonIn(text: string): string {
  const { error } = JSON.parse(text) as { error?: { message?: string } }
  return (error?.message ?? 'unknown').slice(0, 200)
}

/** We always answer by JSON: an agent that accepts nothing else is as welcome as one that accepts streams too. */
function protocolHeaders({ headers }: FastifyRequest): Record<string, string> {
  const version = headers['mcp-protocol-version']
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
  }
}

/** A name that leads to this machine by trickery is still the name of a foreign page. */
function refuseForeignPages({ headers }: FastifyRequest, { publicUrl, corsOrigins }: McpDeps): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin || corsOrigins.includes(origin)) return
  throw new AppError('HEADER_INVALID', { header: 'origin' })
}
