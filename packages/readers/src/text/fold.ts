const spaces = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]/
const single: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u00ba': '°',
}

/**
 * Upper case without accents, typographic apostrophes, dashes and blanks, sign by sign: what is found at a place of
 * the folded text stands at the same place of the original.
 */
export function fold(text: string): string {
  let folded = ''
  for (const unit of text.split('')) {
    const known = units.get(unit)
    if (known === undefined) units.set(unit, foldUnit(unit))
    folded += known ?? units.get(unit)
  }
  return folded
}

/** There are at most 65,536 of them, and texts use a few dozen. */
const units = new Map<string, string>()

function foldUnit(unit: string): string {
  if (unit === '\t') return unit
  if (spaces.test(unit)) return ' '
  const known = single[unit]
  if (known !== undefined) return known
  const bare = unit.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  return bare.length === 1 ? bare : unit
}

/** The words of a name, without marks: for comparing names that are written in different ways. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
}
