import { Type } from 'typebox'
import { originOf, type HttpRoutes } from '../../platform/http/index.ts'
import { name } from './accounts.schemas.ts'
import { changeProfile, requirePerson } from './change-profile.ts'
import type { AccountsService } from './service.ts'
import { accountNames, getProfile } from './users.queries.ts'
import { existingRoles } from './standing.queries.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

export const meAnswer = Type.Object({
  kind: Type.Enum(['USER', 'API_CLIENT']),
  id: Type.Integer(),
  name: Type.String(),
  email: orNull,
  language: orNull,
  accounts: Type.Array(
    Type.Object({
      accountId: Type.Integer(),
      name: Type.String(),
      roles: Type.Array(Type.String()),
      rights: Type.Array(Type.String()),
    }),
  ),
})

const changeRoute = {
  config: { right: 'authenticated' },
  schema: {
    operationId: 'changeMe',
    summary: 'Change the own name or language',
    tags: ['Authentication'],
    body: Type.Object({
      name: Type.Optional(name),
      language: Type.Optional(Type.Enum(['en', 'fr'])),
    }),
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

export function meRoutes(service: AccountsService): HttpRoutes {
  return async (app) => {
    app.patch('/me', changeRoute, async (request, reply) => {
      const userId = requirePerson(request.principal)
      await changeProfile(service.db, { userId, ...request.body, origin: originOf(request) })
      service.authenticator.forget()
      return reply.code(204).send(null)
    })
    app.get(
      '/me',
      {
        config: { right: 'authenticated' },
        schema: {
          operationId: 'getMe',
          summary: 'Who the token stands for, and what it may do where',
          tags: ['Authentication'],
          response: { 200: meAnswer },
        },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        const { principal } = request
        const isUser = principal.kind === 'USER'
        return service.db.system(async (tx) => {
          const names = await accountNames(tx, [...principal.accounts.keys()])
          const roles = await existingRoles(tx, principal)
          const profile = isUser ? await getProfile(tx, principal.id) : null
          return {
            kind: principal.kind,
            id: principal.id,
            name: principal.name,
            email: profile?.email ?? null,
            language: profile?.language ?? null,
            accounts: [...principal.accounts].map(([accountId, rights]) => ({
              accountId,
              name: names.get(accountId) ?? '',
              roles: [...(roles.get(accountId) ?? [])],
              rights: [...rights],
            })),
          }
        })
      },
    )
  }
}
