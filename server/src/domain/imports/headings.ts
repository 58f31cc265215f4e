import type { Definition } from '../attributes/index.ts'
import { portfolioColumns } from '../thirdparties/index.ts'
import { ignoredHeading } from './cell-marks.ts'
import { findColumn, isOwnHeading, normalHeading, ownColumns } from './find-column.ts'
import { invalidMapping, type HeadingMapping } from './mapping.ts'

/** What an export has beside, and an import cannot change. */
const exportedOnly = new Set(
  portfolioColumns
    .flatMap(({ name, heading }) => [name, ...Object.values(heading)])
    .concat('ownerName', 'Current owner', 'Responsable actuel')
    .filter((name) => !isOwnHeading(name))
    .map(normalHeading),
)
/** The column by which an export is known: nobody else has it. */
const exportSign = new Set(['thirdpartyid', 'vigienumber', 'numerovigie'])

export interface ResolvedHeading {
  readonly heading: string
  /** A field of ours, `attribute.CODE`, or null for what is not read or not known. */
  readonly field: string | null
  readonly use: 'FIELD' | 'ATTRIBUTE' | 'IGNORED' | 'UNKNOWN'
  /** What it is called in the file that is kept. */
  readonly kept: string
}

export const importFields: readonly string[] = Object.keys(ownColumns)

/** What each column of a file is: by the mapping, by its name in the API, in English or in French. */
export function resolveHeadings(
  cells: readonly string[],
  definitions: readonly Definition[],
  mapping: HeadingMapping = {},
): ResolvedHeading[] {
  const headings = cells.map((cell) => cell.trim())
  const isExport = headings.some((heading) => exportSign.has(normalHeading(heading)))
  const chosen = new Map(Object.entries(mapping).map(([heading, field]) => [heading.trim(), field]))
  return headings.map((heading, nth) => {
    const ignored = { heading, field: null, use: 'IGNORED', kept: ignoredHeading(nth) } as const
    const wanted = chosen.get(heading)
    if (wanted === null) return ignored
    const found = findColumn(wanted ?? heading, definitions, headings)
    if (wanted !== undefined && !found)
      throw invalidMapping(`${heading}: ${wanted}`, mappingFields(definitions))
    if (found && 'column' in found)
      return {
        heading,
        field: found.column,
        use: 'FIELD',
        kept: wanted === undefined ? heading : found.column,
      }
    if (found) {
      const { code, expression } = found.definition
      // What is calculated comes along in an export, and is calculated again.
      if (expression !== null && isExport && wanted === undefined) return ignored
      const field = `attribute.${code}`
      return { heading, field, use: 'ATTRIBUTE', kept: wanted === undefined ? heading : field }
    }
    const isLeft = heading !== '' && isExport && exportedOnly.has(normalHeading(heading))
    return isLeft ? ignored : { heading, field: null, use: 'UNKNOWN', kept: heading }
  })
}

/** Of a sheet: a column without a heading, such as one for notes, is not read. */
export const resolveSheet = (
  cells: readonly string[],
  definitions: readonly Definition[],
  mapping?: HeadingMapping,
): ResolvedHeading[] => resolveHeadings(cells, definitions, { '': null, ...mapping })

/** What a column can be mapped to: our fields, and the attributes that are entered. */
export function mappingFields(definitions: readonly Definition[]): string[] {
  const entered = definitions.filter(({ expression }) => expression === null)
  return [...importFields, ...entered.map(({ code }) => `attribute.${code}`)]
}
