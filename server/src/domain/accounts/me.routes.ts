import { Type } from 'typebox'
import {
  nullable,
  originOf,
  type HttpRoutes,
  type Principal,
  namedObject,
} from '../../platform/http/index.ts'
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
import { existingRoles, unitsOfLimited } from './access.queries.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

export const meAnswer = namedObject('Me', {
  kind: Type.Enum(['USER', 'API_CLIENT']),
  id: Type.Integer(),
  name: Type.String(),
  email: orNull,
  language: orNull,
  hasPassword: Type.Boolean({
    description:
      'Whether there is a password to sign in with. A person of a directory has none, and an API client never does.',
  }),
  accounts: Type.Array(
    Type.Object({
      accountId: Type.Integer(),
      name: Type.String(),
      roles: Type.Array(Type.String()),
      rights: Type.Array(Type.String()),
      sees: Type.Object(
        {
          all: Type.Boolean(),
          units: Type.Array(Type.Object({ unitId: Type.Integer(), name: Type.String() })),
        },
        {
          description:
            'Which companies: all, or those of these units and of what lies beneath them. Whoever does not see all uses no right to administer or audit.',
        },
      ),
      barred: nullable(
        Type.Enum(['SECOND_FACTOR_REQUIRED', 'SINGLE_SIGN_ON_REQUIRED', 'SIGN_IN_AGAIN'], {
          description: 'Why every route of the account refuses this token for now; null when it does not.',
        }),
      ),
      standing: nullable(
        Type.Enum(['SUSPENDED', 'LEAVING', 'DELETING'], {
          description:
            'Why nobody can use the account: the operator suspended it, its deletion was asked for, or has begun. Null when nothing is in the way.',
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
    description: 'Mails and problem sentences follow the language. What is left out stays as it is.',
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

const readRoute = {
  config: { right: 'authenticated' },
  schema: {
    operationId: 'getMe',
    summary: 'Who the token stands for, and what it may do where',
    description:
      'The first call to make with a new token: it lists the accounts with their ids and what may be done in each.',
    tags: ['Authentication'],
    response: { 200: meAnswer },
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
    app.get('/me', readRoute, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      return readMe(service, request.principal, originOf(request).address)
    })
  }
}

async function readMe({ db }: AccountsService, principal: Principal, address: string) {
  return db.system(async (tx) => {
    const accountIds = [...principal.accounts.keys(), ...principal.barred.keys()]
      .filter((accountId) => principal.admits(accountId, address))
      .toSorted((a, b) => a - b)
    const names = await accountNames(tx, accountIds)
    const roles = await existingRoles(tx, principal)
    const profile = principal.kind === 'USER' ? await getProfile(tx, principal.id) : null
    const limits = await unitsOfLimited(tx, principal)
    return {
      kind: principal.kind,
      id: principal.id,
      name: principal.name,
      email: profile?.email ?? null,
      language: profile?.language ?? null,
      hasPassword: profile?.hasPassword ?? false,
      accounts: accountIds.map((accountId) => ({
        accountId,
        name: names.get(accountId) ?? '',
        roles: [...(roles.get(accountId) ?? [])],
        rights: [...(principal.accounts.get(accountId) ?? [])],
        sees: {
          all: principal.units.get(accountId) === 'ALL',
          units: limits.flatMap(({ account, ...unit }) => (account === accountId ? [unit] : [])),
        },
        barred: principal.barred.get(accountId) ?? null,
        standing: principal.standing.get(accountId) ?? null,
        stepUp: stepUpView(principal, accountId),
      })),
    }
  })
}

function stepUpView({ stepUp }: Principal, accountId: number) {
  const demand = stepUp.get(accountId)
  if (!demand) return null
  const { until, methods, maxAgeSeconds } = demand
  return { until: formatDateTime(until), methods: [...methods], maxAgeSeconds }
}
