import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { ContactRecord } from '../contacts/index.ts'
import { inviteContact } from './invite-contacts.ts'
import type { InvitationSettings } from './settings.ts'

const inviteRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'inviteContact',
    tags: ['Contacts'],
    summary: 'Invite a contact to the portal, or invite them again',
    description:
      'They get an e-mail with what is requested from their company and a personal link, valid once within 14 days. An account invites so many people in an hour; beyond that it is 429 QUOTA_EXCEEDED.',
    params: Type.Object({ thirdpartyId: pathId, contactId: pathId }),
    response: { 200: ContactRecord },
  },
} as const

export const invitationsRoutes =
  ({ db, settings }: { db: Db; settings: InvitationSettings }): HttpRoutes =>
  async (app) => {
    app.post('/thirdparties/:thirdpartyId/contacts/:contactId/invite', inviteRoute, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) => inviteContact(tx, request.scope, request.params, settings),
      }),
    )
  }
