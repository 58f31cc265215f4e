import { addDays, addMonths, type Day } from '../../platform/kernel/index.ts'
import { earliest, latest } from './days.ts'
import { isLater, type AnswerFacts, type DocumentFacts, type ThirdPartyFacts } from './facts.ts'
import type { FactorModel } from './model.schema.ts'

/** What a factor amounts to for a third party; a null value is not known. */
export interface Evaluated {
  readonly value: number | null
  readonly source: string | null
  readonly asOf: Day | null
  readonly documentId: number | null
  readonly stale: boolean
  /** Enough by itself to say something; an estimate needs one that is. */
  readonly telling: boolean
  readonly dueOn: Day | null
}

type Of<K extends FactorModel['kind']> = Extract<FactorModel, { kind: K }>
type Facts = ThirdPartyFacts & { readonly outdatedDays: number }

const unknown: Evaluated = {
  value: null,
  source: null,
  asOf: null,
  documentId: null,
  stale: false,
  telling: false,
  dueOn: null,
}

export function evaluate(factor: FactorModel, facts: Facts): Evaluated {
  switch (factor.kind) {
    case 'QUESTIONNAIRE':
      return questionnaire(factor, facts)
    case 'CERTIFICATES':
      return certificates(factor, facts)
    case 'PROVIDERS':
      return providers(factor, facts)
    case 'DOCUMENT_AGE':
      return documentAge(factor, facts)
    case 'LEGAL_STATUS':
      return legalStatus(factor, facts)
    case 'COMPANY_AGE':
      return companyAge(factor, facts)
  }
}

interface Answered extends DocumentFacts {
  readonly answer: AnswerFacts
}

/** Of each code the newest answer that was ever accepted, unless it was forged. */
function newestAnswers(facts: Facts, isWanted: (document: DocumentFacts) => boolean): Answered[] {
  const newest = new Map<string, Answered>()
  for (const document of facts.documents) {
    const { code, answer, reason } = document
    if (answer === null || reason === 'FRAUD' || !isWanted(document)) continue
    const known = newest.get(code)
    if (!known || isLater(answer, known.answer)) newest.set(code, { ...document, answer })
  }
  return [...newest.values()]
}

/** When it ends, or how long it has been over; the day on which that makes a difference. */
function validityOf({ answer }: Answered, { today, outdatedDays }: Facts) {
  const { isAccepted, expirationDate: end } = answer
  if (end === null) return { isInForce: isAccepted, isUsable: isAccepted, turnsOn: null }
  if (isAccepted && end >= today) return { isInForce: true, isUsable: true, turnsOn: addDays(end, 1) }
  const outdatedOn = addDays(end, outdatedDays + 1)
  const isUsable = today < outdatedOn
  return { isInForce: false, isUsable, turnsOn: isUsable ? outdatedOn : null }
}

const answerDay = ({ answer, since }: Answered) => answer.effectiveDate ?? since

/** The mean of the scored answers in force; failing those, of the ones that are over. */
function questionnaire({ theme }: Of<'QUESTIONNAIRE'>, facts: Facts): Evaluated {
  const scored = newestAnswers(facts, ({ theme: own, answer }) => own === theme && answer?.score !== null)
    .map((document) => ({ document, ...validityOf(document, facts) }))
    .filter(({ isUsable }) => isUsable)
  const inForce = scored.filter(({ isInForce }) => isInForce)
  const used = inForce.length > 0 ? inForce : scored
  if (used.length === 0) return unknown
  const scores = used.map(({ document }) => document.answer.score ?? 0)
  return {
    value: mean(scores),
    source: used.map(({ document }) => document.code).join(', '),
    asOf: latest(used.map(({ document }) => answerDay(document))),
    documentId: used.length === 1 ? (used[0]?.document.documentId ?? null) : null,
    stale: inForce.length === 0,
    telling: true,
    dueOn: earliest(scored.map(({ turnsOn }) => turnsOn)),
  }
}

const over = ['EXPIRED', 'GRACE_OVER', 'REJECTED', 'REJECTED_INSIDE', 'FRAUD']

