import { score as scoreSubjects } from '@vigie/matching'
import { Type } from 'typebox'
import {
  etag,
  PageOf,
  pageQuery,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
  type SendTable,
} from '../../platform/http/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import { changesRoutes } from './changes.routes.ts'
import { decideHit } from './decide-hit.ts'
import {
  BulkDecisionBody,
  DecisionBody,
  HitRecord,
  HitSummary,
  MatchReason,
  SubjectRecord,
} from './hit.schema.ts'
import { HitFilterQuery, hitFilterValues, hitListing, HitSortQuery } from './hit-listing.ts'
import { hitExportRoutes } from './hits-export.routes.ts'
import { getHit, runListing } from './hits.queries.ts'
import { ownListRoutes } from './own-lists.routes.ts'
import { RunRecord } from './run.schema.ts'
import { requireHitSight } from './hit-sight.ts'
import { screeningSettingsRoutes } from './settings.routes.ts'
import { screeningStatisticsRoutes } from './statistics.routes.ts'

const tags = ['Screening']
const reads = { right: 'read' } as const
const decides = { right: 'decide' } as const
const ofHit = Type.Object({ hitId: pathId })
const ofThirdParty = Type.Object({ thirdpartyId: pathId })
const internal = 'The third party never learns of hits. Readers see them where the account lets them.'

const listSchema = {
  operationId: 'listScreeningHits',
  tags,
  summary: 'Possible matches with lists',
  description: `Newest first; \`sort=openedAt\` has the oldest first, as in the queue. ${internal}`,
  querystring: Type.Object({ ...pageQuery(), ...HitFilterQuery.properties, ...HitSortQuery.properties }),
  response: { 200: PageOf(HitSummary) },
} as const

const getSchema = {
  operationId: 'getScreeningHit',
  tags,
  summary: 'One hit: who is compared with whom, what counted, and what was decided',
  description: internal,
  params: ofHit,
  response: { 200: HitRecord },
} as const

const decideSchema = {
  operationId: 'decideScreeningHit',
  tags,
  summary: 'Decide a hit: true match, false positive or unclear',
  description:
    'A true match takes two people, and so does clearing from the score on that the account has set: the first proposes, another confirms by sending the same verdict. The documents that ask for screening follow at once.',
  params: ofHit,
  body: DecisionBody,
  response: { 200: HitRecord },
} as const

const bulkSchema = {
  operationId: 'decideScreeningHits',
  tags,
  summary: 'The same decision for several hits, all or none',
  description: 'If one of the hits cannot be decided, none is.',
  body: BulkDecisionBody,
  response: { 200: Type.Object({ decided: Type.Integer() }) },
} as const

const runsSchema = {
  operationId: 'listScreeningRuns',
  tags,
  summary: 'Every screening of a third party, newest first, also when nothing was found',
  description:
    'Shows against which versions of which lists the company was screened, as a proof that it was done.',
  params: ofThirdParty,
  querystring: Type.Object(pageQuery()),
  response: { 200: PageOf(RunRecord) },
} as const

const runSchema = {
  operationId: 'screenThirdParty',
  tags,
  summary: 'Screen a third party now',
  description: 'Done by a job; what it finds appears among the hits.',
  params: ofThirdParty,
  response: { 202: Type.Object({ thirdpartyId: Type.Integer() }) },
} as const

const scoreSchema = {
  operationId: 'scoreSubjects',
  tags,
  summary: 'Compare two subjects as screening does, and say why',
  description: 'Nothing is stored: to judge the engine on data of your own before trusting it.',
  body: Type.Object({ ours: SubjectRecord, theirs: SubjectRecord }),
  response: {
    200: Type.Object({ score: Type.Number(), match: Type.Boolean(), reasons: Type.Array(MatchReason) }),
  },
} as const

/** Hits, what people decide about them, and the proof that companies were screened. */
export const screeningRoutes =
  (deps: PlainListDeps & { readonly sendTable: SendTable; readonly maxListBytes: number }): HttpRoutes =>
  async (app) => {
    await app.register(hitRoutes(deps))
    await app.register(hitExportRoutes(deps))
    await app.register(screeningStatisticsRoutes(deps))
    await app.register(changesRoutes(deps))
    await app.register(runRoutes(deps))
    await app.register(screeningSettingsRoutes(deps))
    await app.register(ownListRoutes(deps))
  }

const hitRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    app.get('/screening/hits', { config: reads, schema: listSchema }, async (request, reply) => {
      await requireHitSight(deps, request)
      const { scope, query } = request
      return answerList(deps, request, reply, {
        filters: { list: 'screening hits', ...hitFilterValues(query) },
        open: () => hitListing(scope, query),
        view: (rows) => rows,
      })
    })
    app.get('/screening/hits/:hitId', { config: reads, schema: getSchema }, async (request, reply) => {
      await requireHitSight(deps, request)
      const { scope, params } = request
      const hit = await db.read(scope, (tx) => getHit(tx, scope, params.hitId))
      reply.header('etag', etag(hit.version))
      return hit
    })
    app.post(
      '/screening/hits/:hitId/decisions',
      { config: decides, schema: decideSchema },
      async (request, reply) => {
        const { scope, params, body } = request
        return write(db, request, reply, {
          work: async (tx) => {
            const decision = { ...body, ...params, comment: body.comment ?? null }
            await decideHit(tx, scope, decision, versionCheck(request))
            return getHit(tx, scope, params.hitId)
          },
          headers: ({ version }) => ({ etag: etag(version) }),
        })
      },
    )
    app.post('/screening/decisions', { config: decides, schema: bulkSchema }, async (request, reply) => {
      const { hitIds, comment = null, ...decision } = request.body
      return write(db, request, reply, {
        work: async (tx) => {
          // In the order of their ids: two at once never wait for each other.
          for (const hitId of hitIds.toSorted((a, b) => a - b)) {
            await decideHit(tx, request.scope, { ...decision, hitId, comment })
          }
          return { decided: hitIds.length }
        },
      })
    })
  }

const runRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties/:thirdpartyId/screening/runs',
      { config: reads, schema: runsSchema },
      async (request, reply) => {
        await requireHitSight(deps, request)
        const { scope, params } = request
        return answerList(deps, request, reply, {
          filters: { list: 'screening runs', thirdpartyId: params.thirdpartyId },
          open: async (tx) => {
            await requireThirdParty(tx, scope, params.thirdpartyId)
            return runListing(scope, params.thirdpartyId)
          },
          view: (rows) => rows,
        })
      },
    )
    app.post(
      '/thirdparties/:thirdpartyId/screening/runs',
      { config: { right: 'manage' }, schema: runSchema },
      async (request, reply) => {
        const {
          scope,
          params: { thirdpartyId },
        } = request
        const { accountId } = scope
        return write(deps.db, request, reply, {
          status: 202,
          work: async (tx) => {
            await requireThirdParty(tx, scope, thirdpartyId)
            const jobKey = `screening.run:${accountId}:${thirdpartyId}`
            const run = { accountId, thirdpartyIds: [thirdpartyId], trigger: 'REQUESTED' as const }
            await enqueue(tx, 'screening.run', run, { jobKey })
            return { thirdpartyId }
          },
        })
      },
    )
    app.post('/screening/score', { config: reads, schema: scoreSchema }, async ({ body }) => {
      const { score, match, reasons } = scoreSubjects(body.ours, body.theirs)
      return { score, match, reasons: [...reasons] }
    })
  }
