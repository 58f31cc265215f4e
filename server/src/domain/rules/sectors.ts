// Sections of the French nomenclature of activities (NAF rev. 2): first and last division of each.
const sections: Readonly<Record<string, readonly [first: number, last: number]>> = {
  A: [1, 3],
  B: [5, 9],
  C: [10, 33],
  D: [35, 35],
  E: [36, 39],
  F: [41, 43],
  G: [45, 47],
  H: [49, 53],
  I: [55, 56],
  J: [58, 63],
  K: [64, 66],
  L: [68, 68],
  M: [69, 75],
  N: [77, 82],
  O: [84, 84],
  P: [85, 85],
  Q: [86, 88],
  R: [90, 93],
  S: [94, 96],
  T: [97, 98],
  U: [99, 99],
}

export const sectorPattern = String.raw`^([A-U]|\d{2}(\.?\d{1,2}[A-Z]?)?)$`

/** What the activity code of a company of one of these sectors begins with, dots left out. */
export function activityPrefixes(sectors: readonly string[]): string[] {
  return [...new Set(sectors.flatMap((sector) => divisions(sector) ?? sector.replace('.', '')))]
}

function divisions(sector: string): string[] | null {
  const range = sections[sector]
  if (!range) return null
  const [first, last] = range
  return Array.from({ length: last - first + 1 }, (_, nth) => String(first + nth).padStart(2, '0'))
}
