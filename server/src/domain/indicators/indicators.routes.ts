import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { asOfQuery, pathId, type HttpRoutes } from '../../platform/http/index.ts'
import { maySeeHits } from '../screening/index.ts'
import { IndicatorHistory, IndicatorRecord, ThemeCoverage } from './indicator.schema.ts'
import {
  loadThirdPartyFacts,
  readDossierIndicators,
  readHistory,
  readThirdPartyIndicators,
} from './read-indicators.ts'
import { themeCoverage } from './theme-coverage.ts'

const tags = ['Indicators']
const thirdpartyId = pathId
const longestHistory = 500
const codes = ['LEGAL_COMPLIANCE', 'FINANCIAL_RISK', 'CYBERSECURITY', 'ENVIRONMENTAL_IMPACT'] as const

const ofThirdPartyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listIndicators',
    tags,
    summary: 'Indicators of a third party with what they follow from, today or at a past moment',
    description: 'Each indicator shows its value, its rating and the parts it was calculated from.',
    params: Type.Object({ thirdpartyId }),
    querystring: Type.Object(asOfQuery),
    response: { 200: Type.Object({ content: Type.Array(IndicatorRecord) }) },
  },
} as const

const historyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getIndicatorHistory',
    tags,
    summary: 'What an indicator of a third party was over time, the newest 500 values',
    description: 'Each value holds from `since` to `until`. Use it to draw a curve.',
    params: Type.Object({ thirdpartyId, code: Type.Enum([...codes]) }),
    response: { 200: IndicatorHistory },
  },
} as const

const ofDossierRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDossierIndicators',
    tags,
    summary: 'Indicators of a dossier with what they follow from, today or at a past moment',
    description: 'Each indicator shows its value, its rating and the parts it was calculated from.',
    params: Type.Object({ dossierId: pathId }),
    querystring: Type.Object(asOfQuery),
    response: { 200: Type.Object({ content: Type.Array(IndicatorRecord) }) },
  },
} as const

const themesRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listThemeCoverage',
    tags,
    summary: 'How much of what is required of a third party is there, theme by theme',
    description: 'Counts what is valid, pending, missing and expired, and says which expires next.',
    params: Type.Object({ thirdpartyId }),
    response: { 200: Type.Object({ content: Type.Array(ThemeCoverage) }) },
  },
} as const

export const indicatorsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/:thirdpartyId/indicators', ofThirdPartyRoute, async (request) => {
      const { scope, params, query, language } = request
      const seesHits = await maySeeHits(db, request)
      const requested = { ...params, asOf: query.asOf, language, seesHits }
      return { content: await db.snapshot(scope, (tx) => readThirdPartyIndicators(tx, scope, requested)) }
    })
    app.get('/thirdparties/:thirdpartyId/indicators/:code/history', historyRoute, (request) => {
      const { scope, params, language } = request
      const requested = { ...params, limit: longestHistory, language }
      return db.snapshot(scope, (tx) => readHistory(tx, scope, requested))
    })
    app.get('/dossiers/:dossierId/indicators', ofDossierRoute, async (request) => {
      const { scope, params, query, language } = request
      const seesHits = await maySeeHits(db, request)
      const requested = { ...params, asOf: query.asOf, language, seesHits }
      return { content: await db.snapshot(scope, (tx) => readDossierIndicators(tx, scope, requested)) }
    })
    app.get('/thirdparties/:thirdpartyId/themes', themesRoute, async (request) => {
      const { scope, params, language } = request
      const { documents } = await db.snapshot(scope, (tx) =>
        loadThirdPartyFacts(tx, scope, params.thirdpartyId),
      )
      return { content: themeCoverage(documents, language) }
    })
  }
