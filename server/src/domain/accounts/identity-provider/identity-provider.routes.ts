import { Type } from 'typebox'
import {
  etagHeader,
  isUnchanged,
  sendJsonText,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { forgetFirst } from '../forget-first.ts'
import type { AccountsService } from '../service.ts'
import { getIdentityProvider } from './identity-provider.queries.ts'
import { ProviderBody, ProviderRecord, viewProvider } from './identity-provider.view.ts'
import { putProvider, removeProvider } from './put-identity-provider.ts'
import { beginTrial } from './begin-trial.ts'
import { getTrial } from './finish-trial.ts'
import { StartedTrial, TrialRecord } from './trial.view.ts'

const tags = ['Single sign-on']
const config = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const

const getRoute = {
  config,
  schema: {
    operationId: 'getIdentityProvider',
    summary: 'The identity provider of the account',
    description: 'The client secret is never part of the answer; it says only whether there is one.',
    tags,
    response: { 200: ProviderRecord },
  },
} as const

const putRoute = {
  config: grave,
  schema: {
    operationId: 'putIdentityProvider',
    summary: 'Set the identity provider of the account',
    description:
      'Its word holds in this account alone. Enforced, people who came in another way are answered 403 SINGLE_SIGN_ON_REQUIRED within five seconds; API clients are not concerned. Switching it off, or to another issuer, ends the sessions opened through it.',
    tags,
    body: ProviderBody,
    response: { 200: ProviderRecord },
  },
} as const

const deleteRoute = {
  config: grave,
  schema: {
    operationId: 'deleteIdentityProvider',
    summary: 'Remove the identity provider of the account',
    description: 'Ends the sessions opened through it. People it brought stay members, and cannot sign in.',
    tags,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

const tryRoute = {
  config: grave,
  schema: {
    operationId: 'tryIdentityProvider',
    summary: 'Try the stored settings, step by step',
    description:
      'Answers what needs no person, and the address to open in the browser of whoever tries. Coming back signs nobody in; the outcome can be read for 15 minutes.',
    tags,
    response: { 201: StartedTrial },
  },
} as const

const getTryRoute = {
  config,
  schema: {
    operationId: 'getIdentityProviderTrial',
    summary: 'What came back in a trial, and what to change',
    description:
      'Ask until the state is no longer STARTED. Each step says what was found and, if it failed, what to change at the provider.',
    tags,
    params: Type.Object({ tryId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }),
    response: { 200: TrialRecord },
  },
} as const

/** The account's own identity provider, for its administrators. */
export function identityProviderRoutes(service: AccountsService): HttpRoutes {
  const { db, providers, publicUrl } = service
  const { secrets, allowedHosts, redirectUri } = providers
  const places = { publicUrl, redirectUri }
  const onSend = forgetFirst(service)
  return async (app) => {
    app.get('/identity-provider', getRoute, async (request, reply) => {
      const { scope } = request
      const found = await db.read(scope, (tx) => getIdentityProvider(tx, scope))
      if (isUnchanged(request, reply, found.version)) return sendJsonText(reply, '')
      return viewProvider(found, places)
    })
    app.put('/identity-provider', { ...putRoute, onSend }, async (request, reply) => {
      const { scope, body } = request
      const command = { body, secrets, allowedHosts, guard: versionCheck(request) }
      return write(db, request, reply, {
        work: async (tx) => viewProvider(await putProvider(tx, scope, command), places),
        headers: etagHeader,
      })
    })
    app.delete('/identity-provider', { ...deleteRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => removeProvider(tx, request.scope, versionCheck(request)),
      }),
    )
    app.post('/identity-provider/try', tryRoute, async (request, reply) =>
      reply.code(201).send(await beginTrial(service, request.scope, request.language)),
    )
    app.get('/identity-provider/try/:tryId', getTryRoute, async ({ scope, params, language }) =>
      db.read(scope, (tx) => getTrial(tx, scope, { ...params, now: service.clock.now(), language })),
    )
  }
}
