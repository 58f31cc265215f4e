const maxLength = 100

/**
 * The candidate that differs least from the text, for "did you mean"; null when none is close enough to be
 * helpful. Ties go to the earlier candidate.
 */
export function nearest(text: string, candidates: readonly string[]): string | null {
  // Texts come from requests: the cost of one comparison grows with the product of the lengths.
  if (text.length > maxLength) return null
  let best: string | null = null
  let bestDistance = Math.ceil(text.length / 3) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) >= bestDistance) continue
    const distance = editDistance(text, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Damerau-Levenshtein, adjacent swaps counted as one edit (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, at(beforeLast, j - 2) + 1)
      }
      row.push(value)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
