import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { nullable, originOf, pathId, write, type HttpRoutes } from '../../../platform/http/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import { forgetFirst } from '../forget-first.ts'
import type { ActingPerson } from '../person-journal.ts'
import type { AccountsService } from '../service.ts'
import {
  endOtherSessions,
  endOwnSession,
  endSessionsOfMember,
  requireMember,
  type MemberSession,
} from './end-sessions.ts'
import { memberSessions, ownSessions } from './sessions.queries.ts'

const moment = Type.String({ description: 'yyyy-MM-ddTHH:mm:ss.SSS, UTC' })
const done = Type.Null({ description: 'Done' })

const memberSession = {
  sessionId: Type.Integer(),
  startedAt: moment,
  browser: nullable(Type.String()),
  system: nullable(Type.String()),
  secondFactor: Type.Boolean({ description: 'Whether it was opened or confirmed with a second factor.' }),
}
const ownSession = Type.Object({
  ...memberSession,
  lastSeenAt: Type.String({ description: 'When its token was last renewed, at most every 15 minutes.' }),
  address: nullable(Type.String()),
  deviceId: nullable(Type.Integer({ description: 'The same for all sessions of one browser.' })),
  secondFactorAt: nullable(moment),
  current: Type.Boolean({ description: 'The session of this request.' }),
})

const mine = { right: 'authenticated' } as const
const tags = ['My access']

type SignedInPerson = ActingPerson & { readonly family: string }

/** The person who asks, signed in here. Machines and tokens made elsewhere have no session and no factors. */
export function requireSignedInPerson(request: FastifyRequest): SignedInPerson {
  const { confined, ...person } = requireSession(request)
  if (confined) throw new AppError('SESSION_CONFINED')
  return person
}

/** The same, also through the provider of an account that does not own the person. */
export function requireSession(request: FastifyRequest): SignedInPerson & { readonly confined: boolean } {
  const { kind, id, name, session, confined } = request.principal
  if (kind !== 'USER' || session === null) throw new AppError('PEOPLE_ONLY')
  return { id, name, family: session, origin: originOf(request), confined }
}

const listOwnRoute = {
  config: mine,
  schema: {
    operationId: 'listMySessions',
    summary: 'My open sessions, and the devices they are on',
    description: 'Look for devices you do not know, and end their sessions.',
    tags,
    response: { 200: Type.Object({ content: Type.Array(ownSession) }) },
  },
}

const endOwnRoute = {
  config: mine,
  schema: {
    operationId: 'endMySession',
    summary: 'End one of my sessions',
    description: 'The device has to sign in again.',
    tags,
    params: Type.Object({ sessionId: pathId }),
    response: { 204: done },
  },
}

const endOthersRoute = {
  config: mine,
  schema: {
    operationId: 'endMyOtherSessions',
    summary: 'End all my sessions but this one',
    description: 'Use it when a device was lost.',
    tags,
    response: { 200: Type.Object({ ended: Type.Integer() }) },
  },
}

/** A person's own sessions. */
export function ownSessionRoutes(service: AccountsService): HttpRoutes {
  const { db, clock } = service
  const onSend = forgetFirst(service)
  return async (app) => {
    app.get('/me/sessions', listOwnRoute, async (request, reply) => {
      const { id: userId, family } = requireSignedInPerson(request)
      void reply.header('cache-control', 'no-store')
      return { content: await db.system((tx) => ownSessions(tx, clock, { userId, family })) }
    })
    app.delete('/me/sessions/:sessionId', { ...endOwnRoute, onSend }, async (request, reply) => {
      const person = requireSignedInPerson(request)
      await db.system((tx) => endOwnSession(tx, clock, person, request.params.sessionId))
      return reply.code(204).send(null)
    })
    app.post('/me/sessions/end-others', { ...endOthersRoute, onSend }, async (request) => {
      const person = requireSignedInPerson(request)
      return { ended: await db.system((tx) => endOtherSessions(tx, clock, person, person.family)) }
    })
  }
}

const administer = { right: 'administer' } as const
const users = ['Users']
const description =
  'Takes effect within five seconds. Somebody who also belongs to other accounts loses only this one until they sign in again.'

const listMembersRoute = {
  config: administer,
  schema: {
    operationId: 'listSessionsOfUser',
    summary: 'Open sessions of a person of the account',
    description: 'Shows browser, system and when each began, so that a lost device can be shut out.',
    tags: users,
    params: Type.Object({ userId: pathId }),
    response: { 200: Type.Object({ content: Type.Array(Type.Object(memberSession)) }) },
  },
}

const endAllRoute = {
  config: administer,
  schema: {
    operationId: 'endSessionsOfUser',
    summary: 'End all sessions of a person of the account',
    description,
    tags: users,
    params: Type.Object({ userId: pathId }),
    response: { 204: done },
  },
}

const endOneRoute = {
  config: administer,
  schema: {
    operationId: 'endSessionOfUser',
    summary: 'End one session of a person of the account',
    description,
    tags: users,
    params: Type.Object({ userId: pathId, sessionId: pathId }),
    response: { 204: done },
  },
}

/** Sessions of the account's people, for its administrators. */
export function memberSessionRoutes(service: AccountsService): HttpRoutes {
  const { db, clock } = service
  const onSend = forgetFirst(service)
  const endMemberSession = (request: FastifyRequest, reply: FastifyReply, target: MemberSession) =>
    write(db, request, reply, {
      status: 204,
      work: (tx) => endSessionsOfMember(tx, request.scope, clock, target),
    })
  return async (app) => {
    app.get('/users/:userId/sessions', listMembersRoute, async ({ scope, params: { userId } }) => ({
      content: await db.read(scope, async (tx) => {
        await requireMember(tx, scope, userId)
        return memberSessions(tx, scope, clock, userId)
      }),
    }))
    app.delete('/users/:userId/sessions', { ...endAllRoute, onSend }, async (request, reply) =>
      endMemberSession(request, reply, request.params),
    )
    app.delete('/users/:userId/sessions/:sessionId', { ...endOneRoute, onSend }, async (request, reply) =>
      endMemberSession(request, reply, request.params),
    )
  }
}
