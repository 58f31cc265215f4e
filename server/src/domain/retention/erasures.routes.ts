import { Type } from 'typebox'
import {
  dateTimeSchema,
  nullable,
  PageOf,
  pageQuery,
  write,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { erasePerson } from './erase-person.ts'
import { erasureListing } from './erasures.queries.ts'

const tags = ['Retention']

const eraseRoute = {
  config: { right: 'administer', stepUp: true },
  schema: {
    operationId: 'erasePerson',
    tags,
    summary: 'Forget a person',
    description:
      'For people of third parties and for people who worked in the account and were taken out of it. Destroys the key under which the journal keeps what it says about them, blanks the contacts with this address, the mails sent to them and the personal answers of forms they filled in, and makes the PDF of such forms again. Their ids stay, and the journal still verifies. Files they sent stay until their retention ends.',
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: {
      200: Type.Object({
        contacts: Type.Integer(),
        users: Type.Integer({ description: 'People who worked in the account.' }),
        mails: Type.Integer(),
        forms: Type.Integer({ description: 'Forms they filled in that no longer show it.' }),
        heldForms: Type.Integer({ description: 'Left as they are, because their dossier is held.' }),
      }),
    },
  },
} as const

const ids = (description: string) => Type.Array(Type.Integer(), { description })
const count = nullable(
  Type.Integer({ description: 'Null for erasures older than this list, which nobody counted.' }),
)

const Erasure = namedObject('Erasure', {
  erasureId: Type.Integer(),
  erasedAt: dateTimeSchema,
  erasedBy: nullable(
    Type.Object({
      type: Type.Enum(['USER', 'API_CLIENT']),
      id: Type.Integer(),
      name: nullable(Type.String({ description: 'Null once the person has left the account.' })),
    }),
  ),
  contactIds: ids('The contacts who were forgotten: the ids the journal still has for them.'),
  userIds: ids('The people who had worked in the account.'),
  mails: count,
  forms: count,
  heldForms: count,
})

const listRoute = {
  config: { right: 'audit' },
  schema: {
    operationId: 'listErasures',
    tags,
    summary: 'Who was forgotten, when and by whom, the newest first',
    description: 'People are shown by their ids only: nothing that names them is kept.',
    querystring: Type.Object(pageQuery()),
    response: { 200: PageOf(Erasure) },
  },
} as const

/** Forgetting people, and proof of having done so. */
export const erasuresRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    app.get('/erasures', listRoute, (request, reply) =>
      answerList(deps, request, reply, {
        filters: { list: 'erasures' },
        open: () => erasureListing(request.scope),
        view: (rows) => rows,
      }),
    )

    app.post('/erasures', eraseRoute, async (request, reply) =>
      write(deps.db, request, reply, {
        work: (tx) => erasePerson(tx, request.scope, request.body.email),
      }),
    )
  }
