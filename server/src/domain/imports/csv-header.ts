import type { Definition } from '../attributes/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { isIgnoredHeading } from './cell-marks.ts'
import { findColumn, ownColumns, type OwnColumn } from './find-column.ts'
import type { DuplicateRule } from './import.ts'

export interface CsvHeader {
  readonly names: readonly string[]
  /** Where each column of ours stands. */
  readonly own: ReadonlyMap<OwnColumn, number>
  readonly attributes: readonly { readonly place: number; readonly definition: Definition }[]
}

/** Understands the first row, or says what is wrong with it. */
export function readHeader(
  cells: readonly string[],
  definitions: readonly Definition[],
  rule: DuplicateRule = 'skip',
): CsvHeader {
  const names = cells.map((cell) => cell.trim())
  const own = new Map<OwnColumn, number>()
  const attributes: { place: number; definition: Definition }[] = []
  const unknown: string[] = []
  const seen = new Set<string>()
  for (const [place, name] of names.entries()) {
    if (isIgnoredHeading(name)) continue
    const found = findColumn(name, definitions, names)
    const column = found && 'column' in found ? found.column : undefined
    const definition = found && 'definition' in found ? found.definition : undefined
    const key = column ?? (definition ? `attribute ${definition.label}` : name)
    if (seen.has(key)) throw new AppError('IMPORT_COLUMN_REPEATED', { column: quoteColumn(name) })
    seen.add(key)
    if (column) own.set(column, place)
    else if (definition) attributes.push({ place, definition })
    else unknown.push(quoteColumn(name))
  }
  refuseUnknown(unknown, definitions)
  if (rule !== 'update' || !own.has('code')) requireIdentifier(own)
  for (const { definition } of attributes) {
    if (definition.expression !== null) throw new AppError('ATTRIBUTE_READ_ONLY', { label: definition.label })
  }
  return { names, own, attributes }
}

function refuseUnknown(unknown: readonly string[], definitions: readonly Definition[]): void {
  if (unknown.length === 0) return
  const labels = definitions.filter(({ expression }) => expression === null).map(({ label }) => label)
  const known = [...Object.keys(ownColumns), ...labels]
  throw new AppError('IMPORT_COLUMN_UNKNOWN', {
    columns: unknown.slice(0, 10).join(', '),
    known: known.slice(0, 50).join(', '),
  })
}

function requireIdentifier(own: ReadonlyMap<OwnColumn, number>): void {
  const general = own.has('identifierType') && own.has('identifierValue')
  const half = own.has('identifierType') !== own.has('identifierValue')
  const special = (['siret', 'vat', 'duns', 'lei', 'nationalId'] as const).some((column) => own.has(column))
  const named = own.has('name') && own.has('countryCode')
  if (half || !(general || special || named)) throw new AppError('IMPORT_COLUMNS_MISSING')
}

const quoteColumn = (name: string) => (name === '' ? '(empty)' : name.slice(0, 60))
