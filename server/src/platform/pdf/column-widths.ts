export interface ColumnNeed {
  /** The widest word: below it words are cut. */
  least: number
  /** The widest cell on one line. */
  wanted: number
}

/** Shares a table's width: small wishes are granted in full, and the great ones share what is left evenly. */
export function columnWidths(needs: ColumnNeed[], total: number): number[] {
  const even = total / needs.length
  // One long word must not starve the other columns.
  const widths = needs.map((need) => Math.min(need.least, even))
  let spare = total - sum(widths)
  const byWish = [...needs.keys()].toSorted((a, b) => wish(a) - wish(b))
  function wish(i: number): number {
    return Math.max(0, (needs[i]?.wanted ?? 0) - (widths[i] ?? 0))
  }
  for (const [done, i] of byWish.entries()) {
    const granted = Math.min(wish(i), spare / (needs.length - done))
    widths[i] = (widths[i] ?? 0) + granted
    spare -= granted
  }
  return widths.map((width) => width + spare / needs.length)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
