import { themeCodes, type Theme } from '../../platform/kernel/index.ts'
import { evaluate } from './factors.ts'
import type { Computed, ThirdPartyFacts } from './facts.ts'
import type { IndicatorModels } from './model.schema.ts'
import { ratingOf, roundDown } from './rating.ts'
import { computeRequiredDocuments } from './required-documents.ts'
import { computeWeightedFactors } from './weighted-factors.ts'

/** The indicators of a third party, in the order of the models. */
export function thirdPartyIndicators(models: IndicatorModels, facts: ThirdPartyFacts): Computed[] {
  const { bands, outdatedDays } = models
  return models.thirdParty.map((model) =>
    model.kind === 'REQUIRED_DOCUMENTS'
      ? computeRequiredDocuments(model, facts, bands)
      : computeWeightedFactors(model, { ...facts, outdatedDays }, bands),
  )
}

/** Those of one of its open dossiers: how complete and compliant it is, and how its questionnaires score. */
export function dossierIndicators(
  models: IndicatorModels,
  facts: ThirdPartyFacts,
  dossierId: number,
): Computed[] {
  const own = { ...facts, documents: facts.documents.filter((one) => one.dossierId === dossierId) }
  return [
    ...models.dossier.map((model) => computeRequiredDocuments(model, own, models.bands)),
    ...themeCodes.flatMap((theme) => themeScore(models, own, theme)),
  ]
}

export const scoreCode = (theme: Theme) => `SCORE_${theme}`

function themeScore(models: IndicatorModels, facts: ThirdPartyFacts, theme: Theme): Computed[] {
  const { bands, outdatedDays, dossierScore } = models
  const none = { fr: '-', en: '-' }
  const factor = { kind: 'QUESTIONNAIRE', factor: 'QUESTIONNAIRE', weight: 100, theme } as const
  const found = evaluate({ ...factor, label: none, advice: none }, { ...facts, outdatedDays })
  if (found.value === null) return []
  const { asOf, source, documentId, stale, dueOn } = found
  const value = roundDown(found.value)
  return [
    {
      code: scoreCode(theme),
      value,
      rating: ratingOf(bands, value),
      state: stale ? 'STALE' : 'KNOWN',
      model: dossierScore.model,
      asOf,
      compliant: null,
      pending: null,
      breakdown: [
        { factor: 'QUESTIONNAIRE', weight: 100, value: found.value, source, asOf, documentId, stale },
      ],
      advice: null,
      dueOn,
    },
  ]
}
