import { Type } from 'typebox'
import {
  etag,
  etagHeader,
  PageOf,
  pageQuery,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
  type SendTable,
} from '../../platform/http/index.ts'
import { answerList, filterQuery, filterValues, type PlainListDeps } from '../../platform/lists/index.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import { changeFinding } from './change-finding.ts'
import { endFinding, outcomes, reopenFinding } from './end-finding.ts'
import { findingSight, refuseOnlookers } from './finding-rights.ts'
import { FindingBody, FindingChange, FindingRecord, FindingSummary, reason } from './finding.schema.ts'
import { findingExportRoutes } from './findings-export.routes.ts'
import { findingFilters, findingListing, readFinding } from './findings.queries.ts'
import { openFinding } from './open-finding.ts'
import { findingReportRoutes } from './report.routes.ts'

const tags = ['Findings']
const reads = { right: 'read' } as const
const decides = { right: 'decide' } as const
const ofThirdParty = Type.Object({ thirdpartyId: pathId })
const ofFinding = Type.Object({ findingId: pathId })
const response = { 200: FindingRecord }
const writers = 'For those who may manage or decide.'
const sighted = 'What was found through a hit is shown to those who may see hits.'

const schemas = {
  list: {
    operationId: 'listFindings',
    tags,
    summary: 'Findings of all third parties, newest first',
    description: sighted,
    querystring: Type.Object({ ...pageQuery(), ...filterQuery(findingFilters) }),
    response: { 200: PageOf(FindingSummary) },
  },
  listOfThirdParty: {
    operationId: 'listThirdPartyFindings',
    tags,
    summary: 'Findings of a third party, newest first',
    description: sighted,
    params: ofThirdParty,
    querystring: Type.Object({ ...pageQuery(), ...filterQuery(findingFilters) }),
    response: { 200: PageOf(FindingSummary) },
  },
  open: {
    operationId: 'openFinding',
    tags,
    summary: 'Open a finding, by hand or from what it was seen in',
    description: `${writers} While a major or critical one is open, it caps the indicator of its theme.`,
    params: ofThirdParty,
    body: FindingBody,
    response: { 201: FindingRecord },
  },
  get: {
    operationId: 'getFinding',
    tags,
    summary: 'One finding with its corrective actions and their evidence',
    description: sighted,
    params: ofFinding,
    response,
  },
  change: {
    operationId: 'changeFinding',
    tags,
    summary: 'Change the words, the theme or the severity of a finding',
    description: writers,
    params: ofFinding,
    body: FindingChange,
    response,
  },
  end: {
    operationId: 'closeFinding',
    tags,
    summary: 'Close a finding whose actions are all settled, or dismiss it',
    description: 'Dismissing says that there was nothing to put right; the reason stays with the finding.',
    params: ofFinding,
    body: Type.Object({ outcome: Type.Enum([...outcomes]), reason }),
    response,
  },
  reopen: {
    operationId: 'reopenFinding',
    tags,
    summary: 'Open a finding again that was closed or dismissed',
    description: 'The reason stays with the finding.',
    params: ofFinding,
    body: Type.Object({ reason }),
    response,
  },
} as const

/** What is wrong at companies. */
export const findingRoutes =
  (deps: PlainListDeps & { readonly sendTable: SendTable }): HttpRoutes =>
  async (app) => {
    await app.register(findingListRoutes(deps))
    await app.register(findingExportRoutes(deps))
    await app.register(findingWriteRoutes(deps))
    await app.register(findingEndRoutes(deps))
    await app.register(findingReportRoutes(deps))
  }

const findingListRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    app.get('/findings', { config: reads, schema: schemas.list }, async (request, reply) => {
      const { scope, query } = request
      const sight = await findingSight(db, request)
      return answerList(deps, request, reply, {
        filters: { list: 'findings', ...filterValues(findingFilters, query) },
        open: () => findingListing(scope, { ...query, ...sight, thirdpartyId: null }),
        view: (rows) => rows,
      })
    })
    app.get(
      '/thirdparties/:thirdpartyId/findings',
      { config: reads, schema: schemas.listOfThirdParty },
      async (request, reply) => {
        const { scope, query } = request
        const { thirdpartyId } = request.params
        const sight = await findingSight(db, request)
        return answerList(deps, request, reply, {
          filters: { list: 'findings of one', thirdpartyId, ...filterValues(findingFilters, query) },
          open: async (tx) => {
            await requireThirdParty(tx, scope, thirdpartyId)
            return findingListing(scope, { ...query, ...sight, thirdpartyId })
          },
          view: (rows) => rows,
        })
      },
    )
    app.get('/findings/:findingId', { config: reads, schema: schemas.get }, async (request, reply) => {
      const { scope, params } = request
      const sight = await findingSight(db, request)
      const finding = await db.read(scope, (tx) => readFinding(tx, scope, params.findingId, sight))
      reply.header('etag', etag(finding.version))
      return finding
    })
  }

const findingWriteRoutes =
  ({ db }: PlainListDeps): HttpRoutes =>
  async (app) => {
    const gate = { config: reads, onRequest: refuseOnlookers }
    app.post(
      '/thirdparties/:thirdpartyId/findings',
      { ...gate, schema: schemas.open },
      async (request, reply) => {
        const { scope, params, body } = request
        return write(db, request, reply, {
          status: 201,
          work: async (tx) => readFinding(tx, scope, await openFinding(tx, scope, params.thirdpartyId, body)),
          headers: ({ findingId, version }) => ({
            location: `/api/v1/account/${scope.accountId}/findings/${findingId}`,
            etag: etag(version),
          }),
        })
      },
    )
    app.patch('/findings/:findingId', { ...gate, schema: schemas.change }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await changeFinding(tx, scope, { ...params, change: body }, versionCheck(request))
          return readFinding(tx, scope, params.findingId)
        },
        headers: etagHeader,
      })
    })
  }

const findingEndRoutes =
  ({ db }: PlainListDeps): HttpRoutes =>
  async (app) => {
    const path = '/findings/:findingId' as const
    app.post(`${path}/close`, { config: decides, schema: schemas.end }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await endFinding(tx, scope, { ...params, ...body }, versionCheck(request))
          return readFinding(tx, scope, params.findingId)
        },
        headers: etagHeader,
      })
    })
    app.post(`${path}/reopen`, { config: decides, schema: schemas.reopen }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await reopenFinding(tx, scope, { ...params, ...body }, versionCheck(request))
          return readFinding(tx, scope, params.findingId)
        },
        headers: etagHeader,
      })
    })
  }
