import { csvLine, decodeText, delimiterOf, rowsOf, type Delimiter } from './csv.ts'
import { guessTarget, leftOut } from './column-targets.ts'

/** A table as it was chosen, with what each of its columns means. */
export interface TableFile {
  name: string
  /** Text that is read here, or a workbook that the service reads. */
  content: { text: string; delimiter: Delimiter } | { workbook: Blob }
  header: string[]
  /** The first rows that say something. */
  sample: string[][]
  /** Null where only the service has counted them. */
  rows: number | null
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
  return {
    name: file.name,
    content: { text, delimiter },
    header,
    sample,
    rows: count,
    targets: guessTargets(header, attributeLabels),
  }
}

/** One column for each meaning. */
function guessTargets(header: readonly string[], attributeLabels: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((title) => {
    const guess = guessTarget(title, attributeLabels)
    const target = taken.has(guess) ? leftOut : guess
    taken.add(target)
    return target
  })
}

export const isWorkbook = (name: string): boolean => /\.xlsx$/i.test(name)

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const asWorkbook = (file: Blob): Blob => new Blob([file], { type: workbookType })

interface PreviewedColumn {
  heading: string
  samples: string[]
}

/** A workbook by what the service found in it. */
export function workbookTable(
  file: File,
  columns: readonly PreviewedColumn[],
  attributeLabels: readonly string[],
): TableFile {
  const header = columns.map(({ heading }) => heading)
  const sample = Array.from({ length: sampleRows }, (_, nth) =>
    columns.map(({ samples }) => samples[nth] ?? ''),
  )
  const targets = guessTargets(header, attributeLabels)
  return { name: file.name, content: { workbook: asWorkbook(file) }, header, sample, rows: null, targets }
}

/** What the service is sent: the workbook with the meaning of its columns, or a text that has its column names. */
export function toUpload(table: TableFile): { file: Blob; mapping?: string } {
  const { content, header, targets } = table
  if ('text' in content) return { file: textUpload(content, targets) }
  const meanings = header.map((title, place) => [title.trim(), targets[place] || null] as const)
  // Of two columns of one name, the one that means something counts.
  const inOrder = meanings.toSorted(([, one], [, other]) => Number(one !== null) - Number(other !== null))
  return { file: content.workbook, mapping: JSON.stringify(Object.fromEntries(inOrder)) }
}

/** Its columns by the service's names, without what is left out, rows in their places. */
function textUpload(
  { text, delimiter }: { text: string; delimiter: Delimiter },
  targets: readonly string[],
): Blob {
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
