import { csvLine, decodeText, delimiterOf, rowsOf, type Delimiter } from './csv.ts'
import { guessTarget, leftOut } from './column-targets.ts'

/** A table as it was chosen, with what each of its columns means. */
export interface TableFile {
  name: string
  text: string
  delimiter: Delimiter
  header: string[]
  /** The first rows that say something. */
  sample: string[][]
  rows: number
  targets: string[]
}

const sampleRows = 3

export async function readTable(file: File, attributeLabels: readonly string[]): Promise<TableFile> {
  const text = decodeText(await file.arrayBuffer()).replace(/^\ufeff/, '')
  const delimiter = delimiterOf(text)
  const rows = rowsOf(text, delimiter)
  const header = (rows.next().value ?? []) as string[]
  const sample: string[][] = []
  let count = 0
  for (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) continue
    count += 1
    if (sample.length < sampleRows) sample.push(row)
  }
  const taken = new Set<string>()
  const targets = header.map((title) => {
    const guess = guessTarget(title, attributeLabels)
    const target = taken.has(guess) ? leftOut : guess
    taken.add(target)
    return target
  })
  return { name: file.name, text, delimiter, header, sample, rows: count, targets }
}

/** The file the service is sent: its own column names, without what is left out, rows in their places. */
export function toUpload({ text, delimiter, targets }: TableFile): Blob {
  const kept = targets.flatMap((target, place) => (target === leftOut ? [] : [place]))
  const lines = [csvLine(kept.map((place) => targets[place] ?? ''))]
  const rows = rowsOf(text, delimiter)
  rows.next()
  for (const row of rows) {
    const isBlank = row.every((cell) => cell.trim() === '')
    lines.push(isBlank ? '' : csvLine(kept.map((place) => row[place] ?? '')))
  }
  return new Blob([lines.join('\n')], { type: 'text/csv' })
}

export function hasIdentifier({ targets }: TableFile): boolean {
  const has = (name: string) => targets.includes(name)
  if (has('identifierType') !== has('identifierValue')) return false
  const numbers = ['siret', 'vat', 'duns', 'lei', 'nationalId', 'identifierValue']
  return numbers.some(has) || (has('name') && has('countryCode'))
}
