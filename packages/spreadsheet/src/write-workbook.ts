import { columnLetters, sheetXml } from './sheet-xml.ts'
import type { Sheet } from './table.ts'
import {
  contentTypesXml,
  rootRelationsXml,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from './workbook-parts.ts'
import { zipParts, type ZipPart } from './zip-writer.ts'

/** A workbook as it is written: rows are asked for as the reader takes bytes, and forgotten. */
export function writeWorkbook(sheets: readonly Sheet[]): AsyncGenerator<Buffer> {
  return zipParts(partsOf(sheets))
}

function* partsOf(sheets: readonly Sheet[]): Generator<ZipPart> {
  const counters = sheets.map(() => ({ rowCount: 0 }))
  const names = sheetNames(sheets)
  yield { name: '[Content_Types].xml', text: [contentTypesXml(sheets.length)] }
  yield { name: '_rels/.rels', text: [rootRelationsXml] }
  yield { name: 'xl/styles.xml', text: [stylesXml] }
  for (const [nth, sheet] of sheets.entries()) {
    const text = sheetXml(sheet, counters[nth] ?? { rowCount: 0 })
    yield { name: `xl/worksheets/sheet${nth + 1}.xml`, text }
  }
  // Behind the sheets: only now is known how many rows each has.
  const listed = sheets.map(({ columns }, nth) => ({
    name: names[nth] ?? '',
    filtered: `$A$1:$${columnLetters(Math.max(0, columns.length - 1))}$${counters[nth]?.rowCount ?? 1}`,
  }))
  yield { name: 'xl/workbook.xml', text: [workbookXml(listed)] }
  yield { name: 'xl/_rels/workbook.xml.rels', text: [workbookRelationsXml(sheets.length)] }
}

/** At most 31 characters, some of them forbidden, and none twice. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const used = new Set<string>()
  return sheets.map(({ name }, nth) => {
    const plain = name
      .replaceAll(/[\\/?*[\]:\p{C}]/gu, ' ')
      .replaceAll(/^'+|'+$/g, '')
      .trim()
    let unique = plain.slice(0, 31) || `Sheet ${nth + 1}`
    for (let copy = 2; used.has(unique.toLowerCase()); copy += 1) unique = `${plain.slice(0, 27)} ${copy}`
    used.add(unique.toLowerCase())
    return unique
  })
}
