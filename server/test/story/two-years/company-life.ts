import { dayAfter, daysBetween, monthAfter, type Day } from './days.ts'
import type { Answer, GivenCompany, GivenDocument, Standing, Told } from './facts.ts'
import { standingOn } from './standing.ts'

const graceDays = 30
const renewalDays = 30
const dueDays = 28
/** After so many months a dossier of the type is followed by a new one. */
const months: Record<string, number> = { VIGILANCE: 6, SCREENING: 12, CYBERSECURITY: 12, CSR: 12 }

export interface Paper extends Omit<GivenDocument, 'documentId' | 'answer'> {
  answer: (Answer & { expired: boolean; askedAnewOn: Day | null }) | null
}

export interface Binder {
  readonly place: string
  readonly type: string
  readonly generation: number
  readonly openedOn: Day
  readonly endsOn: Day
  readonly dueOn: Day
  readonly papers: readonly Paper[]
}

/** A company as it lives on, by the rules alone. */
export interface CompanyLife {
  readonly company: GivenCompany
  readonly told: Told[]
  binders: Binder[]
  standing: Standing
  /** Of dossiers and documents, by place. */
  readonly statuses: Map<string, string>
}

export function begin(company: GivenCompany, firstDay: Day): CompanyLife {
  const binders = company.dossiers.map(({ type, endsOn, documents }): Binder => {
    const papers = documents.map(({ documentId: _id, answer, ...paper }) => ({
      ...paper,
      answer: answer && { ...answer, expired: false, askedAnewOn: null },
    }))
    const dueOn = dayAfter(firstDay, dueDays)
    return { place: `${type}#1`, type, generation: 1, openedOn: firstDay, endsOn, dueOn, papers }
  })
  const life = { company, told: [], binders, standing: company.registered, statuses: new Map() }
  for (const binder of binders) note(life, binder, firstDay)
  return life
}

/** One day: what the world says, what ends, what follows, what is asked anew, and where all that leads. */
export function live(life: CompanyLife, day: Day): void {
  hear(life, day)
  for (const binder of life.binders) {
    for (const paper of binder.papers) {
      const { answer } = paper
      if (!answer || answer.expired || answer.endsOn === null || answer.endsOn >= day) continue
      answer.expired = true
      tell(life, day, 'DOCUMENT_ANSWER_EXPIRED', placeOf(binder, paper))
    }
  }
  life.binders = life.binders.map((binder) =>
    isOver(life, binder, day) ? succeed(life, binder, day) : binder,
  )
  for (const binder of life.binders) askAnew(life, binder, day)
  for (const binder of life.binders) note(life, binder, day)
}

export function accept(
  life: CompanyLife,
  day: Day,
  where: { place: string; code: string },
  answer: Answer,
): void {
  const binder = life.binders.find(({ place }) => place === where.place)
  const paper = binder?.papers.find(({ code }) => code === where.code)
  if (!binder || !paper) throw new Error(`Nothing is asked at ${where.place}/${where.code}.`)
  paper.answer = { ...answer, expired: false, askedAnewOn: null }
  tell(life, day, 'DOCUMENT_ANSWER_ACCEPTED', placeOf(binder, paper))
  note(life, binder, day)
}

export const placeOf = (binder: Binder, { code }: Pick<Paper, 'code'>) => `${binder.place}/${code}`

function tell(life: CompanyLife, day: Day, name: string, place = ''): void {
  life.told.push({ day, name, place })
}

function hear(life: CompanyLife, day: Day): void {
  for (const { on, kind } of life.company.notices) {
    if (on !== day) continue
    const procedure = kind === 'COLLECTIVE_PROCEDURE'
    tell(
      life,
      day,
      `THIRD_PARTY_${procedure ? 'PROCEDURE_COLLECTIVE_UPDATED' : `LEGAL_ANNOUNCEMENT_${kind}`}`,
    )
  }
  const standing = standingOn(life.company, day)
  const { status, detail, since } = life.standing
  if (standing.status === status && standing.detail === detail && standing.since === since) return
  life.standing = standing
  tell(life, day, 'THIRD_PARTY_INFORMATION_UPDATED')
}

/** On its last day, unless the company is no more. */
function isOver({ standing }: CompanyLife, { endsOn }: Binder, day: Day): boolean {
  return endsOn <= day && standing.status !== 'STRUCK_OFF'
}

