import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { dateTimeSchema, etag, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { ContactRecord } from './contact.schema.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import { confirmSuggestion, dismissSuggestion } from './suggest-contact.ts'
import { openSuggestions } from './suggested.queries.ts'

const tags = ['Contacts']
const params = Type.Object({ thirdpartyId: pathId, contactId: pathId })
const { contactId, thirdpartyId, email, firstName, lastName, language, themes } = ContactRecord.properties

const SuggestedContact = Type.Object(
  {
    contactId,
    thirdpartyId,
    email,
    firstName,
    lastName,
    language,
    themes,
    suggestedAt: dateTimeSchema,
    suggestedBy: Type.String({
      description: 'Who named them: a name or an address; empty when they were forgotten since.',
    }),
  },
  { title: 'SuggestedContact' },
)

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listSuggestedContacts',
    tags,
    summary: 'People whom contacts of a third party have named in their place',
    description: 'Nothing is sent to them before somebody confirms them. After 90 days they are forgotten.',
    params: Type.Object({ thirdpartyId: pathId }),
    response: { 200: Type.Object({ content: Type.Array(SuggestedContact) }) },
  },
} as const

const confirmRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'confirmSuggestedContact',
    tags,
    summary: 'Make somebody who was named a contact',
    description:
      'They are invited as soon as something is requested from their company, like any other contact.',
    params,
    response: { 200: ContactRecord },
  },
} as const

const dismissRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'dismissSuggestedContact',
    tags,
    summary: 'Do not write to somebody who was named, and forget them',
    description: 'What is known of the person is deleted.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

const path = '/thirdparties/:thirdpartyId/suggested-contacts'

/** Those who are not written to yet. */
export const suggestedContactsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get(path, listRoute, async ({ scope, params: asked }) =>
      db.read(scope, async (tx) => {
        await requireThirdParty(tx, scope, asked.thirdpartyId)
        return { content: await openSuggestions(tx, scope, asked.thirdpartyId) }
      }),
    )

    app.post(`${path}/:contactId/confirm`, confirmRoute, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) => confirmSuggestion(tx, request.scope, request.params),
        headers: ({ version }) => ({ etag: etag(version) }),
      }),
    )

    app.delete(`${path}/:contactId`, dismissRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => dismissSuggestion(tx, request.scope, request.params),
      }),
    )
  }
