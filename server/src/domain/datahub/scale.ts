/** What a provider's grade, or a range of its scores, is worth between 0 and 100. */
export interface Band {
  readonly code: string
  readonly from: number | null
  readonly to: number | null
  readonly value: number
}

export interface Scale {
  readonly id: string
  readonly version: string
  readonly min: number
  readonly max: number
  readonly direction: 'HIGHER_IS_BETTER' | 'LOWER_IS_BETTER'
  readonly bands: readonly Band[]
}

export interface Normalised {
  readonly value: number | null
  readonly band: string | null
}

type Ranged = Band & { readonly from: number; readonly to: number }

/**
 * A score by the range it falls into, or along the scale where no ranges are given; without a score, by its grade.
 * What the scale has no word for has no value: unknown is never zero.
 */
export function normaliseScore(
  scale: Scale,
  { score, grade }: { score: number | null; grade: string | null },
): Normalised | 'OUT_OF_SCALE' {
  const graded = grade === null ? undefined : scale.bands.find(({ code }) => alike(code, grade))
  if (score === null) return { value: graded?.value ?? null, band: graded?.code ?? null }
  if (score < scale.min || score > scale.max) return 'OUT_OF_SCALE'
  const ranges = scale.bands.filter(isRanged)
  const range = ranges.find(({ from, to }) => from <= score && score <= to)
  const band = graded?.code ?? range?.code ?? null
  if (ranges.length > 0) return { value: range?.value ?? null, band }
  const share = (score - scale.min) / (scale.max - scale.min)
  const better = scale.direction === 'HIGHER_IS_BETTER' ? share : 1 - share
  return { value: Math.round(better * 10_000) / 100, band }
}

const alike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
const isRanged = (band: Band): band is Ranged => band.from !== null && band.to !== null

/** Why the scale cannot be used, if so. */
export function scaleFault({ min, max, bands }: Scale): string | null {
  if (min >= max) return 'min is not below max'
  const codes = new Set(bands.map(({ code }) => code.trim().toLowerCase()))
  if (codes.size < bands.length) return 'two bands have the same code'
  if (bands.some(({ from, to }) => (from === null) !== (to === null))) return 'from and to go together'
  const ranges = bands.filter(isRanged).toSorted((a, b) => a.from - b.from)
  let end = min
  for (const { code, from, to } of ranges) {
    if (from > to) return `band ${code} ends before it begins`
    if (from < end || to > max) return `band ${code} overlaps another or leaves the scale`
    end = to
  }
  return null
}
