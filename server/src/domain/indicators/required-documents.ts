import { addDays } from '../../platform/kernel/index.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { earliest, latest } from './days.ts'
import type { Advice, Computed, DocumentFacts, Part, ThirdPartyFacts } from './facts.ts'
import type { RequiredDocumentsModel } from './model.schema.ts'
import { ratingOf, roundDown, type Bands } from './rating.ts'

type Facts = Pick<ThirdPartyFacts, 'status' | 'statusSince' | 'today' | 'documents'>

const namedInAdvice = 3

/** The weighted share of what is required that is there, at most what the standing of the company allows. */
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
  const cap = model.caps[facts.status] ?? null
  const value = capScore(reached, cap)
  const missing = units.filter((unit) => !isGood(unit)).toSorted((a, b) => weightOf(b) - weightOf(a))
  return {
    code: model.code,
    value,
    rating: ratingOf(bands, value),
    state: value === null ? 'UNKNOWN' : 'KNOWN',
    model: model.model,
    asOf: latest([...units.map(({ since }) => since), cap === null ? null : facts.statusSince]),
    compliant: model.counts === 'VALID' ? isCompliant({ reached, cap }, units, facts.today) : null,
    pending: share(units.filter(({ status }) => status === 'ONGOING')),
    breakdown: [
      ...units.map((unit) => partOf(unit, weightOf(unit), isGood(unit))),
      ...(cap === null ? [] : [capPart(cap, facts)]),
    ],
    advice: adviceOn({ reached, cap }, missing),
    dueOn: model.counts === 'VALID' ? nextEnd(units, facts.today) : null,
  }
}

const counted = { VALID: ['VALID'], PRESENT: ['VALID', 'ONGOING', 'BELOW_EXPECTATION'] }

interface Reached {
  readonly reached: number | null
  readonly cap: number | null
}

// Zero is the end of the company, whatever was asked of it.
function capScore(reached: number | null, cap: number | null): number | null {
  if (cap === 0) return 0
  return reached === null || cap === null ? reached : Math.min(reached, cap)
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

function capPart(cap: number, { status, statusSince }: Facts): Part {
  const common = { documentId: null, stale: false }
  return { factor: 'LEGAL_STATUS', weight: 0, value: cap, source: status, asOf: statusSince, ...common }
}

function adviceOn({ reached, cap }: Reached, missing: readonly DocumentFacts[]): Advice | null {
  if (cap === 0) return { kind: 'STRUCK_OFF' }
  if (reached === null) return { kind: 'NOTHING_ASKED' }
  if (cap !== null && reached >= cap) return { kind: 'CAPPED', cap }
  // What is being checked already needs nobody to act.
  const open = missing.filter(({ status }) => status !== 'ONGOING')
  const codes = [...new Set((open.length > 0 ? open : missing).map(({ code }) => code))]
  return codes.length === 0 ? null : { kind: 'DOCUMENTS', codes: codes.slice(0, namedInAdvice) }
}
