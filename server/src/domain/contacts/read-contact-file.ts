import {
  openUpload,
  parseMapping,
  unreadableCells,
  type ImportFormat,
  type Spooled,
} from '../imports/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { checkContactRow, type ContactRow } from './check-contact-row.ts'
import { contactFileFields, placeFields, resolveContactHeadings } from './contact-file-columns.ts'
import type { ContactFault } from './plan-contacts.ts'

/** So many are added while their sender waits. */
export const contactFileLimits = { maxRows: 5_000, maxBytes: 5 * 1024 * 1024 } as const

/** A file that was read to its end. */
export interface ContactFile {
  readonly good: readonly ContactRow[]
  /** Rows that cannot be used. */
  readonly bad: number
  readonly faults: readonly ContactFault[]
}

/** What a column of this kind of file can be; one of a sheet without a heading is not read. */
export function contactHeadingsOf(format: ImportFormat, mapping: string | undefined) {
  const chosen = parseMapping(mapping, contactFileFields)
  return (cells: readonly string[]) =>
    resolveContactHeadings(cells, { ...(format === 'XLSX' && { '': null }), ...chosen })
}

/** Reads and checks all rows before any is used: a file that breaks off adds nothing. */
export async function readContactFile(
  file: Spooled,
  { format, mapping }: { readonly format: ImportFormat; readonly mapping: string | undefined },
): Promise<ContactFile> {
  const resolve = contactHeadingsOf(format, mapping)
  const { headings, rows, close } = await openUpload(file, { format, limits: contactFileLimits, resolve })
  try {
    const places = placeFields(headings)
    const names = headings.map(({ heading }) => heading)
    const good: ContactRow[] = []
    const faults: ContactFault[] = []
    let bad = 0
    for await (const { row, cells } of rows) {
      const unread = unreadableCells(cells, names)
      const checked =
        unread.length > 0
          ? unread
          : checkContactRow({
              row,
              cell: (field) => cells[places.get(field) ?? -1]?.trim() ?? '',
              columnName: (field) => names[places.get(field) ?? -1] ?? field,
            })
      if (!Array.isArray(checked)) good.push(checked)
      else {
        bad += 1
        for (const fault of checked) faults.push({ ...fault, row })
      }
    }
    if (good.length + bad === 0) throw new AppError('IMPORT_EMPTY')
    return { good, bad, faults }
  } finally {
    close()
  }
}
