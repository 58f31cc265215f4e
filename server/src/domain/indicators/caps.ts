import type { Day } from '../../platform/kernel/index.ts'
import {
  findingFactors,
  overdueFactor,
  type hitFactor,
  type Advice,
  type Part,
  type ThirdPartyFacts,
} from './facts.ts'
import type { IndicatorModel } from './model.schema.ts'

/** The most a value can be, and what holds it there. */
export interface Cap {
  readonly most: number
  readonly factor:
    | 'LEGAL_STATUS'
    | typeof hitFactor
    | typeof overdueFactor
    | (typeof findingFactors)[keyof typeof findingFactors]
  readonly source: string
  readonly since: Day | null
  readonly findingId?: number
}

/** By the gravest open finding of the theme; of several, one that every reader may know of, then the oldest. */
function findingCap(
  { theme, findingCaps }: IndicatorModel,
  { findings }: Pick<ThirdPartyFacts, 'findings'>,
): Cap | null {
  if (!findingCaps) return null
  const [worst] = findings
    .filter((finding) => finding.theme === theme)
    .toSorted(
      (a, b) =>
        findingCaps[a.severity] - findingCaps[b.severity] ||
        Number(a.ofHit) - Number(b.ofHit) ||
        a.findingId - b.findingId,
    )
  if (!worst) return null
  const { severity, ofHit, since, findingId } = worst
  const factor = ofHit ? findingFactors.ofHit : findingFactors.plain
  return { most: findingCaps[severity], factor, source: severity, since, findingId }
}

/** By the overdue dossier of the theme whose policy allows least; of several, the one that is late longest. */
function overdueCap({ theme }: IndicatorModel, { overdue }: Pick<ThirdPartyFacts, 'overdue'>): Cap | null {
  const [worst] = overdue
    .filter(({ themes }) => theme !== null && themes.includes(theme))
    .toSorted((a, b) => a.most - b.most || a.since.localeCompare(b.since) || a.dossierId - b.dossierId)
  if (!worst) return null
  return { most: worst.most, factor: overdueFactor, source: worst.type, since: worst.since }
}

/** What holds any indicator of a third party down; a finding before a dossier that allows as much. */
export function themeCaps(
  model: IndicatorModel,
  facts: Pick<ThirdPartyFacts, 'findings' | 'overdue'>,
): Cap[] {
  const caps = [findingCap(model, facts), overdueCap(model, facts)].filter((cap) => cap !== null)
  return caps.toSorted((a, b) => a.most - b.most)
}

export function capPart({ most, factor, source, since, findingId }: Cap): Part {
  const part = { factor, weight: 0, value: most, source, asOf: since, documentId: null, stale: false }
  return findingId === undefined ? part : { ...part, findingId }
}

export function capAdvice({ most: cap, factor, source }: Cap): Advice {
  if (factor === 'LEGAL_STATUS') return cap === 0 ? { kind: 'STRUCK_OFF' } : { kind: 'CAPPED', cap }
  if (factor === overdueFactor) return { kind: 'OVERDUE', cap }
  if (factor === findingFactors.plain) return { kind: 'FINDING_OPEN', cap }
  if (factor === findingFactors.ofHit) return { kind: 'SCREENING_FINDING_OPEN', cap }
  return { kind: source === 'TRUE_MATCH' ? 'TRUE_MATCH' : 'HIT_OPEN', cap }
}