/** What was given for every dossier and still holds goes along. */
function succeed(life: CompanyLife, former: Binder, day: Day): Binder {
  note(life, former, day)
  const { type } = former
  const generation = former.generation + 1
  const papers = former.papers.map((paper): Paper => {
    const { answer } = paper
    const goesOn = answer && answer.everywhere && !answer.expired
    return { ...paper, answer: goesOn ? { ...answer, askedAnewOn: null } : null }
  })
  const place = `${type}#${generation}`
  const endsOn = monthAfter(day, months[type] ?? 0)
  const dueOn = dayAfter(day, dueDays)
  const binder = { place, type, generation, openedOn: day, endsOn, dueOn, papers }
  for (const paper of former.papers) tell(life, day, 'DOCUMENT_STOPPED', placeOf(former, paper))
  tell(life, day, 'DOSSIER_ARCHIVED', former.place)
  tell(life, day, 'DOSSIER_ADDED', place)
  for (const paper of papers) {
    tell(life, day, 'DOCUMENT_ADDED', placeOf(binder, paper))
    if (paper.answer) tell(life, day, 'DOCUMENT_ANSWER_ACCEPTED', placeOf(binder, paper))
  }
  return binder
}

/** A month before the end, once; not where another of the same group lasts longer. */
function askAnew(life: CompanyLife, binder: Binder, day: Day): void {
  for (const paper of binder.papers) {
    const { answer, group } = paper
    if (paper.byService || !paper.required || !answer || answer.expired || answer.askedAnewOn !== null)
      continue
    const { endsOn } = answer
    if (endsOn === null || daysBetween(day, endsOn) > renewalDays) continue
    const spared = binder.papers.some(
      (other) =>
        group !== null &&
        other !== paper &&
        other.group === group &&
        documentStatus(life, other, day) === 'VALID' &&
        (other.answer?.endsOn ?? '9') > endsOn,
    )
    if (spared) continue
    answer.askedAnewOn = day
    tell(life, day, 'RENEWAL_REQUESTED', placeOf(binder, paper))
  }
}

/** Tells what has changed since it was last noted. */
function note(life: CompanyLife, binder: Binder, day: Day): void {
  const put = (place: string, name: string, status: string) => {
    if (life.statuses.get(place) === status) return
    life.statuses.set(place, status)
    tell(life, day, `${name} ${status}`, place)
  }
  for (const paper of binder.papers) {
    put(placeOf(binder, paper), 'DOCUMENT', documentStatus(life, paper, day))
  }
  const { status, reason } = dossierVerdict(life, binder, day)
  put(binder.place, 'DOSSIER', status)
  put(whyOf(binder.place), 'REASON', reason)
}

/** Where the reason of a dossier stands in the calculation. */
export const whyOf = (place: string) => `${place} why`

export function documentStatus({ standing }: CompanyLife, paper: Paper, day: Day): string {
  if (paper.code === 'REGISTER_STATUS') return standing.status === 'ACTIVE' ? 'VALID' : 'ONGOING'
  const { answer } = paper
  if (!answer) return 'MISSING'
  if (!answer.expired || answer.endsOn === null) return 'VALID'
  return daysBetween(answer.endsOn, day) <= graceDays ? 'ACTION_REQUIRED' : 'INVALID'
}

function documentReason(life: CompanyLife, paper: Paper, day: Day): string {
  const status = documentStatus(life, paper, day)
  if (status === 'MISSING') return 'NO_ANSWER'
  return (
    { ONGOING: 'AWAITING_REVIEW', ACTION_REQUIRED: 'EXPIRED', INVALID: 'GRACE_OVER' }[status] ?? 'ACCEPTED'
  )
}

const gravestFirst = ['GRACE_OVER', 'EXPIRED', 'NO_ANSWER', 'AWAITING_REVIEW', 'ACCEPTED']

function dossierVerdict(life: CompanyLife, { papers, endsOn }: Binder, day: Day) {
  if (life.standing.status === 'STRUCK_OFF') return { status: 'INVALID', reason: 'STRUCK_OFF' }
  if (endsOn < day) return { status: 'INVALID', reason: 'DOSSIER_EXPIRED' }
  const required = papers.filter((paper) => paper.required)
  const units = new Map<string, Paper[]>()
  for (const paper of required) {
    const key = paper.group ?? paper.code
    units.set(key, [...(units.get(key) ?? []), paper])
  }
  const worst = (statuses: readonly string[]) =>
    ['INVALID', 'ACTION_REQUIRED', 'ONGOING'].find((status) => statuses.includes(status))
  const all = [...units.values()].map((ones) => {
    const statuses = ones.map((paper) => documentStatus(life, paper, day))
    const status = statuses.includes('VALID') ? 'VALID' : (worst(statuses) ?? 'MISSING')
    const deciding = ones.filter((_, nth) => statuses[nth] === status)
    return { status, reasons: deciding.map((paper) => documentReason(life, paper, day)) }
  })
  const statuses = all.map((one) => one.status)
  const isAbsent = statuses.every((status) => status === 'MISSING')
  const status = isAbsent
    ? 'ABSENT'
    : (worst(statuses) ?? (statuses.includes('MISSING') ? 'ONGOING' : 'VALID'))
  const isWorse = status === 'INVALID' || status === 'ACTION_REQUIRED'
  const behind = all.filter((one) => !isWorse || one.status === status).flatMap(({ reasons }) => reasons)
  return { status, reason: gravestFirst.find((one) => behind.includes(one)) ?? 'NOTHING_ASKED' }
}
