import { findAll, isFound, type Reader, type Sign } from './reader.ts'
import type { Line } from './text/layout.ts'

export interface Recognition {
  readonly kind: string
  readonly version: number
  /** 0 to 1; what is below 0.8 is a guess. */
  readonly confidence: number
  /** The title and the signs that were found. */
  readonly reasons: readonly string[]
  /** The page its title stands on. */
  readonly page: number
}

/** A letter or a request may quote a certificate at length without being one. */
const letter: Sign = {
  name: 'letter',
  any: [
    'MADAME,? (?:ET )?MONSIEUR',
    'MONSIEUR LE (?:DIRECTEUR|PRESIDENT|GERANT)',
    'CHERE?S? (?:CLIENTE?S?|MADAME|MONSIEUR|PARTENAIRES?)',
    'BONJOUR',
    'DEAR (?:SIRS?|MADAM|CUSTOMER|SUPPLIER|PARTNER)',
    'VEUILLEZ (?:AGREER|TROUVER|RECEVOIR|CROIRE)',
    'CI-JOINTE?S?',
    'NOUS VOUS (?:PRIONS|REMERCIONS|DEMANDONS|ADRESSONS|TRANSMETTONS|CONFIRMONS)',
    'JE VOUS (?:PRIE|REMERCIE|ADRESSE|TRANSMETS|CONFIRME)',
    'MERCI DE (?:NOUS )?(?:FAIRE PARVENIR|ENVOYER|TRANSMETTRE|FOURNIR)',
    'PLEASE (?:FIND|SEND|PROVIDE)',
    'YOURS (?:FAITHFULLY|SINCERELY|TRULY)',
    '(?:BEST|KIND) REGARDS',
    'CORDIALEMENT',
    '(?:OBJET|SUBJECT) ?:',
  ],
}

const notTitles =
  /^(?:OBJET|SUBJECT|RE ?:|DEMANDE|REQUEST|MODELE|EXEMPLE|COMMENT|NOTICE|GUIDE|NOTRE|VOTRE|VOS|NOS|PJ|PIECE|CI-JOINT|VEUILLEZ|LISTE|RAPPEL|RELANCE|HOW|ANNEXE|PROJET|DEVIS|PROPOSITION)(?![A-Z])/

/** Papers of a firm's own, which may quote a certificate or promise one, under the title they begin with. */
const otherPapers =
  /^(?:(?:ATTESTATION|DECLARATION) SUR L'HONNEUR|SWORN STATEMENT|DEVIS|QUOTATION|QUOTE|FACTURE|INVOICE|PRO ?FORMA|BON DE COMMANDE|PURCHASE ORDER|OFFRE|GUIDE|MODE D'EMPLOI|HOW TO)(?![A-Z])/

/** Which kind of document this is: none, one, or several where papers are bound together; the surest first. */
export function recogniseKinds(lines: readonly Line[], readers: readonly Reader[]): Recognition[] {
  const pages = new Map<number, Line[]>()
  for (const line of lines) {
    const page = pages.get(line.page)
    if (page === undefined) pages.set(line.page, [line])
    else page.push(line)
  }
  const found = readers.flatMap((reader) => {
    const guesses = [...pages.values()].flatMap((page) => recogniseOn(page, lines, reader))
    return guesses.toSorted((a, b) => b.confidence - a.confidence).slice(0, 1)
  })
  return found.toSorted((a, b) => b.confidence - a.confidence)
}

function recogniseOn(page: readonly Line[], lines: readonly Line[], reader: Reader): Recognition[] {
  const title = titleOn(page, reader)
  if (title === null || isFound(letter, flowOf(page))) return []
  const first = page[0]?.page ?? 1
  const text = flowOf(lines.filter((line) => line.page >= first))
  if (!reader.mandatory.every((sign) => isFound(sign, text))) return []
  const signs = reader.signs.filter((sign) => isFound(sign, text))
  if (signs.length < reader.leastSigns) return []
  const confidence = reader.signs.length === 0 ? 0.9 : 0.8 + (0.2 * signs.length) / reader.signs.length
  const reasons = [`title: ${title}`, ...[...reader.mandatory, ...signs].map(({ name }) => name)]
  return [{ kind: reader.kind, version: reader.version, confidence, reasons, page: first }]
}

/** Lines as they are read on, so that a phrase that goes over a line is found too. */
export function flowOf(lines: readonly Line[]): string {
  return lines.map(({ folded }) => folded).join(' ')
}

const titleDepth = 0.5
const titleLines = 30

function titleOn(page: readonly Line[], { titles }: Reader): string | null {
  const usual = usualHeight(page)
  for (const [index, line] of page.entries()) {
    const isHigh = line.depth === null ? index < titleLines : line.depth < titleDepth
    if (!isHigh) return null
    const cells = cellsOf(line, page[index - 1], usual)
    const below = page[index + 1]
    const wrapped =
      below === undefined ? [] : [`${line.folded} ${below.folded}`].filter(() => isLoud(line, usual))
    if (cells.some((cell) => otherPapers.test(cell.trim()))) return null
    for (const text of [...cells, ...wrapped]) {
      const named = titleIn(text, titles)
      if (named !== null) return named
    }
  }
  return null
}

function titleIn(text: string, titles: readonly string[]): string | null {
  const trimmed = text.trim()
  if (notTitles.test(trimmed)) return null
  for (const title of titles) {
    const [match] = findAll(title, trimmed)
    if (!match) continue
    const letters = (part: string) => part.replace(/[^A-Z0-9]/g, '').length
    const share = letters(trimmed.slice(match.start, match.end)) / Math.max(letters(trimmed), 1)
    // A sentence has more words around it; the end of a title may name the law or the year.
    if (share >= 0.5 || (match.start === 0 && share >= 0.25 && !/[.!?]$/.test(trimmed))) {
      return trimmed.slice(match.start, match.end)
    }
  }
  return null
}

/** The cells of a line that could be a title: set apart by size, weight or capitals, or standing by themselves. */
function cellsOf(line: Line, above: Line | undefined, usual: number): string[] {
  if (isLoud(line, usual)) return [...line.folded.split('\t'), line.folded.replaceAll('\t', ' ')]
  if (line.text.includes('\t') || /[.,;]$/.test(line.text)) return []
  // What goes on from the line above is a sentence.
  const goesOn = above !== undefined && above.page === line.page && /[\p{Ll},]$/u.test(above.text.trim())
  return goesOn || !/^[\p{Lu}\d]/u.test(line.text) ? [] : [line.folded]
}

function isLoud({ text, spans }: Line, usual: number): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (letters.length > 3 && letters === letters.toUpperCase()) return true
  const [first] = spans
  if (first === undefined) return false
  return first.run.height >= usual * 1.15 || /bold|black|heavy|demi/i.test(first.run.font)
}

function usualHeight(page: readonly Line[]): number {
  const heights = page.flatMap(({ spans }) => spans.map(({ run }) => run.height)).toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}
