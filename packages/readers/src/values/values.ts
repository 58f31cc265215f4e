import type { FieldKind, FieldRule } from '../reader.ts'
import { bicsIn, ibansIn } from './accounts.ts'
import { amountsIn } from './amounts.ts'
import { datesIn } from './dates.ts'

/** A value as it was found in a piece of a line. */
export interface Value {
  readonly value: string
  readonly start: number
  readonly end: number
  /** It may also mean something else. */
  readonly isDoubtful: boolean
}

interface Piece {
  readonly text: string
  readonly folded: string
}

// After a label: blanks, a colon, "n°".
const lead = /^(?:[\s:.#°=-]|N[°O](?![A-Z])|NUMERO|NUMBER|NO\.){0,12}/
const code = /[A-Z0-9](?:[A-Z0-9/._-]| (?=[A-Z]{0,4}[\d-]))*/y
const stops =
  /\t|[,;(]| - |\s(?:SIREN|SIRET|RCS|R\.C\.S|IMMATRICULE|N° ?SIR|DONT|DOMICILIE|SITUEE?|ADRESSE|AYANT|EST (?:A JOUR|ASSURE|TITULAIRE|INSCRIT|IMMATRICUL|BIEN|COUVERT)|A SOUSCRIT|A ETE|BENEFICIE|HAS|HOLDS|IS (?:INSURED|COVERED)|LOCATED|OPERATES)(?![A-Z])/

/** Values of this kind in a piece of a line, in their order. Names and codes begin where the piece begins. */
export function valuesIn(piece: Piece, { kind, shape }: Pick<FieldRule, 'kind' | 'shape'>): Value[] {
  return parsers[kind](piece, shape)
}

const sure = <T extends { start: number; end: number }>(found: T[], value: (one: T) => string): Value[] =>
  found.map((one) => ({ value: value(one), start: one.start, end: one.end, isDoubtful: false }))

const parsers: Record<FieldKind, (piece: Piece, shape?: RegExp) => Value[]> = {
  date: ({ folded }) =>
    datesIn(folded).map(({ day, isAmbiguous, ...place }) => ({
      ...place,
      value: day,
      isDoubtful: isAmbiguous,
    })),
  amount: ({ folded }) => sure(amountsIn(folded), ({ amount, currency }) => `${amount} ${currency}`),
  iban: ({ folded }) => sure(ibansIn(folded), ({ value }) => value),
  bic: ({ folded }) => sure(bicsIn(folded), ({ value }) => value),
  number: ({ folded }) =>
    [...(/^[^\d]{0,20}?(\d{1,3}(?: \d{3}){1,3}|\d{1,9})(?![\d.,])/.exec(folded)?.slice(1) ?? [])].map(
      (digits) => {
        const start = folded.indexOf(digits)
        return { value: digits.replaceAll(' ', ''), start, end: start + digits.length, isDoubtful: false }
      },
    ),
  code: codeAt,
  name: nameAt,
  text: nameAt,
}

function codeAt({ text, folded }: Piece, shape: RegExp = /\d/): Value[] {
  const start = lead.exec(folded)?.[0].length ?? 0
  code.lastIndex = start
  const [found = ''] = code.exec(folded.slice(0, start + 60)) ?? []
  const trimmed = found.replace(/[. _-]+$/, '')
  const value = text.slice(start, start + trimmed.length)
  const isRight = trimmed.length >= 4 && /\d/.test(trimmed) && shape.test(value)
  return isRight ? [{ value, start, end: start + trimmed.length, isDoubtful: false }] : []
}

function nameAt({ text, folded }: Piece): Value[] {
  const start =
    /^[\s:.-]*(?:(?:LA|LE|L') ?(?:SOCIETE|ENTREPRISE)\s?:?\s?)?/.exec(folded.slice(0, 60))?.[0].length ?? 0
  const rest = folded.slice(start, start + 120)
  const stop = rest.search(stops)
  const value = text.slice(start, start + (stop === -1 ? rest.length : stop)).trim()
  const isName = /\p{L}{2}/u.test(value)
  return isName ? [{ value, start, end: start + value.length, isDoubtful: false }] : []
}
