import { active } from '../verdict.ts'

const quoted = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g
// Names of columns and places, and constants: nothing in them is ever run.
const bracketed = /\[[^[\]]*\]|\{[^{}]*\}/g
/** Functions that fetch from elsewhere, or call a program. Files hold their English names in every language. */
const reaching =
  /(?<![\w.])(?:(?:_xlfn|_xlws|_xludf|com\.microsoft|org\.libreoffice|org\.openoffice)\.)*(?:webservice|filterxml|image|rtd|call|register(?:\.id)?|exec|dde|sql\.request)\s*\(|_xleta\.(?:webservice|filterxml|image|rtd|call|register)/i

/**
 * `cmd|'/C calc'!A0` starts a program through DDE: outside of quotes, brackets and braces a spreadsheet has no other
 * use for the bar.
 */
export function judgeFormula(formula: string): void {
  const bare = formula.replaceAll(quoted, ([quote]) => `${quote}${quote}`)
  if (reaching.test(bare))
    throw active('a formula of the document fetches from elsewhere or starts a program')
  // Text documents of OpenDocument part the arguments of a function by it.
  if (bare.startsWith('ooow:')) return
  if (bare.replaceAll(bracketed, '').includes('|')) throw active('a formula of the document starts a program')
}
