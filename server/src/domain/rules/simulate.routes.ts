import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { checkTerms } from './rule-checks.ts'
import { anyThirdParty } from './rule.ts'
import { getRule } from './rules.queries.ts'
import { SimulateBody, SimulationRecord } from './rules.schemas.ts'
import { simulateRule, type TypeTotals } from './simulate-rule.ts'

const simulateRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'simulateRule',
    tags: ['Rules'],
    summary: 'What a rule would open today; nothing is kept or sent',
    description: 'With ruleId alone the rule as it is; with a draft beside it, as it would be.',
    body: SimulateBody,
    response: { 200: SimulationRecord },
  },
} as const

export const simulateRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.post('/rules/simulate', simulateRoute, ({ scope, body }) =>
      db.snapshot(scope, async (tx) => {
        const { ruleId = null, criteria, dossierTypeCodes } = body
        const rule = ruleId === null ? null : await getRule(tx, scope, ruleId)
        const codes = dossierTypeCodes ?? rule?.dossierTypeCodes
        if (!codes) throw new AppError('DOSSIER_TYPE_MISSING')
        const terms = {
          criteria: criteria ? { ...anyThirdParty, ...criteria } : (rule?.criteria ?? anyThirdParty),
          dossierTypeCodes: codes,
          dueDays: null,
        }
        await checkTerms(tx, scope, terms)
        const { thirdParties, totals, first } = await simulateRule(tx, scope, { ...terms, ruleId })
        const sum = (field: Exclude<keyof TypeTotals, 'code'>) =>
          totals.reduce((total, one) => total + one[field], 0)
        return {
          ruleId,
          version: rule?.version ?? null,
          matchingThirdParties: thirdParties,
          toOpen: sum('toOpen'),
          alreadyOpen: sum('alreadyOpen'),
          notAgain: sum('notAgain'),
          dossierTypes: [...totals],
          thirdParties: [...first],
        }
      }),
    )
  }
