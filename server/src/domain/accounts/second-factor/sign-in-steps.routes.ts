import { Type } from 'typebox'
import type { HttpRoutes } from '../../../platform/http/index.ts'
import { accessAnswer, handOver } from '../auth.routes.ts'
import { requireOwnOrigin } from '../same-origin.ts'
import type { AccountsService } from '../service.ts'
import { arrivalOf } from '../session-list/devices.ts'
import {
  assertion,
  challenge,
  passkeyQuestion,
  questionAnswer,
  recoveryCode,
  totpCode,
} from './factor.schemas.ts'
import { challengePasskey, passSecondFactor, repeatQuestion, signInWithPasskey } from './sign-in-steps.ts'

const tags = ['Sign-in']
// Anybody may ask, and each question is a row: an address gets a few at a time.
const asking = { right: 'public', rate: { name: 'passkey-questions', perSecond: 2, burst: 20 } } as const
const answering = { right: 'public' } as const

const passRoute = {
  config: answering,
  schema: {
    operationId: 'passSecondFactor',
    summary: 'The second step of a sign-in: a code, a passkey or a recovery code',
    description:
      'Exactly one of totp, webauthn and recoveryCode. A challenge bears five tries and five minutes; besides, wrong codes are counted for the person (429 LOGIN_THROTTLED), which does not hold up passkeys.',
    tags,
    body: Type.Object(
      {
        challenge,
        totp: Type.Optional(totpCode),
        webauthn: Type.Optional(assertion),
        recoveryCode: Type.Optional(recoveryCode),
      },
      { minProperties: 2, maxProperties: 2 },
    ),
    response: { 200: accessAnswer },
  },
}

const repeatRoute = {
  config: answering,
  schema: {
    operationId: 'repeatSecondFactorQuestion',
    summary: 'What can be given for a challenge, with a new value for passkeys',
    description: 'For a page that came back from the identity provider with nothing but the challenge.',
    tags,
    body: Type.Object({ challenge }),
    response: { 200: questionAnswer },
  },
}

const passkeyOptionsRoute = {
  config: asking,
  schema: {
    operationId: 'askPasskey',
    summary: 'What a passkey has to sign to sign in without a password',
    description: 'Pass the options to the browser. They can be used once and for a few minutes.',
    tags,
    response: { 200: passkeyQuestion },
  },
}

const passkeyRoute = {
  config: answering,
  schema: {
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey alone, which counts as both factors',
    description:
      'Send what the browser signed for the options asked for before. The answer also sets the cookie of the session.',
    tags,
    body: Type.Object({ challenge, credential: assertion }),
    response: { 200: accessAnswer },
  },
}

/** What follows a right password, or takes its place. */
export function signInStepRoutes(service: AccountsService): HttpRoutes {
  const { cookies, publicUrl } = service
  return async (app) => {
    app.post('/auth/second-factor', passRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      const arrival = arrivalOf(request, cookies)
      const tokens = await passSecondFactor(service, { ...request.body, arrival })
      return handOver(service, reply, tokens, arrival)
    })
    app.post('/auth/second-factor/options', repeatRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      void reply.header('cache-control', 'no-store')
      return repeatQuestion(service, request.body.challenge)
    })
    app.post('/auth/passkey/options', passkeyOptionsRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      void reply.header('cache-control', 'no-store')
      return challengePasskey(service)
    })
    app.post('/auth/passkey', passkeyRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      const arrival = arrivalOf(request, cookies)
      const tokens = await signInWithPasskey(service, { ...request.body, arrival })
      return handOver(service, reply, tokens, arrival)
    })
  }
}
