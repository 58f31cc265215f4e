import { genericReader, readers } from './documents/index.ts'
import { findField, type FoundField } from './find-field.ts'
import { findPeriod } from './find-period.ts'
import { flowOf, recogniseKinds, type Recognition } from './recognise.ts'
import { isFound, type Reader, type Warning } from './reader.ts'
import { findSubject, type Subject } from './subject.ts'
import { wordsOf } from './text/fold.ts'
import { linesOfPages, linesOfText, type LayOut, type Line, type Page } from './text/layout.ts'
import { amountsIn } from './values/amounts.ts'

export interface Source {
  readonly pages?: readonly Page[]
  /** Used where no page has a word. */
  readonly text?: string
}

export interface Reading {
  /** Which reader, such as SOC_VIGILANCE/1. */
  readonly reader: string
  /** Every kind that was recognised, the surest first. */
  readonly kinds: readonly Recognition[]
  readonly fields: readonly FoundField[]
  readonly subject: Subject
  readonly warnings: readonly (Warning['name'] | 'SPECIMEN')[]
  /** Every amount, whatever it is for. */
  readonly amounts: readonly number[]
  /** False: it is too long to have been read to its end. */
  readonly isWhole: boolean
  /** Every word, folded. */
  readonly words: ReadonlySet<string>
}

/** The reader of a document type; undefined for types that only the generic one reads. */
export function readerOf(kind: string): Reader | undefined {
  return readers.find((reader) => reader.kind === kind)
}

/** Says what a document is and reads it as the kind that was asked for. */
export function readDocument(source: Source, asked: string): Reading {
  const { lines, isWhole } = linesOf(source)
  const reader = readerOf(asked) ?? genericReader
  const kinds = recogniseKinds(lines, readers)
  const first = kinds.find(({ kind }) => kind === reader.kind)?.page ?? 1
  const own = lines.filter(({ page }) => page >= first)
  return {
    reader: `${reader.kind}/${reader.version}`,
    kinds,
    fields: readFields(own, reader),
    subject: findSubject(own, reader),
    warnings: warningsOf(own, reader),
    isWhole,
    amounts: own.flatMap(({ folded }) => amountsIn(folded).map(({ amount }) => amount)),
    words: new Set(own.flatMap(({ folded }) => wordsOf(folded))),
  }
}

function linesOf({ pages = [], text = '' }: Source): LayOut {
  const laidOut = linesOfPages(pages)
  return laidOut.lines.length > 0 ? laidOut : linesOfText(text)
}

function readFields(lines: readonly Line[], reader: Reader): FoundField[] {
  const period = findPeriod(lines, reader.periods)
  const isEnglish = speaksEnglish(lines)
  const others = reader.fields
    .filter(({ name }) => period.every((field) => field.name !== name))
    .flatMap((rule) => findField(lines, rule, isEnglish) ?? [])
  return [...period, ...others]
}

const english = /(?<![A-Z])(?:THE|OF|AND|THAT|THIS|UNTIL|WITH|HAS|BEEN|VALID)(?![A-Z])/g
const french = /(?<![A-Z])(?:LE|LA|LES|DE|DU|DES|ET|EST|QUE|AU|UNE?|POUR)(?![A-Z])/g

/** Where English is spoken, 03/04/2026 may be the fourth of March. */
function speaksEnglish(lines: readonly Line[]): boolean {
  const text = flowOf(lines).slice(0, 20_000)
  return [...text.matchAll(english)].length > [...text.matchAll(french)].length
}

const specimen = /^\W*(?:SPECIMEN|MODELE|DRAFT|BROUILLON|PROJET|SAMPLE|VOID|FAC-SIMILE|NON VALIDE|ANNULE)\W*$/

function warningsOf(lines: readonly Line[], { warnings }: Reader): Reading['warnings'] {
  const text = flowOf(lines)
  const found = warnings.filter((sign) => isFound(sign, text)).map(({ name }) => name)
  const isSpecimen = lines.some(({ folded }) => folded.split('\t').some((cell) => specimen.test(cell)))
  return isSpecimen ? [...found, 'SPECIMEN'] : found
}
