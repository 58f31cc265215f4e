import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { pagePolicy, unsubscribePage } from './unsubscribe.page.ts'
import { unsubscribe } from './unsubscribe.ts'

const tags = ['Portal']
const formType = 'application/x-www-form-urlencoded'
const querystring = Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) })
const page = Type.Unsafe<string>({ type: 'string', description: 'A page of HTML.' })

const askRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'showUnsubscribe',
    tags,
    summary: 'The page a reminder links to',
    description: 'Changes nothing: mail scanners follow links too.',
    querystring,
    response: { 200: page },
  },
} as const

const doRoute = {
  config: { right: 'public' as const, contentTypes: [formType] },
  schema: {
    operationId: 'unsubscribe',
    tags,
    summary: 'No more reminders to the person this token names',
    description: 'One click of a mail program (RFC 8058). Invitations and rejections are still sent.',
    querystring,
    consumes: [formType],
    body: Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String({ maxLength: 50 })) }),
    response: { 200: page },
  },
}

/** For readers of mails, who have no token of ours but the one in the mail. */
export const unsubscribeRoutes =
  ({ db, secret }: { db: Db; secret: Uint8Array }): HttpRoutes =>
  async (app) => {
    app.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    )
    app.get('/portal/unsubscribe', askRoute, async (request, reply) =>
      send(reply, unsubscribePage(request.language, false)),
    )
    app.post('/portal/unsubscribe', doRoute, async (request, reply) => {
      await unsubscribe(db, request.query.token, secret)
      return send(reply, unsubscribePage(request.language, true))
    })
  }

function send(reply: FastifyReply, content: string): FastifyReply {
  return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(content)
}
