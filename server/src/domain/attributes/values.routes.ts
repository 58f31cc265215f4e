import { Type } from 'typebox'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import {
  PageOf,
  pageQuery,
  pageRequest,
  pathId,
  SharedWrites,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { formatDateTime, type ActorType, type Scope } from '../../platform/kernel/index.ts'
import { GivenAttribute, requireThirdParty } from '../thirdparties/index.ts'
import type { AttributeValue } from './attribute.ts'
import { attributeRecord } from './attribute.view.ts'
import { AttributeRecord, HistoryRow } from './attributes.schemas.ts'
import { getDefinition } from './definitions.queries.ts'
import { definitionsRoutes } from './definitions.routes.ts'
import { setAttributeOfEach, type AttributeOfThirdParty } from './set-attributes.ts'
import { attributesOf, historyOf } from './values.queries.ts'

const tags = ['Attributes']
const params = Type.Object({ thirdpartyId: pathId })
const { page, size } = pageQuery()

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listThirdPartyAttributes',
    tags,
    summary: 'Every attribute of a third party, with its value or without',
    description:
      'Lists every attribute configured for third parties, so that a form can be built from the answer alone.',
    params,
    response: { 200: Type.Object({ content: Type.Array(AttributeRecord) }) },
  },
} as const

const setRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'setThirdPartyAttribute',
    tags,
    summary: 'Add, change or clear the value of one attribute',
    description:
      'Names the attribute by its label. An empty list of values clears it; the history keeps what it was.',
    params,
    body: GivenAttribute,
    response: { 200: AttributeRecord },
  },
} as const

const historyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listThirdPartyAttributeHistory',
    tags,
    summary: 'Every value the attribute has had, the latest change first',
    description: 'Says for each change the value before, the value after, who made it and when.',
    params: Type.Object({ thirdpartyId: pathId, attributeId: pathId }),
    querystring: Type.Object({ page, size }),
    response: { 200: PageOf(HistoryRow) },
  },
} as const

async function setRecords(tx: Tx, scope: Scope, given: readonly AttributeOfThirdParty[]) {
  return (await setAttributeOfEach(tx, scope, given)).map(attributeRecord)
}

/** What values the attributes of a third party have. */
const valuesRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    const shared = new SharedWrites(db, { work: setRecords, subjectOf: ({ thirdpartyId }) => thirdpartyId })
    app.get('/thirdparties/:thirdpartyId/attributes', listRoute, async (request) => {
      const { thirdpartyId } = request.params
      const content = await db.read(request.scope, async (tx) => {
        await requireThirdParty(tx, request.scope, thirdpartyId)
        return attributesOf(tx, request.scope, thirdpartyId)
      })
      return { content: content.map(attributeRecord) }
    })

    app.post('/thirdparties/:thirdpartyId/attributes', setRoute, async (request, reply) => {
      const given = { thirdpartyId: request.params.thirdpartyId, attribute: request.body }
      return write(db, request, reply, {
        work: async (tx) => (await setRecords(tx, request.scope, [given]))[0],
        share: () => shared.share(given),
      })
    })

    app.get('/thirdparties/:thirdpartyId/attributes/:attributeId/history', historyRoute, async (request) => {
      const historyQuery = { ...request.params, page: pageRequest(request.query) }
      return db.read(request.scope, (tx) => historyPage(tx, request.scope, historyQuery))
    })
  }

async function historyPage(tx: ReadTx, scope: Scope, historyQuery: Parameters<typeof historyOf>[2]) {
  await requireThirdParty(tx, scope, historyQuery.thirdpartyId)
  await getDefinition(tx, scope, historyQuery.attributeId)
  const { rows, total } = await historyOf(tx, scope, historyQuery)
  return {
    content: rows.map((row) => ({
      changeId: row.change_id,
      before: row.before as AttributeValue | null,
      after: row.after as AttributeValue | null,
      changedAt: formatDateTime(row.changed_at),
      by: { type: row.actor_type as ActorType, id: row.actor_id },
    })),
    page: historyQuery.page.page,
    size: historyQuery.page.size,
    totalElements: total,
    totalPages: Math.ceil(total / historyQuery.page.size),
    totalIsExact: true,
    next: null,
  }
}

export const attributesRoutes =
  (deps: { db: Db }): HttpRoutes =>
  async (app) => {
    await app.register(definitionsRoutes(deps))
    await app.register(valuesRoutes(deps))
  }
