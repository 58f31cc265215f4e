import type { FoundField } from './find-field.ts'
import { findAll, type Pattern } from './reader.ts'
import { boxOf, type Line } from './text/layout.ts'
import { periodsIn, type FoundDate } from './values/dates.ts'

/** How far before a period its label may end, in signs. */
const reach = 60

interface Candidate {
  readonly line: Line
  readonly from: FoundDate
  readonly to: FoundDate
}

/** The beginning and the end that stand together after one of these labels. */
export function findPeriod(lines: readonly Line[], labels: readonly Pattern[]): FoundField[] {
  for (const label of labels) {
    const candidates = lines.flatMap((line, index) => candidatesAt(line, lines[index + 1], label))
    const [first] = candidates
    if (!first) continue
    const differs = candidates.some(({ from, to }) => from.day !== first.from.day || to.day !== first.to.day)
    const { line } = first
    const field = (name: string, { day, start, end }: FoundDate): FoundField => ({
      name,
      value: day,
      confidence: differs ? 0.5 : 0.95,
      page: line.page,
      box: boxOf(line, Math.min(start, line.text.length), Math.min(end, line.text.length)),
    })
    return [field('periodFrom', first.from), field('periodTo', first.to)]
  }
  return []
}

function candidatesAt(line: Line, next: Line | undefined, label: Pattern): Candidate[] {
  const goesOn = next !== undefined && next.page === line.page
  const text = goesOn ? `${line.folded} ${next.folded}` : line.folded
  const labels = findAll(label, text).filter(({ start }) => start <= line.folded.length)
  if (labels.length === 0) return []
  const periods = periodsIn(text)
  return labels.flatMap(({ end }) => {
    const period = periods.find(({ from }) => from.start >= end && from.start - end <= reach)
    return period ? [{ line, ...period }] : []
  })
}
