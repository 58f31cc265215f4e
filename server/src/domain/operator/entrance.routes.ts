import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { operatorScope, recordAdministration } from '../../platform/administration/index.ts'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  originOf,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { formatDateTime, type Origin } from '../../platform/kernel/index.ts'
import { recoveryCode, requireOwnPage, totpCode, type AccountsService } from '../accounts/index.ts'
import type { OperatorDoor } from './operator-door.ts'
import { endOperatorSession, findOperatorSession, operatorSessionMs } from './operator-sessions.ts'
import { hasOperator } from './operators.queries.ts'
import { readSetupLink, setUpOperator } from './set-up-operator.ts'
import { passOperatorFactor, signInOperator } from './sign-in-operator.ts'

const config = { right: 'public', rate: { name: 'operator-entrance', perSecond: 10, burst: 100 } } as const
const tags = ['Operator']
const linkToken = Type.String({ minLength: 1, maxLength: 100 })
const nothing = Type.Null({ description: 'Done' })
const forPages = 'Meant for the pages at /operator; programs use OPERATOR_TOKEN.'

const stateRoute = {
  config,
  schema: {
    operationId: 'readOperatorEntrance',
    tags,
    summary: 'Who is signed in as operator, and whether there is any',
    description: `Open to anybody: the page shows who has to sign in, or how the first operator is made. ${forPages}`,
    response: {
      200: namedObject('OperatorEntrance', {
        hasOperators: Type.Boolean(),
        session: nullable(
          Type.Object({
            operatorId: Type.Integer(),
            email: Type.String(),
            endsAt: dateTimeSchema,
          }),
        ),
      }),
    },
  },
}

const readLinkRoute = {
  config,
  schema: {
    operationId: 'readOperatorSetup',
    tags,
    summary: 'What a setup link is for',
    description: `Whose link it is, and the secret for their authenticator app. ${forPages}`,
    body: Type.Object({ token: linkToken }),
    response: {
      200: Type.Object({
        email: Type.String(),
        secret: Type.String({ description: 'To type into the app.' }),
        uri: Type.String({ description: 'The same as an otpauth: address, to show as a picture.' }),
      }),
    },
  },
}

const setUpRoute = {
  config,
  schema: {
    operationId: 'setUpOperator',
    tags,
    summary: 'Choose a password and prove the second factor',
    description: `By a setup link, which works once. Signs in, and shows the recovery codes for the only time. ${forPages}`,
    body: Type.Object({
      token: linkToken,
      password: Type.String({ minLength: 1, maxLength: 1_000 }),
      totp: totpCode,
    }),
    response: { 200: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) },
  },
}

const signInRoute = {
  config,
  schema: {
    operationId: 'signInOperator',
    tags,
    summary: 'Sign in as operator, the first step',
    description: `A right password gets a challenge for the second factor, which no operator is without. ${forPages}`,
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 1_000 }),
    }),
    response: { 200: Type.Object({ challenge: Type.String() }) },
  },
}

const factorRoute = {
  config,
  schema: {
    operationId: 'passOperatorFactor',
    tags,
    summary: 'Sign in as operator, the second step',
    description: `Exactly one of totp and recoveryCode; no code works twice. The session is in a cookie of its own. ${forPages}`,
    body: Type.Object(
      {
        challenge: Type.String({ minLength: 1, maxLength: 100 }),
        totp: Type.Optional(totpCode),
        recoveryCode: Type.Optional(recoveryCode),
      },
      { minProperties: 2, maxProperties: 2 },
    ),
    response: { 204: nothing },
  },
}

const signOutRoute = {
  config,
  schema: {
    operationId: 'signOutOperator',
    tags,
    summary: 'End the session of an operator',
    description: forPages,
    response: { 204: nothing },
  },
}

/** The way in for people. Nothing here looks at a session or a token of an account. */
export const entranceRoutes =
  (door: OperatorDoor): HttpRoutes =>
  async (app) => {
    const { db, clock, cookies, publicUrl } = door.accounts
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (request.method === 'POST') requireOwnPage(request, publicUrl)
    })
    app.get('/api/operator/entrance', stateRoute, async (request) => {
      const cookie = cookies.read(request, 'operator')
      const session = cookie === null ? null : await findOperatorSession(db, clock, cookie)
      return {
        hasOperators: session !== null || (await db.system(hasOperator)),
        session: session && { ...session, endsAt: formatDateTime(session.endsAt) },
      }
    })
    addSetup(app, door)
    addSignIn(app, door)
  }

type EntranceApp = Parameters<HttpRoutes>[0]

function addSetup(app: EntranceApp, { accounts }: OperatorDoor): void {
  app.post('/api/operator/setup/read', readLinkRoute, ({ body }) => readSetupLink(accounts, body.token))
  app.post('/api/operator/setup', setUpRoute, async (request, reply) => {
    const origin = originOf(request)
    const { operatorId, recoveryCodes, session } = await setUpOperator(accounts, { ...request.body, origin })
    accounts.log('OPERATOR_SET_UP', { operatorId }, origin)
    keepSession(accounts, reply, session)
    return { recoveryCodes }
  })
}

function addSignIn(app: EntranceApp, { accounts }: OperatorDoor): void {
  app.post('/api/operator/sign-in', signInRoute, async (request) => {
    const challenge = await signInOperator(accounts, { ...request.body, origin: originOf(request) })
    return { challenge }
  })
  app.post('/api/operator/second-factor', factorRoute, async (request, reply) => {
    const origin = originOf(request)
    const { operatorId, session } = await passOperatorFactor(accounts, { ...request.body, origin })
    accounts.log('OPERATOR_SIGN_IN', { operatorId }, origin)
    keepSession(accounts, reply, session)
    return reply.code(204).send(null)
  })
  app.post('/api/operator/sign-out', signOutRoute, async (request, reply) => {
    const cookie = accounts.cookies.read(request, 'operator')
    const origin = originOf(request)
    const operatorId = cookie === null ? null : await signOut(accounts, cookie, origin)
    if (operatorId !== null) accounts.log('OPERATOR_SIGN_OUT', { operatorId }, origin)
    accounts.cookies.clear(reply, 'operator')
    return reply.code(204).send(null)
  })
}

function signOut({ db }: AccountsService, cookie: string, origin: Origin): Promise<number | null> {
  return db.system(async (tx) => {
    const operatorId = await endOperatorSession(tx, cookie)
    if (operatorId === null) return null
    const by = operatorScope({ command: 'operator sign-out', operatorId, origin })
    recordAdministration(tx, by, { name: 'SESSION_ENDED' })
    return operatorId
  })
}

function keepSession({ cookies }: AccountsService, reply: FastifyReply, value: string): void {
  cookies.write(reply, 'operator', { value, maxAgeSeconds: operatorSessionMs / 1000 })
}
