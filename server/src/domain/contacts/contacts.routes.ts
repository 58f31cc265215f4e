import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { etag, pathId, requireMatch, write, type HttpRoutes } from '../../platform/http/index.ts'
import { addContact, changeContact } from './change-contacts.ts'
import { ContactBody, ContactChange, ContactRecord } from './contact.schema.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import { contactsOf, type Contact } from './contacts.queries.ts'
import { deleteContact } from './end-contact.ts'

const tags = ['Contacts']
const ofThirdParty = Type.Object({ thirdpartyId: pathId })
const params = Type.Object({ thirdpartyId: pathId, contactId: pathId })

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listContacts',
    tags,
    summary: 'People of a third party who are written to',
    description:
      'Shows for each person whether they were invited, answered, or cannot be reached. It is not paged.',
    params: ofThirdParty,
    response: { 200: Type.Object({ content: Type.Array(ContactRecord) }) },
  },
} as const

const addRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'addContact',
    tags,
    summary: 'Add somebody to write to',
    description:
      'Requests that concern their themes are sent to this person. The e-mail address must be new for this third party.',
    params: ofThirdParty,
    body: ContactBody,
    response: { 201: ContactRecord },
  },
} as const

const changeRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'changeContact',
    tags,
    summary: 'Change a contact',
    description:
      'What is left out stays as it is. Invitations and reminders go to the address that is known when they are sent.',
    params,
    body: ContactChange,
    response: { 200: ContactRecord },
  },
} as const

const deleteRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'deleteContact',
    tags,
    summary: 'No longer write to this person',
    description: 'Their access to the portal ends. Answers they gave stay.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

/** The people of third parties. */
export const contactsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/:thirdpartyId/contacts', listRoute, async ({ scope, params: path }) =>
      db.read(scope, async (tx) => {
        await requireThirdParty(tx, scope, path.thirdpartyId)
        return { content: await contactsOf(tx, scope, path.thirdpartyId) }
      }),
    )

    app.post('/thirdparties/:thirdpartyId/contacts', addRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 201,
        work: (tx) => addContact(tx, request.scope, { ...request.body, ...request.params }),
        headers: (created) => ({ location: locationOf(request, created), ...tag(created) }),
      }),
    )

    app.patch('/thirdparties/:thirdpartyId/contacts/:contactId', changeRoute, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) => changeContact(tx, request.scope, target(request, request.params), request.body),
        headers: tag,
      }),
    )

    app.delete('/thirdparties/:thirdpartyId/contacts/:contactId', deleteRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => deleteContact(tx, request.scope, target(request, request.params)),
      }),
    )
  }

const tag = ({ version }: Contact) => ({ etag: etag(version) })

function locationOf({ scope }: FastifyRequest, { thirdpartyId, contactId }: Contact): string {
  return `/api/v1/account/${scope.accountId}/thirdparties/${thirdpartyId}/contacts/${contactId}`
}

function target<P>(request: FastifyRequest, path: P): P & { expectVersion: (version: number) => void } {
  return { ...path, expectVersion: (version) => requireMatch(request, version) }
}
