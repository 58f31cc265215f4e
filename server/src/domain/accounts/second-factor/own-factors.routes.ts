import { Type } from 'typebox'
import { nullable, pathId, type HttpRoutes } from '../../../platform/http/index.ts'
import { formatDateTime } from '../../../platform/kernel/index.ts'
import { accessAnswer } from '../auth.routes.ts'
import { forgetFirst } from '../forget-first.ts'
import { tokenOfSession } from '../person-tokens.ts'
import type { AccountsService } from '../service.ts'
import { sessionMark } from '../sessions.ts'
import { requireSession, requireSignedInPerson } from '../session-list/sessions.routes.ts'
import { factorsOf } from './factor-tools.ts'
import {
  assertion,
  attestation,
  challenge,
  creationOptionsAnswer,
  factorName,
  stepUpQuestion,
  totpCode,
} from './factor.schemas.ts'
import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  removeFactor,
  renewRecoveryCodes,
} from './own-factors.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { challengeStepUp, passStepUp } from './step-up.ts'

const tags = ['My access']
const config = { right: 'authenticated' } as const
const expiresIn = Type.Integer({ description: 'Seconds' })
const freshness =
  'Needs a fresh proof (403 STEP_UP_REQUIRED): the second factor, or the password of somebody who has none yet, given within ten minutes.'

const listRoute = {
  config,
  schema: {
    operationId: 'listMySecondFactors',
    summary: 'My second factors',
    description: 'Shows each app and passkey, so that a lost one can be removed.',
    tags,
    response: {
      200: Type.Object({
        content: Type.Array(
          Type.Object({
            factorId: Type.Integer(),
            kind: Type.Enum(['TOTP', 'PASSKEY']),
            name: Type.String(),
            createdAt: Type.String(),
            lastUsedAt: nullable(Type.String()),
          }),
        ),
        recoveryCodesLeft: Type.Integer(),
      }),
    },
  },
}

const beginTotpRoute = {
  config,
  schema: {
    operationId: 'beginTotp',
    summary: 'A secret for an authenticator app, to be confirmed by a code',
    description: `The secret is shown this once. ${freshness}`,
    tags,
    response: {
      200: Type.Object({
        challenge: Type.String(),
        expiresIn,
        secret: Type.String({ description: 'Base32, for typing it in.' }),
        uri: Type.String({ description: 'otpauth://…, to be shown as a QR code.' }),
      }),
    },
  },
}

const addedAnswer = Type.Object({
  factorId: Type.Integer(),
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), { description: 'With the first factor only, and shown this once.' }),
  ),
})

const confirmTotpRoute = {
  config,
  schema: {
    operationId: 'confirmTotp',
    summary: 'Add the authenticator app by a code of it',
    description: 'With the first second factor, recovery codes are made and shown this once.',
    tags,
    body: Type.Object({ challenge, name: factorName, code: totpCode }),
    response: { 201: addedAnswer },
  },
}

const beginPasskeyRoute = {
  config,
  schema: {
    operationId: 'beginPasskey',
    summary: 'What the browser needs to make a passkey',
    description: freshness,
    tags,
    response: {
      200: Type.Object({ challenge: Type.String(), expiresIn, options: creationOptionsAnswer }),
    },
  },
}

const confirmPasskeyRoute = {
  config,
  schema: {
    operationId: 'confirmPasskey',
    summary: 'Add the passkey the browser made',
    description: 'With the first second factor, recovery codes are made and shown this once.',
    tags,
    body: Type.Object({ challenge, name: factorName, credential: attestation }),
    response: { 201: addedAnswer },
  },
}

const removeRoute = {
  config,
  schema: {
    operationId: 'removeMySecondFactor',
    summary: 'Remove one of my second factors',
    description: freshness,
    tags,
    params: Type.Object({ factorId: pathId }),
    response: { 204: Type.Null({ description: 'Done' }) },
  },
}

const codesRoute = {
  config,
  schema: {
    operationId: 'renewRecoveryCodes',
    summary: 'Ten new recovery codes in place of the former ones',
    description: `Shown this once. ${freshness}`,
    tags,
    response: { 201: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) },
  },
}

/** A person's own second factors. */
export function ownFactorRoutes(service: AccountsService): HttpRoutes {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.get('/me/second-factors', listRoute, async (request) => {
      const { id } = requireSignedInPerson(request)
      return service.db.system(async (tx) => ({
        content: (await factorsOf(tx, id)).map(({ factorId, kind, name, createdAt, lastUsedAt }) => ({
          factorId,
          kind,
          name,
          createdAt: formatDateTime(createdAt),
          lastUsedAt: lastUsedAt && formatDateTime(lastUsedAt),
        })),
        recoveryCodesLeft: await recoveryCodesLeft(tx, id),
      }))
    })
    app.post('/me/second-factors/totp/begin', beginTotpRoute, (request) =>
      beginTotp(service, requireSignedInPerson(request)),
    )
    app.post('/me/second-factors/passkey/begin', beginPasskeyRoute, (request) =>
      beginPasskey(service, requireSignedInPerson(request)),
    )
    // What changes a standing is forgotten before the answer leaves.
    const onSend = forgetFirst(service)
    app.post('/me/second-factors/totp', { ...confirmTotpRoute, onSend }, async (request, reply) =>
      reply.code(201).send(await confirmTotp(service, requireSignedInPerson(request), request.body)),
    )
    app.post('/me/second-factors/passkey', { ...confirmPasskeyRoute, onSend }, async (request, reply) =>
      reply.code(201).send(await confirmPasskey(service, requireSignedInPerson(request), request.body)),
    )
    app.delete('/me/second-factors/:factorId', { ...removeRoute, onSend }, async (request, reply) => {
      await removeFactor(service, requireSignedInPerson(request), request.params.factorId)
      return reply.code(204).send(null)
    })
    app.post('/me/recovery-codes', codesRoute, async (request, reply) => {
      const recoveryCodes = await renewRecoveryCodes(service, requireSignedInPerson(request))
      return reply.code(201).send({ recoveryCodes })
    })
  }
}

const askStepUpRoute = {
  config,
  schema: {
    operationId: 'askStepUp',
    summary: 'How I can prove my identity again',
    description: 'Grave acts ask people for a fresh proof. The answer lists by what it can be given.',
    tags,
    response: { 200: stepUpQuestion },
  },
}

const stepUpRoute = {
  config,
  schema: {
    operationId: 'passStepUp',
    summary: 'Prove my identity again, before an operation that requires it',
    description:
      'One of totp, webauthn (with the challenge of the options) and password; a password only from somebody without a second factor. Answers a new access token of the same session, which other processes know at once. The fifth failure in a row ends the session.',
    tags,
    body: Type.Object(
      {
        totp: Type.Optional(totpCode),
        webauthn: Type.Optional(assertion),
        challenge: Type.Optional(challenge),
        password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      },
      { minProperties: 1, maxProperties: 2 },
    ),
    response: { 200: accessAnswer },
  },
}

/** A fresh proof for grave acts. */
export function stepUpRoutes(service: AccountsService): HttpRoutes {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.post('/auth/step-up/options', askStepUpRoute, (request) =>
      challengeStepUp(service, requireSession(request)),
    )
    app.post('/auth/step-up', stepUpRoute, async (request) => {
      const person = requireSignedInPerson(request)
      try {
        await passStepUp(service, person, request.body)
      } finally {
        // Fresher, or ended by one wrong proof too many: what is remembered here of the session is no longer so.
        service.authenticator.forget(sessionMark(person.family))
      }
      return tokenOfSession(service, person.family)
    })
  }
}
