import { Type } from 'typebox'
import { pathId, write, type HttpRoutes } from '../../../platform/http/index.ts'
import { roles } from '../../../platform/kernel/index.ts'
import { forgetFirst } from '../forget-first.ts'
import type { AccountsService } from '../service.ts'
import { requestReset, confirmReset, listResets, withdrawReset } from './reset-factors.ts'
import { putSignInPolicy, signInPolicy } from './sign-in-policy.ts'

const tags = ['Users']
const config = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const
const params = Type.Object({ userId: pathId })
const done = Type.Null({ description: 'Done' })

const policy = Type.Object({
  secondFactor: Type.Object({
    demand: Type.Enum(['NOBODY', 'ROLES', 'EVERYBODY']),
    roles: Type.Array(Type.Enum([...roles]), {
      maxItems: roles.length,
      description: 'Whose holders are asked, with the demand ROLES; empty otherwise.',
    }),
  }),
})

const resetRequest = Type.Object({
  userId: Type.Integer(),
  askedBy: Type.Integer({ description: 'The administrator who asked; another one confirms.' }),
  askedAt: Type.String(),
  expiresAt: Type.String(),
})

const getPolicyRoute = {
  config,
  schema: {
    operationId: 'getSignInPolicy',
    summary: 'Of whom the account asks a second factor',
    description:
      'Tells whether nobody, some roles or everybody must give a second factor to enter this account.',
    tags,
    response: { 200: policy },
  },
}

const putPolicyRoute = {
  config: grave,
  schema: {
    operationId: 'putSignInPolicy',
    summary: 'Ask a second factor of everybody, of roles or of nobody',
    description:
      'Acts within five seconds, on open sessions too: until they give one, people are answered 403 SECOND_FACTOR_REQUIRED. Whoever is concerned themselves must have given one in this session. API clients are not concerned.',
    tags,
    body: policy,
    response: { 200: policy },
  },
}

const listRoute = {
  config,
  schema: {
    operationId: 'listSecondFactorResets',
    summary: 'Resets of second factors that wait for another administrator',
    description: 'A reset needs a second administrator who confirms it; those that wait end by themselves.',
    tags,
    response: { 200: Type.Object({ content: Type.Array(resetRequest) }) },
  },
}

const askRoute = {
  config: grave,
  schema: {
    operationId: 'askSecondFactorReset',
    summary: 'Ask to reset the lost second factor of a person',
    description:
      'For people only, and not for oneself. Another administrator confirms it within 24 hours. Somebody who belongs to other accounts as well is helped by the operator.',
    tags,
    params,
    response: { 201: resetRequest },
  },
}

const confirmRoute = {
  config: grave,
  schema: {
    operationId: 'confirmSecondFactorReset',
    summary: 'Confirm, as another administrator, that a second factor is reset',
    description: 'Ends all sessions of the person, who is notified by e-mail.',
    tags,
    params,
    response: { 204: done },
  },
}

const withdrawRoute = {
  config,
  schema: {
    operationId: 'withdrawSecondFactorReset',
    summary: 'Drop the request to reset a second factor',
    description: 'The second factors of the person stay as they are.',
    tags,
    params,
    response: { 204: done },
  },
}

/** What an account asks of its people, and how it helps one who has lost a factor. */
export function accountFactorRoutes(service: AccountsService): HttpRoutes {
  const { db, clock } = service
  return async (app) => {
    app.get('/administration/sign-in-policy', getPolicyRoute, ({ scope }) =>
      db.read(scope, (tx) => signInPolicy(tx, scope)),
    )
    const onSend = forgetFirst(service)
    app.put('/administration/sign-in-policy', { ...putPolicyRoute, onSend }, async (request, reply) => {
      const { scope, principal, body } = request
      const command = { policy: body, session: principal.session }
      return write(db, request, reply, { work: (tx) => putSignInPolicy(tx, scope, command) })
    })
    app.get('/second-factor-resets', listRoute, async ({ scope }) => ({
      content: await db.read(scope, (tx) => listResets(tx, scope, clock)),
    }))
    app.post('/users/:userId/second-factor-reset', askRoute, async (request, reply) => {
      const { scope, params: asked } = request
      return write(db, request, reply, {
        status: 201,
        work: (tx) => requestReset(tx, scope, service.clock, asked.userId),
      })
    })
    app.post(
      '/users/:userId/second-factor-reset/confirm',
      { ...confirmRoute, onSend },
      async (request, reply) => {
        const { scope, params: asked } = request
        const work = (tx: Parameters<typeof confirmReset>[0]) =>
          confirmReset(tx, scope, service.clock, asked.userId)
        return write(db, request, reply, { status: 204, work })
      },
    )
    app.delete('/users/:userId/second-factor-reset', withdrawRoute, async (request, reply) => {
      const { scope, params: asked } = request
      return write(db, request, reply, {
        status: 204,
        work: (tx) => withdrawReset(tx, scope, clock, asked.userId),
      })
    })
  }
}
