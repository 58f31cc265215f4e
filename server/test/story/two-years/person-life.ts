import { askedOn, type Piece } from './asked.ts'
import type { CompanyLife } from './company-life.ts'
import { daysBetween, weekday, type Day } from './days.ts'
import type { Person } from './facts.ts'

const week = 7
const mostInvitations = 6
const mostSilent = 5
const warningDays = [30, 15, 7, 1]

/** What the journal tells of a reminder, or of the buyer being told instead. */
export interface Reminder {
  readonly kind: 'REMINDER' | 'BUYER_TOLD'
  readonly asked?: number
  readonly late?: number
  readonly count?: number
}

export interface PersonLife {
  readonly person: Person
  readonly life: CompanyLife
  /** What was written to them, or about them: `day what`. */
  readonly told: string[]
  /** Where the reminders broke a rule; on which day of the week they come is nobody's business but the service's. */
  readonly faults: string[]
  invitedOn: Day | null
  remindedOn: Day | null
  warnedOn: Day | null
  /** They have come since they were last invited. */
  came: boolean
  seen: boolean
  invitations: number
  silent: number
  givenUp: boolean
  /** How often the reminders began again by themselves after that. */
  askedAgain: number
  gone: boolean
  /** Days of Monday to Thursday they could have been reminded on and were not. */
  overdue: number
}

export function meet(life: CompanyLife, person: Person): PersonLife {
  return {
    person,
    life,
    told: [],
    faults: [],
    invitedOn: null,
    remindedOn: null,
    warnedOn: null,
    came: false,
    seen: false,
    invitations: 0,
    silent: 0,
    givenUp: false,
    askedAgain: 0,
    gone: false,
    overdue: 0,
  }
}

/** A sign of life: every count starts anew. */
export function come(one: PersonLife): void {
  Object.assign(one, { came: true, seen: true, invitations: 0, silent: 0, givenUp: false })
}

/** A day of theirs, once the company has lived it; the reminders are those that were really sent. */
export function liveAs(one: PersonLife, day: Day, reminder: Reminder | undefined): void {
  if (one.gone) {
    if (reminder) one.faults.push(`${day} reminded after the end`)
    return
  }
  const pieces = askedOn(one.life, one.person.themes, day)
  if (pieces.length > 0) invite(one, day)
  judge(one, { day, pieces, reminder })
  if (!one.gone) warn(one, day, pieces)
}

const isPast = (day: Day | null, today: Day) => day === null || daysBetween(day, today) >= week

/** At first, then every week until they come: six times; then they are left alone for good. */
export function invite(one: PersonLife, day: Day): void {
  if (one.invitedOn !== null && (one.came || !isPast(one.invitedOn, day) || !isPast(one.remindedOn, day)))
    return
  if (one.invitations >= mostInvitations && one.invitedOn !== null) {
    one.gone = true
    one.told.push(`${day} DELETED_DUE_TO_NO_FAVORABLE_RESPONSE`)
    return
  }
  one.told.push(`${day} ${one.invitedOn === null ? 'INVITED' : 'RE_INVITED_AUTO'}`)
  if (one.invitedOn !== null) one.invitations += 1
  one.invitedOn = day
  one.came = false
}

interface Turn {
  readonly day: Day
  readonly pieces: readonly Piece[]
  readonly reminder: Reminder | undefined
}

/**
 * Monday to Thursday, a week from any mail that asks the same, while something is asked. Once the buyer was told, only
 * for something that the last reminder could not name; then it all starts anew.
 */
function judge(one: PersonLife, { day, pieces, reminder }: Turn): void {
  const known = one.invitedOn !== null || one.seen
  const rested = isPast(one.invitedOn, day) && isPast(one.remindedOn, day)
  const isNew = pieces.some(({ since }) => one.remindedOn === null || since > one.remindedOn)
  const isWorthIt = !one.gone && pieces.length > 0 && (!one.givenUp || isNew)
  const may = isWorthIt && known && rested && weekday(day) <= 4
  if (!reminder) {
    if (may && (one.overdue += 1) > 3) one.faults.push(`${day} not reminded for a week`)
    if (!isWorthIt) one.overdue = 0
    return
  }
  one.overdue = 0
  if (!may) one.faults.push(`${day} ${reminder.kind} out of turn`)
  if (one.givenUp) Object.assign(one, { givenUp: false, silent: 0, askedAgain: one.askedAgain + 1 })
  const expected = one.silent >= mostSilent ? 'BUYER_TOLD' : 'REMINDER'
  if (reminder.kind !== expected) one.faults.push(`${day} ${reminder.kind} instead of ${expected}`)
  if (reminder.kind === 'BUYER_TOLD') {
    one.givenUp = true
    return
  }
  one.silent += 1
  one.remindedOn = day
  const late = pieces.filter((piece) => piece.late).length
  const said = `${reminder.count}. asks ${reminder.asked}, late ${reminder.late}`
  const right = `${one.silent}. asks ${pieces.length}, late ${late}`
  if (said !== right) one.faults.push(`${day} reminder ${said} instead of ${right}`)
}

/** Once for each of the days of warning, and only while no other mail has named it since; also who was given up. */
function warn(one: PersonLife, day: Day, pieces: readonly Piece[]): void {
  if (one.invitedOn === null && !one.seen) return
  const last = [one.warnedOn, one.invitedOn, one.remindedOn].reduce<Day>(
    (latest, other) => (other !== null && other > latest ? other : latest),
    '',
  )
  const isDue = pieces
    .flatMap(({ ends }) => ends)
    .some((end) => warningDays.some((days) => daysBetween(day, end) <= days && isAfter(end, days, last)))
  if (!isDue) return
  one.warnedOn = day
  one.told.push(`${day} WARNED`)
}

/** Whether so many days before the end lie after that day. */
function isAfter(end: Day, days: number, last: Day): boolean {
  return last === '' || daysBetween(last, end) > days
}
