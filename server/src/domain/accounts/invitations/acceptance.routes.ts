import { Type } from 'typebox'
import { originOf, type HttpRoutes } from '../../../platform/http/index.ts'
import { formatDateTime } from '../../../platform/kernel/index.ts'
import { name } from '../accounts.schemas.ts'
import { requirePerson } from '../change-profile.ts'
import { requireOwnOrigin } from '../same-origin.ts'
import type { AccountsService } from '../service.ts'
import { acceptByLink, acceptSignedIn, declineInvitation, describeInvitation } from './accept-invitation.ts'
import { invitationsOfPerson } from './invitations.queries.ts'

const tags = ['Invitations']
const moment = Type.String({ description: 'yyyy-MM-ddTHH:mm:ss.SSS, UTC' })
const token = Type.String({ minLength: 1, maxLength: 200, description: 'From the mailed link' })
const nothing = Type.Null({ description: 'Done' })
const params = Type.Object({ invitationId: Type.Integer() })

const describeRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'readInvitation',
    summary: 'What an invitation is about, for whoever holds its link',
    description:
      'Shows who invites and whether the person needs a password or signs in as usual. The link is not used up.',
    tags,
    body: Type.Object({ token }),
    response: {
      200: Type.Object({
        accountName: Type.String(),
        email: Type.String(),
        name: Type.String(),
        language: Type.String(),
        roles: Type.Array(Type.String()),
        expiresAt: moment,
        needs: Type.Enum(['PASSWORD', 'SIGN_IN'], {
          description: 'PASSWORD: accept with a first password. SIGN_IN: sign in, then accept.',
        }),
      }),
    },
  },
} as const

const acceptRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation with a first password',
    description: 'The person becomes a member of the account and can sign in at once. The link works once.',
    tags,
    body: Type.Object({
      token,
      password: Type.String({ minLength: 1, maxLength: 1_000 }),
      name: Type.Optional(name),
    }),
    response: { 204: nothing },
  },
} as const

const declineRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'declineInvitation',
    summary: 'Decline an invitation by its link',
    description: 'The link stops working, and nobody is added to the account.',
    tags,
    body: Type.Object({ token }),
    response: { 204: nothing },
  },
} as const

const ownRoute = {
  config: { right: 'authenticated' },
  schema: {
    operationId: 'listOwnInvitations',
    summary: 'The invitations that wait for the signed-in person',
    description: 'Invitations to further accounts. They can be accepted without the mailed link.',
    tags,
    response: {
      200: Type.Object({
        content: Type.Array(
          Type.Object({
            invitationId: Type.Integer(),
            accountName: Type.String(),
            roles: Type.Array(Type.String()),
            expiresAt: moment,
          }),
        ),
      }),
    },
  },
} as const

const answerRoute = (verb: 'accept' | 'decline', summary: string) =>
  ({
    config: { right: 'authenticated' },
    schema: {
      operationId: `${verb}OwnInvitation`,
      summary,
      description: 'For somebody who is signed in; the mailed link is not needed, and stops working.',
      tags,
      params,
      response: { 204: nothing },
    },
  }) as const

/** How the invited answer: by the link of the mail, or signed in. */
export function acceptanceRoutes(service: AccountsService): HttpRoutes {
  const { db, publicUrl } = service
  return async (app) => {
    app.post('/auth/invitation', describeRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      void reply.header('cache-control', 'no-store')
      const found = await describeInvitation(db, request.body.token)
      return { ...found, expiresAt: formatDateTime(found.expiresAt) }
    })
    app.post('/auth/invitation/accept', acceptRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      const { userId } = await acceptByLink(db, { ...request.body, origin: originOf(request) })
      service.authenticator.forget()
      service.log('INVITATION_ACCEPTED', { userId })
      return reply.code(204).send(null)
    })
    app.post('/auth/invitation/decline', declineRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      await declineInvitation(db, { ...request.body, origin: originOf(request) })
      return reply.code(204).send(null)
    })
    memberRoutes(app, service)
  }
}

function memberRoutes(app: Parameters<HttpRoutes>[0], service: AccountsService): void {
  const { db } = service
  app.get('/me/invitations', ownRoute, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const userId = requirePerson(request.principal)
    return { content: await db.system((tx) => invitationsOfPerson(tx, userId)) }
  })
  app.post(
    '/me/invitations/:invitationId/accept',
    answerRoute('accept', 'Join the account that invites; renew the access token to enter it'),
    async (request, reply) => {
      const userId = requirePerson(request.principal)
      const command = { ...request.params, userId, origin: originOf(request) }
      const accountId = await acceptSignedIn(db, command)
      service.authenticator.forget()
      service.log('INVITATION_ACCEPTED', { userId, accountId })
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/me/invitations/:invitationId/decline',
    answerRoute('decline', 'Decline the invitation'),
    async (request, reply) => {
      const userId = requirePerson(request.principal)
      await declineInvitation(db, { ...request.params, userId, origin: originOf(request) })
      return reply.code(204).send(null)
    },
  )
}
