import { Type } from 'typebox'
import { nullable, originOf, type HttpRoutes, type Principal } from '../../platform/http/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { name } from './accounts.schemas.ts'
import { accessAnswer, handOver } from './auth.routes.ts'
import { changePassword } from './change-password.ts'
import { changeProfile, requirePerson } from './change-profile.ts'
import { forgetFirst } from './forget-first.ts'
import type { AccountsService } from './service.ts'
import { arrivalOf } from './session-list/devices.ts'
import { requireSignedInPerson } from './session-list/sessions.routes.ts'
import { accountNames, getProfile } from './users.queries.ts'
import { existingRoles } from './access.queries.ts'

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
      barred: nullable(
        Type.Enum(['SECOND_FACTOR_REQUIRED', 'SIGN_IN_AGAIN'], {
          description: 'Why every route of the account refuses this token for now; null when it does not.',
        }),
      ),
      stepUp: nullable(
        Type.Object(
          {
            until: Type.String({ description: 'Until then the last proof counts as fresh.' }),
            methods: Type.Array(Type.String()),
            maxAgeSeconds: Type.Integer(),
          },
          { description: 'Required before sensitive operations; null when nothing is required here.' },
        ),
      ),
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

const passwordRoute = {
  config: { right: 'authenticated' },
  schema: {
    operationId: 'changeMyPassword',
    summary: 'Change the own password',
    description:
      'Ends every session of the person. The answer opens a new one for this browser, which keeps the second factor given before. Wrong current passwords count against the session, which ends after five.',
    tags: ['My access'],
    body: Type.Object({
      currentPassword: Type.String({ minLength: 1, maxLength: 1_000 }),
      newPassword: Type.String({ minLength: 1, maxLength: 1_000 }),
    }),
    response: { 200: accessAnswer },
  },
} as const

export function meRoutes(service: AccountsService): HttpRoutes {
  const onSend = forgetFirst(service)
  return async (app) => {
    app.patch('/me', changeRoute, async (request, reply) => {
      const userId = requirePerson(request.principal)
      await changeProfile(service.db, { userId, ...request.body, origin: originOf(request) })
      service.authenticator.forget()
      return reply.code(204).send(null)
    })
    app.post('/me/password', { ...passwordRoute, onSend }, async (request, reply) => {
      const person = requireSignedInPerson(request)
      const arrival = arrivalOf(request, service.cookies)
      const tokens = await changePassword(service, person, { ...request.body, arrival })
      return handOver(service, reply, tokens, arrival)
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
          const isOpen = (accountId: number) => principal.admits(accountId, originOf(request).address)
          const accountIds = [...principal.accounts.keys(), ...principal.barred.keys()]
            .filter(isOpen)
            .toSorted((a, b) => a - b)
          const names = await accountNames(tx, accountIds)
          const roles = await existingRoles(tx, principal)
          const profile = isUser ? await getProfile(tx, principal.id) : null
          return {
            kind: principal.kind,
            id: principal.id,
            name: principal.name,
            email: profile?.email ?? null,
            language: profile?.language ?? null,
            accounts: accountIds.map((accountId) => ({
              accountId,
              name: names.get(accountId) ?? '',
              roles: [...(roles.get(accountId) ?? [])],
              rights: [...(principal.accounts.get(accountId) ?? [])],
              barred: principal.barred.get(accountId) ?? null,
              stepUp: stepUpView(principal, accountId),
            })),
          }
        })
      },
    )
  }
}

function stepUpView({ stepUp }: Principal, accountId: number) {
  const demand = stepUp.get(accountId)
  if (!demand) return null
  const { until, methods, maxAgeSeconds } = demand
  return { until: formatDateTime(until), methods: [...methods], maxAgeSeconds }
}
