import { addDays } from '../../platform/kernel/index.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { capAdvice, capPart, themeCaps, type Cap } from './caps.ts'
import { earliest, latest } from './days.ts'
import {
  hitFactor,
  type Advice,
  type Computed,
  type DocumentFacts,
  type Part,
  type ThirdPartyFacts,
} from './facts.ts'
import type { RequiredDocumentsModel } from './model.schema.ts'
import { ratingOf, roundDown, type Bands } from './rating.ts'

type Facts = Pick<
  ThirdPartyFacts,
  'status' | 'statusSince' | 'today' | 'documents' | 'hits' | 'findings' | 'overdue'
>

const namedInAdvice = 3

/** The weighted share of what is required that is there, at most what the company's status, hits, findings and late dossiers allow. */
export function computeRequiredDocuments(
  model: RequiredDocumentsModel,
  facts: Facts,
  bands: Bands,
): Computed {
  const units = groupAlternatives(facts.documents)
  const weightOf = ({ code }: DocumentFacts) => model.documentWeights[code] ?? 1
  const sum = (chosen: readonly DocumentFacts[]) => chosen.reduce((total, one) => total + weightOf(one), 0)
  const total = sum(units)
  const share = (chosen: readonly DocumentFacts[]) =>
    total === 0 ? null : roundDown((100 * sum(chosen)) / total)
  const isGood = (unit: DocumentFacts) => counted[model.counts].includes(unit.status)
  const reached = share(units.filter(isGood))
  const caps = capsOn(model, facts)
  const cap = caps[0] ?? null
  const value = capScore(reached, cap)
  const missing = units.filter((unit) => !isGood(unit)).toSorted((a, b) => weightOf(b) - weightOf(a))
  return {
    code: model.code,
    value,
    rating: ratingOf(bands, value),
    state: value === null ? 'UNKNOWN' : 'KNOWN',
    model: model.model,
    asOf: latest([...units.map(({ since }) => since), ...caps.map(({ since }) => since)]),
    compliant: model.counts === 'VALID' ? isCompliant({ reached, cap }, units, facts.today) : null,
    pending: share(units.filter(({ status }) => status === 'ONGOING')),
    breakdown: [...units.map((unit) => partOf(unit, weightOf(unit), isGood(unit))), ...caps.map(capPart)],
    advice: adviceOn({ reached, cap }, missing),
    dueOn: model.counts === 'VALID' ? nextEnd(units, facts.today) : null,
  }
}

const counted = { VALID: ['VALID'], PRESENT: ['VALID', 'ONGOING', 'BELOW_EXPECTATION'] }

/** The lowest first; the legal status before hits that allow as much, and both before findings and late dossiers. */
function capsOn(model: RequiredDocumentsModel, facts: Facts): Cap[] {
  const { caps, hitCaps } = model
  const { status, statusSince, hits } = facts
  const ofStatus = caps[status]
  const ofHits = hits.flatMap(({ hitClass, standing, since }): Cap[] => {
    const most = hitCaps?.[hitClass]?.[standing]
    return most === undefined ? [] : [{ most, factor: hitFactor, source: standing, since }]
  })
  const [worst] = ofHits.toSorted((a, b) => a.most - b.most)
  const all: Cap[] = [
    ...(ofStatus === undefined
      ? []
      : [{ most: ofStatus, factor: 'LEGAL_STATUS' as const, source: status, since: statusSince }]),
    ...(worst ? [worst] : []),
    ...themeCaps(model, facts),
  ]
  return all.toSorted((a, b) => a.most - b.most)
}

interface Reached {
  readonly reached: number | null
  readonly cap: Cap | null
}

// Zero is the end of the matter, whatever was asked of the company.
function capScore(reached: number | null, cap: Cap | null): number | null {
  if (cap?.most === 0) return 0
  return reached === null || cap === null ? reached : Math.min(reached, cap.most)
}

function isCompliant({ reached, cap }: Reached, units: readonly DocumentFacts[], today: string) {
  if (reached === null) return null
  return reached === 100 && cap === null && units.every(({ expirationDate }) => expirationDate !== today)
}

function nextEnd(units: readonly DocumentFacts[], today: string): string | null {
  return earliest(
    units.map(({ status, expirationDate: end }) => {
      if (status !== 'VALID' || end === null) return null
      return end > today ? end : addDays(end, 1)
    }),
  )
}

function partOf(unit: DocumentFacts, weight: number, isGood: boolean): Part {
  const { code: factor, documentId, since: asOf } = unit
  return { factor, weight, value: isGood ? 100 : 0, source: unit.status, asOf, documentId, stale: false }
}

function adviceOn({ reached, cap }: Reached, missing: readonly DocumentFacts[]): Advice | null {
  if (cap?.most === 0) return capAdvice(cap)
  if (reached === null) return { kind: 'NOTHING_ASKED' }
  if (cap !== null && reached >= cap.most) return capAdvice(cap)
  // What is being checked already needs nobody to act.
  const open = missing.filter(({ status }) => status !== 'ONGOING')
  const codes = [...new Set((open.length > 0 ? open : missing).map(({ code }) => code))]
  return codes.length === 0 ? null : { kind: 'DOCUMENTS', codes: codes.slice(0, namedInAdvice) }
}
