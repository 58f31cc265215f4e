import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  isUnchanged,
  pathId,
  requireMatch,
  sendJsonText,
  write,
  type HttpRoutes,
  recordId,
} from '../../platform/http/index.ts'
import { addDefinition } from './add-definition.ts'
import {
  definitionRecord,
  DefinitionRecord,
  expression,
  label,
  options,
  position,
  PreviewRow,
  scope,
  type,
} from './attributes.schemas.ts'
import { changeDefinition, type DefinitionChange } from './change-definition.ts'
import { codeFromLabel } from './definition-checks.ts'
import { getDefinition, listDefinitions } from './definitions.queries.ts'
import { maxPreviewed, previewExpression } from './preview.ts'

const tags = ['Attributes']
const params = Type.Object({ attributeId: pathId })
const administer = { right: 'administer' } as const

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listAttributes',
    tags,
    summary: 'The attributes configured for the third parties of the account, or for its dossiers',
    description: 'Attributes are the fields an account adds to its companies or dossiers.',
    querystring: Type.Object({
      scope: Type.Optional(scope),
      archived: Type.Optional(
        Type.Boolean({ description: 'Only archived ones; by default only live ones.' }),
      ),
    }),
    response: { 200: Type.Object({ content: Type.Array(DefinitionRecord) }) },
  },
} as const

const addRoute = {
  config: administer,
  schema: {
    operationId: 'addAttribute',
    tags,
    summary: 'Configure another attribute',
    description:
      'The attribute appears at once on every third party or dossier, without a value. One with an expression is calculated for all of them by a job.',
    body: Type.Object({
      label,
      code: Type.Optional(
        Type.String({
          pattern: '^[A-Z][A-Z0-9_]{0,63}$',
          maxLength: 64,
          description: 'Never changes; made of the label when absent.',
        }),
      ),
      type,
      scope: Type.Optional(scope),
      options: Type.Optional(options),
      calculated: Type.Optional(Type.Union([expression, Type.Null()])),
      required: Type.Optional(Type.Boolean()),
      position: Type.Optional(position),
    }),
    response: { 201: DefinitionRecord },
  },
} as const

const previewRoute = {
  config: administer,
  schema: {
    operationId: 'previewAttribute',
    tags,
    summary: 'Try an expression on a few third parties; nothing is kept',
    description:
      'Use it while an expression is being written: the answer shows the value, or why there is none, for each of the third parties.',
    body: Type.Object({
      type,
      options: Type.Optional(options),
      calculated: expression,
      code: Type.Optional(
        Type.String({ maxLength: 64, description: 'The attribute being changed, if it exists already.' }),
      ),
      thirdpartyIds: Type.Optional(
        Type.Array(recordId, {
          minItems: 1,
          maxItems: maxPreviewed,
          description: `At most ${maxPreviewed}; the newest of the portfolio when absent.`,
        }),
      ),
    }),
    response: {
      200: Type.Object({ dependsOn: Type.Array(Type.String()), content: Type.Array(PreviewRow) }),
    },
  },
} as const

const getRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getAttribute',
    tags,
    summary: 'One attribute of the account',
    description: 'The ETag of the answer belongs into If-Match when the attribute is changed.',
    params,
    response: { 200: DefinitionRecord },
  },
} as const

const changeRoute = {
  config: administer,
  schema: {
    operationId: 'changeAttribute',
    tags,
    summary: 'Change an attribute, or bring an archived one back',
    description: 'Code, type and scope stay what they are, and so does whether it is calculated.',
    params,
    body: Type.Object({
      label: Type.Optional(label),
      options: Type.Optional(options),
      calculated: Type.Optional(Type.Union([expression, Type.Null()])),
      required: Type.Optional(Type.Boolean()),
      position: Type.Optional(position),
      archived: Type.Optional(Type.Boolean()),
    }),
    response: { 200: DefinitionRecord },
  },
} as const

const archiveRoute = {
  config: administer,
  schema: {
    operationId: 'archiveAttribute',
    tags,
    summary: 'Take an attribute out of use; its values and their history are kept',
    description:
      'The attribute disappears from records and lists. It can be taken back into use by changing `archived`.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

/** What attributes the account has. */
export const definitionsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/attributes', listRoute, async (request) => {
      const { scope: wanted = 'THIRD_PARTY', archived = false } = request.query
      const found = await db.read(request.scope, (tx) =>
        listDefinitions(tx, request.scope, { scope: wanted, archived }),
      )
      return { content: found.map(definitionRecord) }
    })

    app.post('/attributes', addRoute, async (request, reply) => {
      const { body } = request
      const command = {
        label: body.label,
        type: body.type,
        scope: body.scope ?? 'THIRD_PARTY',
        code: body.code ?? codeFromLabel(body.label),
        options: body.options ?? [],
        expression: body.calculated ?? null,
        required: body.required ?? false,
        position: body.position ?? null,
      }
      let version = 1
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const added = await addDefinition(tx, request.scope, command)
          version = added.version
          return definitionRecord(added)
        },
        headers: ({ attributeId }) => ({
          location: `/api/v1/account/${request.scope.accountId}/attributes/${attributeId}`,
          etag: etag(version),
        }),
      })
    })

    app.post('/attributes/preview', previewRoute, async (request) => {
      const { calculated, options: chosen = [], code = null, thirdpartyIds = null, ...rest } = request.body
      const draft = { ...rest, expression: calculated, options: chosen, code, thirdpartyIds }
      return previewExpression(db, request.scope, draft)
    })

    singleRoutes(app, db)
  }

function singleRoutes(app: Parameters<HttpRoutes>[0], db: Db): void {
  app.get('/attributes/:attributeId', getRoute, async (request, reply) => {
    const { attributeId } = request.params
    const found = await db.read(request.scope, (tx) => getDefinition(tx, request.scope, attributeId))
    const unchanged = isUnchanged(request, reply, found.version)
    return unchanged ? sendJsonText(reply, '') : definitionRecord(found)
  })

  app.patch('/attributes/:attributeId', changeRoute, async (request, reply) => {
    const { attributeId } = request.params
    const { calculated, ...same } = request.body
    const change: DefinitionChange = calculated === undefined ? same : { ...same, expression: calculated }
    const guard = (current: { version: number }) => requireMatch(request, current.version)
    let version = 0
    return write(db, request, reply, {
      work: async (tx) => {
        const changed = await changeDefinition(tx, request.scope, { attributeId, change, guard })
        version = changed.version
        return definitionRecord(changed)
      },
      headers: () => ({ etag: etag(version) }),
    })
  })

  app.delete('/attributes/:attributeId', archiveRoute, async (request, reply) => {
    const { attributeId } = request.params
    const guard = (current: { version: number }) => requireMatch(request, current.version)
    const command = { attributeId, change: { archived: true }, guard }
    return write(db, request, reply, {
      status: 204,
      work: (tx) => changeDefinition(tx, request.scope, command),
    })
  })
}
