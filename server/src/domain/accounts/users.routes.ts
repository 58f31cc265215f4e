import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PageOf, pageQuery, pageRequest, write, type HttpRoutes } from '../../platform/http/index.ts'
import { addedUserAnswer, name, passwordLinkAnswer, roleList, userAnswer } from './accounts.schemas.ts'
import { changeUser, removeUser, requireSoleAccount } from './change-user.ts'
import { createUser } from './create-user.ts'
import { forgetFirst } from './forget-first.ts'
import { addShownOnce, showOnce } from './one-time.ts'
import type { AccountsService } from './service.ts'
import { passwordLink } from './set-password.ts'
import { getUser, listUsers } from './users.queries.ts'

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
    tags,
    querystring: Type.Object({ page, size }),
    response: { 200: PageOf(userAnswer) },
  },
}

const addRoute = {
  config: grave,
  onSend: addShownOnce,
  schema: {
    operationId: 'addUser',
    summary: 'Add a person, or attach one who is known already',
    tags,
    body: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 254 }),
      name,
      roles: roleList,
      language: Type.Optional(Type.Enum(['en', 'fr'])),
    }),
    response: { 201: addedUserAnswer },
  },
}

const changeRoute = {
  config: grave,
  schema: {
    operationId: 'changeUser',
    summary: 'Change roles or name, suspend or restore',
    tags,
    params,
    body: Type.Object({
      roles: Type.Optional(roleList),
      active: Type.Optional(Type.Boolean()),
      name: Type.Optional(name),
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

const linkRoute = {
  config: grave,
  onSend: addShownOnce,
  schema: {
    operationId: 'issuePasswordLink',
    summary: 'Make a new link by which the person chooses a password',
    description: 'Only for people who belong to no other account.',
    tags,
    params,
    response: { 201: passwordLinkAnswer },
  },
}

/** People of the account. Every change acts on the tokens in use within five seconds. */
export function userRoutes(service: AccountsService): HttpRoutes {
  const { db } = service
  return async (app) => {
    app.get('/users', listRoute, (request) =>
      db.read(request.scope, (tx) => listUsers(tx, request.scope, pageRequest(request.query))),
    )
    app.post('/users', addRoute, async (request, reply) => {
      let added: number | null = null
      const answer = await write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const command = { ...request.body, accountId: request.scope.accountId, passwordHash: null }
          const { userId, created, version } = await createUser(tx, command)
          // Whoever was known already keeps their password: another account's people are not ours to enter.
          if (created) await showPasswordLink(service, request, { userId, version })
          added = userId
          return { ...(await getUser(tx, request.scope, userId)), created }
        },
      })
      logChange(service, request, 'USER_ADDED', added)
      return answer
    })
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
    removalRoutes(app, service)
  }
}

function removalRoutes(app: Parameters<HttpRoutes>[0], service: AccountsService): void {
  const { db } = service
  app.delete('/users/:userId', { ...removeRoute, onSend: forgetFirst(service) }, async (request, reply) => {
    const { userId } = request.params
    const work = async (tx: Parameters<typeof removeUser>[0]) => removeUser(tx, request.scope, userId)
    const answer = await write(db, request, reply, { status: 204, work })
    logChange(service, request, 'USER_REMOVED', userId)
    return answer
  })
  app.post('/users/:userId/set-password-link', linkRoute, async (request, reply) => {
    const { userId } = request.params
    const answer = await write(db, request, reply, {
      status: 201,
      work: async (tx) => {
        const { version } = await getUser(tx, request.scope, userId)
        await requireSoleAccount(tx, request.scope, userId)
        await showPasswordLink(service, request, { userId, version })
        return { userId }
      },
    })
    logChange(service, request, 'PASSWORD_LINK_MADE', userId)
    return answer
  })
}

async function showPasswordLink(
  service: AccountsService,
  request: FastifyRequest,
  user: { userId: number; version: number },
): Promise<void> {
  const token = await service.links.issue(user)
  const setPasswordLink = passwordLink(service.publicUrl, token)
  showOnce(request, { setPasswordLink, setPasswordToken: token })
}

type UserEvent = 'USER_ADDED' | 'USER_CHANGED' | 'USER_REMOVED' | 'PASSWORD_LINK_MADE'

/** After the commit; a replay has changed nobody. */
function logChange(
  service: AccountsService,
  request: FastifyRequest,
  event: UserEvent,
  userId: number | null,
): void {
  if (userId === null) return
  service.log(event, { accountId: request.scope.accountId, by: request.principal.key, userId })
}
