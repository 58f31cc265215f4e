import { Type } from 'typebox'
import { write, type HttpRoutes } from '../../../platform/http/index.ts'
import { memberInvitationAnswer, name, roleList } from '../accounts.schemas.ts'
import type { AccountsService } from '../service.ts'
import { invitePerson, sendInvitationAgain, withdrawInvitation } from './invite-person.ts'
import { getInvitation, listInvitations } from './invitations.queries.ts'

const config = { right: 'administer' } as const
// Who may enter the account is a grave matter.
const grave = { ...config, stepUp: true } as const
const tags = ['Users']
const params = Type.Object({ invitationId: Type.Integer() })

const inviteRoute = {
  config: grave,
  schema: {
    operationId: 'inviteUser',
    summary: 'Invite a person into the account',
    description:
      'They become a member when they accept, by the link mailed to them or signed in. The answer is the same whether or not the address is known here, and holds no link.',
    tags,
    body: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 254 }),
      name,
      roles: roleList,
      language: Type.Optional(Type.Enum(['en', 'fr'])),
    }),
    response: { 201: memberInvitationAnswer },
  },
}

const listRoute = {
  config,
  schema: {
    operationId: 'listUserInvitations',
    summary: 'List the invitations nobody has answered yet',
    description: 'Shows which have bounced or ended, so that they can be sent again.',
    tags,
    response: { 200: Type.Object({ content: Type.Array(memberInvitationAnswer) }) },
  },
}

const sendRoute = {
  config: grave,
  schema: {
    operationId: 'sendUserInvitation',
    summary: 'Mail the invitation again, with a new link',
    tags,
    params,
    response: { 200: memberInvitationAnswer },
  },
}

const withdrawRoute = {
  config: grave,
  schema: {
    operationId: 'withdrawUserInvitation',
    summary: 'Withdraw the invitation; its link stops working',
    tags,
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
}

/** Who is asked into the account. Nobody but the person ever gets to see the link. */
export function memberInvitationRoutes({ db, publicUrl }: AccountsService): HttpRoutes {
  const context = { publicUrl, linkBy: 'MAIL' } as const
  return async (app) => {
    app.get('/users/invitations', listRoute, async (request) => ({
      content: await db.read(request.scope, (tx) => listInvitations(tx, request.scope)),
    }))
    app.post('/users', inviteRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const { invitationId } = await invitePerson(tx, request.scope, request.body, context)
          return getInvitation(tx, request.scope, invitationId)
        },
      }),
    )
    app.post('/users/invitations/:invitationId/send', sendRoute, async (request, reply) => {
      const { invitationId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await sendInvitationAgain(tx, request.scope, invitationId, context)
          return getInvitation(tx, request.scope, invitationId)
        },
      })
    })
    app.delete('/users/invitations/:invitationId', withdrawRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => withdrawInvitation(tx, request.scope, request.params.invitationId),
      }),
    )
  }
}
