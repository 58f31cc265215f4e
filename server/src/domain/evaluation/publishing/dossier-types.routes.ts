import { Type } from 'typebox'
import type { Db, ReadTx } from '../../../platform/db/index.ts'
import {
  etag,
  isUnchanged,
  requireMatch,
  sendJsonText,
  write,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { DossierDefinitionSchema } from '../catalogue/catalogue.schema.ts'
import {
  codeParams as params,
  DifferenceRecord,
  dossierTypeRecord,
  DossierTypeRecord,
  DossierTypeSummary,
  dossierTypeSummary,
  PublicationRecord,
} from './catalogue.schemas.ts'
import {
  findConfiguredDossierType,
  listConfiguredDossierTypes,
  typeStateTag,
  versionsOf,
  type ConfiguredDossierType,
} from './configured-types.queries.ts'
import { publishDossierType, tryPublication, type Publication } from './publish-dossier-type.ts'
import { putDossierType } from './put-dossier-type.ts'
import { typeDifference } from './type-difference.ts'

const tags = ['Catalogue']

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDossierTypes',
    tags,
    summary: 'The kinds of dossier the account opens',
    description: 'Short entries without the definition; ask for one type to get all of it.',
    response: { 200: Type.Object({ content: Type.Array(DossierTypeSummary) }) },
  },
} as const

const getRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getDossierType',
    tags,
    summary: 'One dossier type: what is published, its draft, and its versions',
    description:
      'Contains the definition that is in force and, where there is one, the draft that will replace it.',
    params,
    response: { 200: DossierTypeRecord },
  },
} as const

const putRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'putDossierType',
    tags,
    summary: 'Write the draft of a dossier type, or of a new one',
    description: 'A draft has no effect before it is published. An identical one changes nothing.',
    params,
    body: DossierDefinitionSchema,
    response: { 200: DossierTypeRecord, 201: DossierTypeRecord },
  },
} as const

const diffRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'compareDossierType',
    tags,
    summary: 'What the draft of a dossier type changes of what is published',
    description: 'Use it before a draft is published. Refused while there is no draft.',
    params,
    response: { 200: DifferenceRecord },
  },
} as const

const publishRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'publishDossierType',
    tags,
    summary: 'Publish the draft of a dossier type, or see what that would do',
    description:
      'New dossiers follow the published version. Open ones follow when applyToOpen says so: what is no longer asked is stopped, never deleted.',
    params,
    body: Type.Object({ dryRun: Type.Boolean(), applyToOpen: Type.Boolean() }),
    response: { 200: PublicationRecord },
  },
} as const

/** The dossier types of an account. */
export const dossierTypesRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/dossier-types', listRoute, async (request) => {
      const found = await db.read(request.scope, (tx) => listConfiguredDossierTypes(tx, request.scope))
      return { content: found.flatMap(listItem) }
    })

    app.get('/dossier-types/:code', getRoute, async (request, reply) => {
      const { code } = request.params
      const [found, record] = await db.read(request.scope, async (tx) => {
        const type = await findConfiguredDossierType(tx, request.scope, code)
        return [type, await recordOf(tx, request.scope, type)] as const
      })
      return isUnchanged(request, reply, typeStateTag(found)) ? sendJsonText(reply, '') : record
    })

    app.get('/dossier-types/:code/diff', diffRoute, async (request) => {
      const { code } = request.params
      const found = await db.read(request.scope, (tx) => findConfiguredDossierType(tx, request.scope, code))
      const { published, draft } = found
      if (!draft) throw new AppError('DOSSIER_TYPE_NO_DRAFT', { code })
      const { fields, ...documents } = typeDifference(published?.definition ?? null, draft.definition)
      return {
        publishedVersion: published?.version ?? null,
        draftVersion: draft.version,
        documents: {
          added: [...documents.added],
          removed: [...documents.removed],
          changed: [...documents.changed],
        },
        fields: [...fields],
      }
    })

    writeRoutes(app, db)
  }

function writeRoutes(app: Parameters<HttpRoutes>[0], db: Db): void {
  app.put('/dossier-types/:code', putRoute, async (request, reply) => {
    const { code } = request.params
    const guard = (present: ConfiguredDossierType) => requireMatch(request, typeStateTag(present))
    let isNew = false
    let state = ''
    return write(db, request, reply, {
      status: () => (isNew ? 201 : 200),
      work: async (tx) => {
        const put = await putDossierType(tx, request.scope, { code, definition: request.body, guard })
        isNew = put.isNew
        state = typeStateTag(put.type)
        return recordOf(tx, request.scope, put.type)
      },
      headers: () => ({ etag: etag(state) }),
    })
  })

  app.post('/dossier-types/:code/publish', publishRoute, async (request, reply) => {
    const { scope, body } = request
    const { code } = request.params
    const { dryRun, applyToOpen } = body
    const guard = (present: ConfiguredDossierType) => requireMatch(request, typeStateTag(present))
    const command = { code, applyToOpen, guard }
    const publicationView = (found: Publication) => ({
      code,
      dryRun,
      ...found,
      dossiers: [...found.dossiers],
    })
    if (dryRun) return publicationView(await db.snapshot(scope, (tx) => tryPublication(tx, scope, command)))
    return write(db, request, reply, {
      work: async (tx) => publicationView(await publishDossierType(tx, scope, command)),
    })
  })
}

function listItem(type: ConfiguredDossierType) {
  const version = type.published ?? type.draft
  if (!version) return []
  const { label, typed, themes } = version.definition
  return [{ ...dossierTypeSummary(type), label, typed, themes }]
}

async function recordOf(tx: ReadTx, scope: Scope, type: ConfiguredDossierType) {
  return dossierTypeRecord(type, await versionsOf(tx, scope, type.code))
}
