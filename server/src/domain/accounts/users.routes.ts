import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { nullable, PageOf, pageQuery, write, type HttpRoutes } from '../../platform/http/index.ts'
import { answerNumberedPage, readListing } from '../../platform/lists/index.ts'
import { roleList, userAnswer } from './accounts.schemas.ts'
import { changeUser, removeUser } from './change-user.ts'
import { forgetFirst } from './forget-first.ts'
import { notifyPerson } from './notify-person.task.ts'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { AccountsService } from './service.ts'
import { getUser, requirePasswordHolder, userListing, viewUser } from './users.queries.ts'

const config = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const
const tags = ['Users']
const params = Type.Object({ userId: Type.Integer() })
const { page, size } = pageQuery()

const listRoute = {
  config,
  schema: {
    operationId: 'listUsers',
    summary: 'List the people of the account',
    description: 'Shows the roles of each person, which units they see and whether a directory manages them.',
    tags,
    querystring: Type.Object({
      page,
      size,
      managed: Type.Optional(
        Type.Boolean({ description: 'Only people who are managed by the directory, or only others.' }),
      ),
    }),
    response: { 200: PageOf(userAnswer) },
  },
}

const changeRoute = {
  config: grave,
  schema: {
    operationId: 'changeUser',
    summary: 'Change roles or manager, suspend or restore',
    description: 'An account governs the membership. Name, language and password belong to the person.',
    tags,
    params,
    body: Type.Object({
      roles: Type.Optional(roleList),
      active: Type.Optional(Type.Boolean()),
      managerUserId: Type.Optional(
        nullable(
          Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'To whom they report: what is too late in their hands goes there. Null: to nobody.',
          }),
        ),
      ),
    }),
    response: { 200: userAnswer },
  },
}

const removeRoute = {
  config: grave,
  schema: {
    operationId: 'removeUser',
    summary: 'Take a person out of the account',
    tags,
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
}

const resetRoute = {
  config: grave,
  schema: {
    operationId: 'mailPasswordReset',
    summary: 'Mail the person a link to choose a new password',
    description: 'It goes to their mailbox and nowhere else. Until they use it, nothing changes.',
    tags,
    params,
    response: { 204: Type.Null({ description: 'On its way' }) },
  },
}

/** People of the account. Every change acts on the tokens in use within five seconds. */
export function userRoutes(service: AccountsService): HttpRoutes {
  const { db } = service
  return async (app) => {
    app.get('/users', listRoute, ({ scope, query }) =>
      answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => readListing(tx, userListing(scope, query), window)),
        viewUser,
      ),
    )
    app.patch('/users/:userId', { ...changeRoute, onSend: forgetFirst(service) }, async (request, reply) => {
      const { userId } = request.params
      const answer = await write(db, request, reply, {
        work: async (tx) => {
          await changeUser(tx, request.scope, { userId, ...request.body })
          return getUser(tx, request.scope, userId)
        },
      })
      logChange(service, request, 'USER_CHANGED', userId)
      return answer
    })
    app.delete('/users/:userId', { ...removeRoute, onSend: forgetFirst(service) }, async (request, reply) => {
      const { userId } = request.params
      const answer = await write(db, request, reply, {
        status: 204,
        work: (tx) => removeUser(tx, request.scope, userId),
      })
      logChange(service, request, 'USER_REMOVED', userId)
      return answer
    })
    app.post('/users/:userId/password-reset', resetRoute, async (request, reply) => {
      const { userId } = request.params
      const { scope } = request
      return write(db, request, reply, {
        status: 204,
        work: async (tx) => {
          await requirePasswordHolder(tx, scope, userId)
          await notifyPerson(tx, userId, { kind: 'RESET_LINK' })
          const subject = { type: 'USER', id: userId } as const
          recordAdministration(tx, scope, { name: 'PASSWORD_RESET_REQUESTED', subject })
        },
      })
    })
  }
}

/** After the commit; a replay has changed nobody. */
function logChange(
  service: AccountsService,
  request: FastifyRequest,
  event: 'USER_CHANGED' | 'USER_REMOVED',
  userId: number,
): void {
  service.log(event, { accountId: request.scope.accountId, by: request.principal.key, userId })
}
