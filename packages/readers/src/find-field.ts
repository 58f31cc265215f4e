import { findAll, type FieldRule } from './reader.ts'
import { boxOf, startsCell, type Box, type Line } from './text/layout.ts'
import { valuesIn, type Value } from './values/values.ts'

export interface FoundField {
  readonly name: string
  readonly value: string
  /** 0 to 1; what is below 0.8 needs a person's eye. */
  readonly confidence: number
  readonly page: number
  readonly box: Box | null
}

/** How far after its label a value may begin, in signs. */
const reach: Readonly<Record<FieldRule['kind'], number>> = {
  date: 60,
  amount: 60,
  iban: 30,
  bic: 30,
  number: 40,
  code: 0,
  name: 0,
  text: 0,
}
const sure = { beside: 0.95, below: 0.9, next: 0.85 }
const contested = 0.5

interface Candidate {
  readonly line: Line
  readonly value: Value
  readonly confidence: number
}

/**
 * The value that stands at the first label which has one: beside it, below it in the same column, or on the next
 * line. Where equal labels announce different values, none of them is sure.
 */
export function findField(lines: readonly Line[], rule: FieldRule, isEnglish = false): FoundField | null {
  for (const label of rule.labels) {
    const candidates = lines.flatMap((line, index) => candidatesAt(lines, index, { rule, label }))
    const [first] = candidates
    if (!first) continue
    const differs = candidates.some(({ value }) => value.value !== first.value.value)
    const doubt = first.value.isDoubtful && isEnglish
    const { line, value } = first
    const confidence = differs || doubt ? contested : first.confidence
    const box = boxOf(line, value.start, value.end)
    return { name: rule.name, value: value.value.slice(0, 200), confidence, page: line.page, box }
  }
  return null
}

interface Wanted {
  readonly rule: FieldRule
  readonly label: string
}

function candidatesAt(lines: readonly Line[], index: number, { rule, label }: Wanted): Candidate[] {
  const line = lines[index]!
  const next = lines[index + 1]
  const wraps = next !== undefined && next.page === line.page
  const text = wraps ? `${line.folded}\n${next.folded}` : line.folded
  return findAll(label, text).flatMap(({ start, end }): Candidate[] => {
    if (start > line.folded.length) return []
    // The label itself may go over to the next line.
    if (end > line.folded.length) {
      const from = end - line.folded.length - 1
      return next === undefined ? [] : beside(next, Math.max(from, 0), rule)
    }
    const near = beside(line, end, rule)
    if (near.length > 0) return near
    const broken = wraps ? across(line, next, { from: end, rule }) : []
    if (broken.length > 0) return broken
    const rest = line.folded
      .slice(end)
      .trim()
      .replace(/[:.\s-]+$/, '')
    // A sentence that breaks off after its label goes on below, wherever that begins; the head of a column does not.
    const breaksOff = rest === '' && !startsCell(line, start)
    const under = breaksOff ? [] : below(lines, index, { rule, start, end })
    if (under.length > 0) return under
    const isLast = rest.length < 25
    return isLast && wraps ? beside(next, 0, rule).map((one) => ({ ...one, confidence: sure.next })) : []
  })
}

function beside(line: Line, from: number, rule: FieldRule): Candidate[] {
  const piece = { text: line.text.slice(from), folded: line.folded.slice(from) }
  const found = valuesIn(piece, rule).find(({ start }) => reach[rule.kind] === 0 || start <= reach[rule.kind])
  if (!found) return []
  const value = { ...found, start: found.start + from, end: found.end + from }
  return [{ line, value, confidence: sure.beside }]
}

/** A date that begins at the end of a line and ends on the next one. */
function across(line: Line, next: Line, { from, rule }: { from: number; rule: FieldRule }): Candidate[] {
  if (rule.kind !== 'date') return []
  const [text, folded] = [
    `${line.text} ${next.text}`.slice(from),
    `${line.folded} ${next.folded}`.slice(from),
  ]
  const ends = line.text.length - from
  const found = valuesIn({ text, folded }, rule).find(({ start }) => start <= reach.date)
  if (!found || found.start >= ends || found.end <= ends) return []
  const value = { ...found, start: found.start + from, end: line.text.length }
  return [{ line, value, confidence: sure.next }]
}

interface LabelPlace {
  readonly rule: FieldRule
  readonly start: number
  readonly end: number
}

/** In a table whose heads stand above their values. */
function below(lines: readonly Line[], index: number, { rule, start, end }: LabelPlace): Candidate[] {
  const line = lines[index]!
  const head = boxOf(line, start, end)
  if (line.box === null || head === null) return []
  for (const under of lines.slice(index + 1, index + 4)) {
    if (under.page !== line.page || under.box === null) return []
    if (under.box.y - line.box.y > head.height * 5) return []
    const found = cellStarts(under).flatMap((from) => {
      const cellEnd = under.text.indexOf('\t', from)
      const to = cellEnd === -1 ? under.text.length : cellEnd
      const piece = { text: under.text.slice(from, to), folded: under.folded.slice(from, to) }
      return valuesIn(piece, rule).map((one) => ({ ...one, start: one.start + from, end: one.end + from }))
    })
    const inColumn = found.find((value) => {
      const box = boxOf(under, value.start, value.end)
      return box !== null && box.x < head.x + head.width && box.x + box.width > head.x
    })
    if (inColumn) return [{ line: under, value: inColumn, confidence: sure.below }]
  }
  return []
}

function cellStarts({ text }: Line): number[] {
  return [0, ...[...text.matchAll(/\t/g)].map(({ index }) => index + 1)]
}
