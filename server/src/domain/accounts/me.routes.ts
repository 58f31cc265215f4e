import { Type } from 'typebox'
import type { HttpRoutes } from '../../platform/http/index.ts'
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

export function meRoutes(service: AccountsService): HttpRoutes {
  return async (app) => {
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
        const open = [...principal.accounts].filter(([id]) => principal.admits(id, request.ip))
        return service.db.system(async (tx) => {
          const names = await accountNames(
            tx,
            open.map(([accountId]) => accountId),
          )
          const roles = await existingRoles(tx, principal)
          const profile = isUser ? await getProfile(tx, principal.id) : null
          return {
            kind: principal.kind,
            id: principal.id,
            name: principal.name,
            email: profile?.email ?? null,
            language: profile?.language ?? null,
            accounts: open.map(([accountId, rights]) => ({
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
