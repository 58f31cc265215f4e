// Used by pdf-painting.ts: finds typefaces of which the text says other digits than the page shows.

/** So many digits must stand in their order before others can be out of it. */
const enough = 4

/**
 * The digits of a typeface have codes in their order, one after the other. Where most of them do, and some have the code
 * of another digit, the text was made to differ from what is seen. Typefaces whose signs are numbered as they come have
 * no order, and tell nothing.
 */
export class DigitCodes {
  readonly #fonts = new Map<string, Map<number, number>>()

  see(font: string, unicode: string | undefined, code: number | undefined): void {
    if (code === undefined || unicode === undefined || !/^[0-9]$/.test(unicode)) return
    const codes = this.#fonts.get(font) ?? new Map<number, number>()
    this.#fonts.set(font, codes.set(code, Number(unicode)))
  }

  /** Digits that are shown as others. */
  get lies(): number {
    return [...this.#fonts.values()].reduce((sum, codes) => sum + liesIn(codes), 0)
  }
}

function liesIn(codes: ReadonlyMap<number, number>): number {
  const starts = [...codes].map(([code, digit]) => code - digit)
  const [start, inOrder] = mostFrequent(starts)
  const swapped = [...codes].filter(
    ([code, digit]) => code - digit !== start && code >= start && code <= start + 9,
  ).length
  return inOrder >= enough && inOrder > swapped ? swapped : 0
}

function mostFrequent(numbers: readonly number[]): readonly [number: number, count: number] {
  const counts = [...new Set(numbers)].map((one) => [one, numbers.filter((it) => it === one).length] as const)
  return counts.toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0]
}
