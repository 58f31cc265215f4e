import { reason, type Reason } from '../reasons.ts'

interface Span {
  /** Days as `yyyymmdd`, both included. */
  from: number
  to: number
  text: string
}

const about = 2
const full = /^(\d{4})-(\d{2})-(\d{2})$/

function spanOfDay(text: string): { from: number; to: number } | undefined {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (found === null) return undefined
  const [, year = '', month, day] = found
  return {
    from: Number(`${year}${month ?? '01'}${day ?? '01'}`),
    to: Number(`${year}${month ?? '12'}${day ?? '31'}`),
  }
}

/** What cannot be read as a date says nothing, and is not held against anybody. */
function readSpan(text: string): Span | undefined {
  const isAbout = text.startsWith('~')
  const [first = '', second = first] = (isAbout ? text.slice(1) : text).split('/')
  const start = spanOfDay(first)
  const end = spanOfDay(second)
  if (start === undefined || end === undefined || end.to < start.from) return undefined
  const slack = isAbout ? about * 10_000 : 0
  return { from: start.from - slack, to: end.to + slack, text }
}

const equalDay = 0.1
const equalMonth = 0.06
const compatible = 0.04
/** A slip of the pen: day and month swapped, one digit wrong, or the year next to it. */
const slip = -0.08
const nearYears = -0.15
const otherDay = -0.2
const otherYears = -0.3

function isSlip(a: string, b: string): boolean {
  const [, yearA, monthA, dayA] = full.exec(a) ?? []
  const [, yearB, monthB, dayB] = full.exec(b) ?? []
  if (yearA === undefined || yearB === undefined) return false
  if (yearA === yearB && monthA === dayB && dayA === monthB) return true
  return [...a].filter((digit, at) => digit !== b[at]).length === 1
}

function pointsOf(a: Span, b: Span): number {
  if (a.from <= b.to && b.from <= a.to) {
    const width = Math.max(a.to - a.from, b.to - b.from)
    return width === 0 ? equalDay : width < 100 ? equalMonth : compatible
  }
  if (isSlip(a.text, b.text)) return slip
  const apart = Math.max(a.from, b.from) / 10_000 - Math.min(a.to, b.to) / 10_000
  if (Math.trunc(a.from / 10_000) === Math.trunc(b.from / 10_000)) return otherDay
  return apart <= 1.5 ? nearYears : otherYears
}

export type BirthSpans = readonly Span[]

export const readBirthDates = (dates: readonly string[] = []): BirthSpans =>
  dates.slice(0, 32).flatMap((text) => readSpan(text.trim()) ?? [])

/** Lists record several dates for one person: the best pair counts. */
export function compareBirthDates(ours: BirthSpans, theirs: BirthSpans): Reason[] {
  if (ours.length === 0 && theirs.length === 0) return []
  let best: { points: number; a: Span; b: Span } | undefined
  for (const a of ours) {
    for (const b of theirs) {
      const points = pointsOf(a, b)
      if (best === undefined || points > best.points) best = { points, a, b }
    }
  }
  if (best === undefined) {
    const met = { ...(ours[0] && { ours: ours[0].text }), ...(theirs[0] && { theirs: theirs[0].text }) }
    return [reason('BIRTH_DATE_MISSING', 0, met, 'NEUTRAL')]
  }
  const { points, a, b } = best
  const kind =
    points > 0 ? 'BIRTH_DATE_EQUAL' : points === slip ? 'BIRTH_DATE_NEAR' : 'BIRTH_DATE_CONTRADICTED'
  return [reason(kind, points, { ours: a.text, theirs: b.text })]
}
