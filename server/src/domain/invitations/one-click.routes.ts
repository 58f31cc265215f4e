import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { HttpRoutes } from '../../platform/http/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import { pagePolicy } from './unsubscribe.page.ts'

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description: string
}

interface OneClick {
  readonly path: string
  readonly tag: string
  readonly ask: Described
  readonly act: Described
  readonly page: (language: Language, isDone: boolean) => string
  /** Refuses a token that is not ours. Done twice, it is done. */
  readonly unsubscribe: (token: string) => Promise<void>
}

const formType = 'application/x-www-form-urlencoded'
const querystring = Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) })
const html = Type.Unsafe<string>({ type: 'string', description: 'A page of HTML.' })

/**
 * A page that asks, and what its button or one click of a mail program does (RFC 8058). For readers of mails, who have no
 * token of ours but the one in the mail.
 */
export const oneClickRoutes =
  ({ path, tag, ask, act, page, unsubscribe }: OneClick): HttpRoutes =>
  async (app) => {
    const tags = [tag]
    const askRoute = {
      config: { right: 'public' as const },
      schema: { ...ask, tags, querystring, response: { 200: html } },
    }
    const actRoute = {
      config: { right: 'public' as const, contentTypes: [formType] },
      schema: {
        ...act,
        tags,
        querystring,
        consumes: [formType],
        body: Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String({ maxLength: 50 })) }),
        response: { 200: html },
      },
    }
    app.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    )
    app.get(path, askRoute, async (request, reply) => sendPage(reply, page(request.language, false)))
    app.post(path, actRoute, async (request, reply) => {
      await unsubscribe(request.query.token)
      return sendPage(reply, page(request.language, true))
    })
  }

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(content)
}
