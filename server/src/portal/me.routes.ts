import { Type } from 'typebox'
import { changeContact } from '../domain/contacts/index.ts'
import { formatDateTime, themeCodes } from '../platform/kernel/index.ts'
import { dateTimeSchema, nullable, write, type HttpRoutes, singleLine } from '../platform/http/index.ts'
import type { PortalDeps } from './deps.ts'
import { portalTags } from './portal.schema.ts'
import { visitorIn, type Visitor } from './visitor.ts'

const language = Type.Enum(['fr', 'en'])

const Me = Type.Object(
  {
    contactId: Type.Integer(),
    email: Type.String(),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    language,
    themes: Type.Array(Type.Enum([...themeCodes]), { description: 'What they answer for; none means all.' }),
    company: Type.String({ description: 'For whom they answer.' }),
    account: Type.String({ description: 'Who asks.' }),
    sessionEndsAt: dateTimeSchema,
  },
  { title: 'PortalVisitor' },
)

const config = { right: 'public' } as const

const meRoute = {
  config,
  schema: {
    operationId: 'portalMe',
    tags: portalTags,
    summary: 'Who is in the portal, for which company, and who asks',
    description: 'Says also when the session ends.',
    response: { 200: Me },
  },
} as const

const languageRoute = {
  config,
  schema: {
    operationId: 'changePortalLanguage',
    tags: portalTags,
    summary: 'Choose the language of the portal and of the mails',
    description: 'Mails to this person follow the choice too.',
    body: Type.Object({ language }),
    response: { 200: Me },
  },
} as const

const name = Type.Optional(nullable(singleLine({ minLength: 1, maxLength: 100 })))
const Colleague = Type.Object({
  firstName: name,
  lastName: name,
  email: Type.String({ minLength: 3, maxLength: 254 }),
})

const declineRoute = {
  config,
  schema: {
    operationId: 'declineRequests',
    tags: portalTags,
    summary: 'Say that these requests came to the wrong person, or will not be answered',
    description:
      'The person is no longer written to, and the session ends. The colleague they may name is written to only once somebody of the account has confirmed it.',
    body: Type.Object({
      reason: Type.Enum(['NOT_ME', 'DECLINED']),
      colleague: Type.Optional(Colleague),
    }),
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

export const portalMeRoutes =
  (deps: PortalDeps): HttpRoutes =>
  async (app) => {
    const { db, cookies } = deps
    app.get('/portal/api/me', meRoute, async (request) => meView(visitorIn(request)))

    app.patch('/portal/api/me', languageRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const path = { ...visitor, expectVersion: () => undefined }
      return write(db, request, reply, {
        work: async (tx) => {
          const changed = await changeContact(tx, request.scope, path, { language: request.body.language })
          return meView({ ...visitor, language: changed.language })
        },
      })
    })

    app.post('/portal/api/decline', declineRoute, async (request, reply) => {
      const { contactId } = visitorIn(request)
      const { reason, colleague = null } = request.body
      return write(db, request, reply, {
        status: 204,
        work: async (tx) => {
          await deps.decline(tx, request.scope, { contactId, reason, colleague })
          cookies.clear(reply, 'portal')
        },
      })
    })
  }

function meView({ sessionEndsAt, ...visitor }: Visitor) {
  const { contactId, email, firstName, lastName, themes, company, account } = visitor
  return {
    contactId,
    email,
    firstName,
    lastName,
    language: visitor.language,
    themes: [...themes] as (typeof themeCodes)[number][],
    company,
    account,
    sessionEndsAt: formatDateTime(sessionEndsAt),
  }
}