/** The best one in force counts. One that was refused or has ended counts nothing; silence is not known. */
function certificates({ documents }: Of<'CERTIFICATES'>, facts: Facts): Evaluated {
  const required = facts.documents.flatMap((document) => {
    const worth = documents[document.code]
    if (worth === undefined) return []
    if (document.status === 'VALID') return [{ document, value: worth }]
    return over.includes(document.reason) ? [{ document, value: 0 }] : []
  })
  const [best] = required.toSorted((a, b) => b.value - a.value)
  if (!best) return unknown
  const { document, value } = best
  const end = value > 0 ? document.expirationDate : null
  return {
    value,
    source: document.code,
    asOf: document.answer?.effectiveDate ?? document.since,
    documentId: document.documentId,
    stale: false,
    telling: true,
    dueOn: end === null ? null : addDays(end, 1),
  }
}

/** The mean of what the providers say now; failing that, of what they said last. */
function providers({ providers: names }: Of<'PROVIDERS'>, { external, today }: Facts): Evaluated {
  const externalValues = external.flatMap((one) =>
    names.includes(one.provider) && one.value !== null ? [{ ...one, value: one.value }] : [],
  )
  const fresh = externalValues.filter(({ isStale }) => !isStale)
  const used = fresh.length > 0 ? fresh : externalValues
  if (used.length === 0) return unknown
  return {
    value: mean(used.map(({ value }) => value)),
    source: used.map(({ provider }) => provider).join(', '),
    asOf: latest(used.map(({ asOf }) => asOf)),
    documentId: null,
    stale: fresh.length === 0,
    telling: true,
    dueOn: earliest(fresh.map(({ staleOn }) => (staleOn !== null && staleOn > today ? staleOn : null))),
  }
}

function documentAge({ documents, months, beyond }: Of<'DOCUMENT_AGE'>, facts: Facts): Evaluated {
  const dated = newestAnswers(facts, ({ code }) => documents.includes(code))
  const [document] = dated.toSorted((a, b) => (answerDay(a) < answerDay(b) ? 1 : -1))
  if (!document) return unknown
  const { isInForce, isUsable, turnsOn } = validityOf(document, facts)
  if (!isUsable) return unknown
  const from = answerDay(document)
  const step = stepOf({ steps: months, beyond, endOf: (below) => addMonths(from, below) }, facts.today)
  return {
    value: step.value,
    source: document.code,
    asOf: from,
    documentId: document.documentId,
    stale: !isInForce,
    telling: true,
    dueOn: earliest([step.until, turnsOn]),
  }
}

function legalStatus({ values }: Of<'LEGAL_STATUS'>, facts: Facts): Evaluated {
  const { status, statusDetail, statusSince, isIdentified } = facts
  if (status === 'ACTIVE' && !isIdentified) return unknown
  const detail =
    status === 'IN_COLLECTIVE_PROCEDURE' && statusDetail !== null ? values[statusDetail] : undefined
  const value = detail ?? values[status]
  if (value === undefined) return unknown
  // That nothing is announced says little of a company's finances.
  return { ...unknown, value, source: status, asOf: statusSince, telling: status !== 'ACTIVE' }
}

function companyAge({ years, beyond }: Of<'COMPANY_AGE'>, { creationDate, today }: Facts): Evaluated {
  if (creationDate === null || creationDate > today) return unknown
  const ageLimit = (below: number) => addMonths(creationDate, 12 * below)
  const { value, until } = stepOf({ steps: years, beyond, endOf: ageLimit }, today)
  return { ...unknown, value, source: 'REGISTER', asOf: creationDate, dueOn: until }
}

interface Staircase {
  readonly steps: readonly { readonly below: number; readonly value: number }[]
  readonly beyond: number
  readonly endOf: (below: number) => Day
}

function stepOf({ steps, beyond, endOf }: Staircase, today: Day): { value: number; until: Day | null } {
  const step = steps.find(({ below }) => today < endOf(below))
  return step ? { value: step.value, until: endOf(step.below) } : { value: beyond, until: null }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
