import { capAdvice, capPart, themeCaps } from './caps.ts'
import { earliest, latest } from './days.ts'
import type { Advice, Computed, IndicatorState, Part, ThirdPartyFacts } from './facts.ts'
import { evaluate, type Evaluated } from './factors.ts'
import type { FactorModel, FactorsModel } from './model.schema.ts'
import { ratingOf, roundDown, type Bands } from './rating.ts'

type Facts = ThirdPartyFacts & { readonly outdatedDays: number }
type Weighed = Evaluated & { readonly model: FactorModel }

/**
 * The weighted mean of the factors that are known; the weights of the others are shared among them. At most what
 * findings and late dossiers allow.
 */
export function computeWeightedFactors(model: FactorsModel, facts: Facts, bands: Bands): Computed {
  const computeWeights = (factors: readonly FactorModel[]) =>
    factors.map((factor): Weighed => ({ ...evaluate(factor, facts), model: factor }))
  const own = computeWeights(model.factors)
  const estimate = isKnown(own) ? [] : computeWeights(model.fallback?.factors ?? [])
  const isEstimate = estimate.some(({ telling }) => telling)
  const used = isEstimate ? estimate : own
  const mean = meanOf(used)
  const reached = mean === null ? null : roundDown(mean)
  const caps = themeCaps(model, facts)
  const cap = caps[0] ?? null
  const value = reached === null || cap === null ? reached : Math.min(reached, cap.most)
  const usedFactors = [...own, ...estimate]
  const shown = isEstimate ? usedFactors : own
  const isHeld = reached !== null && cap !== null && reached >= cap.most
  return {
    code: model.code,
    value,
    rating: ratingOf(bands, value),
    state: indicatorState(used, isEstimate),
    model: model.model,
    asOf: latest([...knownFactors(used).map(({ asOf }) => asOf), isHeld ? cap.since : null]),
    compliant: null,
    pending: null,
    breakdown: [...shown.map(partOf), ...caps.map(capPart)],
    advice: isHeld ? capAdvice(cap) : adviceOn(shown, used),
    dueOn: earliest(usedFactors.map(({ dueOn }) => dueOn)),
  }
}

function knownFactors(factors: readonly Weighed[]): (Weighed & { readonly value: number })[] {
  return factors.flatMap((factor) => (factor.value === null ? [] : [{ ...factor, value: factor.value }]))
}

function isKnown(factors: readonly Weighed[]): boolean {
  return factors.some(({ value }) => value !== null)
}

function meanOf(factors: readonly Weighed[]): number | null {
  const { earned, weights } = sums(factors)
  return weights === 0 ? null : earned / weights
}

function sums(factors: readonly Weighed[]): { earned: number; weights: number } {
  let earned = 0
  let weights = 0
  for (const { value, model } of knownFactors(factors)) {
    earned += model.weight * value
    weights += model.weight
  }
  return { earned, weights }
}

function indicatorState(used: readonly Weighed[], isEstimate: boolean): IndicatorState {
  if (!isKnown(used)) return 'UNKNOWN'
  if (used.some(({ value, stale }) => value !== null && stale)) return 'STALE'
  return isEstimate || used.some(({ value }) => value === null) ? 'PARTIAL' : 'KNOWN'
}

function partOf({ model, value, source, asOf, documentId, stale }: Weighed): Part {
  const rounded = value === null ? null : Math.round(value * 100) / 100
  return { factor: model.factor, weight: model.weight, value: rounded, source, asOf, documentId, stale }
}

/** The factor that would raise the value most if it were perfect; the heaviest one when nothing is known. */
function adviceOn(usedFactors: readonly Weighed[], used: readonly Weighed[]): Advice | null {
  const { earned, weights } = sums(used)
  const gainOf = ({ model, value }: Weighed) => {
    if (weights === 0) return model.weight
    if (value !== null) return (model.weight * (100 - value)) / weights
    return (earned + model.weight * 100) / (weights + model.weight) - earned / weights
  }
  const [best] = usedFactors
    .map((factor) => ({ factor, gain: gainOf(factor) }))
    .toSorted((a, b) => b.gain - a.gain)
  return best && best.gain > 0 ? { kind: 'FACTOR', factor: best.factor.model.factor } : null
}
