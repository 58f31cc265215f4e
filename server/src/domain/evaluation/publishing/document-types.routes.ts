import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import {
  dateTimeSchema,
  etag,
  isUnchanged,
  nullable,
  requireMatch,
  sendJsonText,
  write,
  type HttpRoutes,
  namedObject,
} from '../../../platform/http/index.ts'
import { formatDateTime, themeCodes } from '../../../platform/kernel/index.ts'
import { answerers, DocumentDefinitionSchema, documentKinds } from '../catalogue/catalogue.schema.ts'
import { loadShippedCatalogue } from '../catalogue/shipped-catalogue.ts'
import { answererOf } from '../status/document-conditions.ts'
import { archiveDocumentType, putDocumentType } from './change-document-type.ts'
import {
  findConfiguredDocumentType,
  listConfiguredDocumentTypes,
  type ConfiguredDocumentType,
} from './configured-document-types.queries.ts'
import { shippedState, editablePart } from './definition.ts'

const tags = ['Catalogue']
const theme = Type.Enum([...themeCodes])
const words = Type.Object({ fr: Type.String(), en: Type.String() })
const params = Type.Object({
  code: Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', minLength: 2, maxLength: 60 }),
})

const summaryFields = {
  code: Type.String({ examples: ['SOC_VIGILANCE'] }),
  version: Type.Integer({ description: 'Requests made from now on ask by this version.' }),
  archived: Type.Boolean({ description: 'Archived types are no longer asked for.' }),
  asShipped: Type.Boolean({ description: 'False once the account has written a version of its own.' }),
  shippedVersion: nullable(Type.Integer({ description: 'The last shipped version that was taken over.' })),
  newestShippedVersion: nullable(Type.Integer()),
  newerShipped: Type.Boolean({ description: 'A newer version ships than the one taken over.' }),
  updatedAt: dateTimeSchema,
}
const Summary = namedObject('DocumentTypeRow', {
  ...summaryFields,
  name: words,
  theme,
  kind: Type.Enum([...documentKinds]),
  answeredBy: Type.Enum([...answerers]),
})
const DocumentTypeRecord = Type.Object(
  { ...summaryFields, definition: DocumentDefinitionSchema },
  { title: 'DocumentType' },
)

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDocumentTypes',
    tags,
    summary: 'What the account may ask third parties for',
    description: 'Short entries without the definition; ask for one type to get all of it.',
    querystring: Type.Object({
      theme: Type.Optional(theme),
      archived: Type.Optional(Type.Boolean({ description: 'By default only live ones.' })),
    }),
    response: { 200: Type.Object({ content: Type.Array(Summary) }) },
  },
} as const

const getRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getDocumentType',
    tags,
    summary: 'One document type, in its current version',
    description: 'Contains the full definition: validity, form, conditions and texts in both languages.',
    params,
    response: { 200: DocumentTypeRecord },
  },
} as const

const putRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'putDocumentType',
    tags,
    summary: 'Write a new version of a document type, or a new type',
    description:
      'Requests that were made keep the version they were made with. An equal one changes nothing.',
    params,
    body: DocumentDefinitionSchema,
    response: { 200: DocumentTypeRecord, 201: DocumentTypeRecord },
  },
} as const

const archiveRoute = (operationId: string, summary: string) =>
  ({
    config: { right: 'administer' },
    schema: {
      operationId,
      tags,
      summary,
      description: 'Documents that were already asked for stay as they are.',
      params,
      response: { 200: DocumentTypeRecord },
    },
  }) as const

const themesRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listThemes',
    tags,
    summary: 'The six themes; each document type belongs to one',
    description: 'The codes are fixed; the labels come in French and English.',
    response: {
      200: Type.Object({ content: Type.Array(namedObject('Theme', { code: theme, label: words })) }),
    },
  },
} as const

const tagOf = ({ version, updatedAt }: ConfiguredDocumentType) => `${version}.${updatedAt.getTime()}`

function summaryOf(type: ConfiguredDocumentType) {
  const { code, version, archived, asShipped, shippedVersion, newestShippedVersion } = type
  const shipped = shippedState(shippedVersion, newestShippedVersion)
  return { code, version, archived, asShipped, ...shipped, updatedAt: formatDateTime(type.updatedAt) }
}

const recordOf = (type: ConfiguredDocumentType) => ({
  ...summaryOf(type),
  definition: { ...editablePart(type.definition), answeredBy: answererOf(type.definition) },
})

/** The document types of an account. */
export const documentTypesRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/themes', themesRoute, () => ({ content: [...loadShippedCatalogue().themes] }))

    app.get('/document-types', listRoute, async (request) => {
      const requested = { archived: false, ...request.query }
      const found = await db.read(request.scope, (tx) =>
        listConfiguredDocumentTypes(tx, request.scope, requested),
      )
      return {
        content: found.map((type) => {
          const { name, theme: ofType, kind } = type.definition
          return { ...summaryOf(type), name, theme: ofType, kind, answeredBy: answererOf(type.definition) }
        }),
      }
    })

    app.get('/document-types/:code', getRoute, async (request, reply) => {
      const { code } = request.params
      const found = await db.read(request.scope, (tx) => findConfiguredDocumentType(tx, request.scope, code))
      const unchanged = isUnchanged(request, reply, tagOf(found))
      return unchanged ? sendJsonText(reply, '') : recordOf(found)
    })

    writeRoutes(app, db)
  }

function writeRoutes(app: Parameters<HttpRoutes>[0], db: Db): void {
  app.put('/document-types/:code', putRoute, async (request, reply) => {
    const { code } = request.params
    const guard = (present: ConfiguredDocumentType) => requireMatch(request, tagOf(present))
    let isNew = false
    let tag = ''
    return write(db, request, reply, {
      status: () => (isNew ? 201 : 200),
      work: async (tx) => {
        const put = await putDocumentType(tx, request.scope, { code, definition: request.body, guard })
        isNew = put.isNew
        tag = tagOf(put.type)
        return recordOf(put.type)
      },
      headers: () => ({ etag: etag(tag) }),
    })
  })

  const steps = [
    ['archive', true, 'Stop asking for a document type; refused while a published dossier type asks for it'],
    ['reactivate', false, 'Ask for an archived document type again'],
  ] as const
  for (const [step, archived, summary] of steps) {
    app.post(
      `/document-types/:code/${step}`,
      archiveRoute(`${step}DocumentType`, summary),
      async (request, reply) => {
        const { code } = request.params
        const guard = (present: ConfiguredDocumentType) => requireMatch(request, tagOf(present))
        let tag = ''
        return write(db, request, reply, {
          work: async (tx) => {
            const changed = await archiveDocumentType(tx, request.scope, { code, archived, guard })
            tag = tagOf(changed)
            return recordOf(changed)
          },
          headers: () => ({ etag: etag(tag) }),
        })
      },
    )
  }
}
