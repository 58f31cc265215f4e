import { formatDateTime, themeCodes, type Language, type Theme } from '../../platform/kernel/index.ts'
import { loadShippedCatalogue } from '../evaluation/index.ts'
import { scoreCode } from './compute-indicators.ts'
import { findingFactors, hitFactor, overdueFactor, type Advice, type Computed } from './facts.ts'
import type { IndicatorRecord } from './indicator.schema.ts'
import type { StoredIndicator } from './indicators.queries.ts'
import type { IndicatorModels } from './model.schema.ts'
import { allFactors } from './shipped-models.ts'

type Text = Readonly<Record<Language, string>>

/** What codes are called. */
export interface Words {
  readonly models: IndicatorModels
  readonly documents: ReadonlyMap<string, Text>
  readonly language: Language
  /** Whether the reader may know of hits; others read that a value is limited, never why. */
  readonly seesHits: boolean
}

/** An indicator that was never stored has no past. */
export type DisplayedIndicator = Computed & Partial<Pick<StoredIndicator, 'previousValue' | 'since'>>

/** Codes of documents that the records will name. */
export function collectDocumentCodes(indicators: readonly DisplayedIndicator[]): string[] {
  return indicators.flatMap(({ breakdown, advice }) => [
    ...breakdown.map(({ factor }) => factor),
    ...(advice?.kind === 'DOCUMENTS' ? advice.codes : []),
  ])
}

export function indicatorView(indicators: DisplayedIndicator, words: Words): IndicatorRecord {
  const {
    code,
    value,
    rating,
    state,
    asOf,
    previousValue = null,
    since,
    compliant,
    pending,
    model,
  } = indicators
  const { label, theme } = indicatorTitle(code, words)
  return {
    code,
    label,
    theme,
    value,
    rating,
    state,
    asOf,
    lastChangeDate: since ? formatDateTime(since) : null,
    previousValue,
    compliant,
    pending,
    model,
    breakdown: indicators.breakdown
      .filter(({ factor }) => words.seesHits || !factorsOfHits.includes(factor))
      .map((part) => ({ ...part, label: factorLabel(code, part.factor, words) })),
    advice: indicators.advice && adviceText(code, indicators.advice, words),
  }
}

const factorsOfHits: readonly string[] = [hitFactor, findingFactors.ofHit]

export function indicatorTitle(
  code: string,
  { models, language }: Pick<Words, 'models' | 'language'>,
): { label: string; theme: Theme | null } {
  const model = [...models.thirdParty, ...models.dossier].find((one) => one.code === code)
  if (model) return { label: model.label[language], theme: model.theme }
  const theme = themeCodes.find((one) => scoreCode(one) === code) ?? null
  const named = theme === null ? code : themeLabel(theme, language)
  return { label: `${models.dossierScore.label[language]}${language === 'fr' ? ' : ' : ': '}${named}`, theme }
}

export function themeLabel(theme: Theme, language: Language): string {
  return loadShippedCatalogue().themes.find(({ code }) => code === theme)?.label[language] ?? theme
}

function factorLabel(indicator: string, factor: string, { models, documents, language }: Words): string {
  if (factor === hitFactor) return models.hits.label[language]
  if (Object.values<string>(findingFactors).includes(factor)) return models.findings.label[language]
  if (factor === overdueFactor) return models.overdue.label[language]
  const document = documents.get(factor)
  const factors = allFactors(models).filter((one) => one.factor.factor === factor)
  const known = factors.find((one) => one.indicator === indicator) ?? (document ? undefined : factors[0])
  return (known?.factor.label ?? document)?.[language] ?? factor
}

function adviceText(
  indicator: string,
  advice: Advice,
  { models, documents, language, seesHits }: Words,
): string | null {
  if (advice.kind === 'FACTOR') {
    const found = allFactors(models).find(
      (one) => one.indicator === indicator && one.factor.factor === advice.factor,
    )
    return found?.factor.advice[language] ?? null
  }
  if (advice.kind === 'HIT_OPEN' || advice.kind === 'TRUE_MATCH') {
    const said = models.hits[seesHits ? advice.kind : 'LIMITED'][language]
    return said.replace('{cap}', String(advice.cap))
  }
  if (advice.kind === 'FINDING_OPEN' || advice.kind === 'SCREENING_FINDING_OPEN') {
    const isTold = seesHits || advice.kind === 'FINDING_OPEN'
    const said = (isTold ? models.findings.FINDING_OPEN : models.hits.LIMITED)[language]
    return said.replace('{cap}', String(advice.cap))
  }
  if (advice.kind === 'OVERDUE') return models.overdue.OVERDUE[language].replace('{cap}', String(advice.cap))
  const text = models.advice[advice.kind][language]
  if (advice.kind === 'CAPPED') return text.replace('{cap}', String(advice.cap))
  if (advice.kind !== 'DOCUMENTS') return text
  const names = advice.codes.map((code) => documents.get(code)?.[language] ?? code)
  return text.replace('{names}', () => names.join(', '))
}
