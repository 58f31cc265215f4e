import type { Provider } from './datahub.queries.ts'

export type Scale = Provider['scale']
export type Band = Scale['bands'][number]
export type BandFault = 'noCode' | 'codeTwice' | 'half' | 'reversed' | 'outside' | 'overlaps'

type Ranged = Band & { from: number; to: number }
const isRanged = (band: Band): band is Ranged => band.from !== null && band.to !== null
const alike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** What is wrong with one grade among the others; the server sees it the same way. */
export function bandFault({ min, max, bands }: Scale, index: number): BandFault | null {
  const band = bands[index]
  if (band === undefined) return null
  const others = bands.toSpliced(index, 1)
  if (band.code.trim() === '') return 'noCode'
  if (others.some(({ code }) => alike(code, band.code))) return 'codeTwice'
  if ((band.from === null) !== (band.to === null)) return 'half'
  if (!isRanged(band)) return null
  if (band.from > band.to) return 'reversed'
  if (band.from < min || band.to > max) return 'outside'
  const isOverlapped = others.filter(isRanged).some(({ from, to }) => from < band.to && band.from < to)
  return isOverlapped ? 'overlaps' : null
}

export function isValidScale(scale: Scale): boolean {
  const { min, max, version, bands } = scale
  return min < max && version.trim() !== '' && bands.every((_, index) => bandFault(scale, index) === null)
}

/** What a score would be worth; a value of null is unknown, not zero. */
export function worthOf(scale: Scale, score: number): { value: number | null; grade: string | null } | null {
  const { min, max, direction, bands } = scale
  if (score < min || score > max) return null
  const ranges = bands.filter(isRanged)
  const range = ranges.find(({ from, to }) => from <= score && score <= to)
  if (ranges.length > 0) return { value: range?.value ?? null, grade: range?.code ?? null }
  const share = (score - min) / (max - min)
  return { value: Math.round((direction === 'HIGHER_IS_BETTER' ? share : 1 - share) * 100), grade: null }
}

const nextVersion = (version: string) =>
  /^\d{1,9}$/.test(version) ? String(Number(version) + 1) : `${version}.1`

/**
 * The scale with a change. Values that are known keep the figures of their version, so other figures take the next
 * one by themselves.
 */
export function scaleWith(known: Scale, scale: Scale, part: Partial<Scale>): Scale {
  const next = { ...scale, ...part }
  if (part.version !== undefined) return next
  const isAsKnown = JSON.stringify({ ...next, version: known.version }) === JSON.stringify(known)
  if (isAsKnown) return { ...next, version: known.version }
  return next.version === known.version ? { ...next, version: nextVersion(known.version) } : next
}

const grades = ['A', 'B', 'C', 'D', 'E']

/** Five equal parts of the scale, the best first: somewhere to begin. */
export function fiveGrades({ min, max, direction }: Scale): Band[] {
  const width = (max - min) / grades.length
  return grades.map((code, nth) => {
    const place = direction === 'HIGHER_IS_BETTER' ? grades.length - 1 - nth : nth
    const at = (step: number) => Math.round((min + step * width) * 1000) / 1000
    return { code, from: at(place), to: at(place + 1), value: 90 - nth * 20 }
  })
}
