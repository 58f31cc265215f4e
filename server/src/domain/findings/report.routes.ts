import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { pathId, type HttpRoutes } from '../../platform/http/index.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import { findingSight } from './finding-rights.ts'
import { AccountFindingReport, FindingReport, reportCompanies, reportFindings } from './report.queries.ts'

const tags = ['Findings']
const reads = { right: 'read' } as const

const schemas = {
  ofAccount: {
    operationId: 'reportFindings',
    tags,
    summary: 'How many findings are open and were closed, theme by theme, over all third parties',
    description: 'For a report over the whole portfolio. Companies with most open findings come with it.',
    response: { 200: AccountFindingReport },
  },
  ofThirdParty: {
    operationId: 'reportThirdPartyFindings',
    tags,
    summary: 'How many findings of a third party are open and were closed, theme by theme',
    description: 'The same figures as the report of the account, for one company.',
    params: Type.Object({ thirdpartyId: pathId }),
    response: { 200: FindingReport },
  },
} as const

/** Findings in numbers. */
export const findingReportRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/findings/report', { config: reads, schema: schemas.ofAccount }, async (request) => {
      const { scope } = request
      const query = { ...(await findingSight(db, request)), thirdpartyId: null }
      return db.snapshot(scope, async (tx) => ({
        ...(await reportFindings(tx, scope, query)),
        ...(await reportCompanies(tx, scope, query)),
      }))
    })
    app.get(
      '/thirdparties/:thirdpartyId/findings/report',
      { config: reads, schema: schemas.ofThirdParty },
      async (request) => {
        const { scope } = request
        const { thirdpartyId } = request.params
        const query = { ...(await findingSight(db, request)), thirdpartyId }
        return db.read(scope, async (tx) => {
          await requireThirdParty(tx, scope, thirdpartyId)
          return reportFindings(tx, scope, query)
        })
      },
    )
  }
