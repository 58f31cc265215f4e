import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openWorkbook, type ReadLimits, type ReadSheetRow } from '../src/index.ts'
import { zipParts } from '../src/zip-writer.ts'

export async function joinBytes(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** What our reader makes of these bytes. */
export async function readBytes(bytes: Buffer, limits: Partial<ReadLimits> = {}): Promise<ReadSheetRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-spreadsheet-'))
  try {
    const file = path.join(folder, 'book.xlsx')
    await writeFile(file, bytes)
    const book = await openWorkbook(file, limits)
    try {
      const rows: ReadSheetRow[] = []
      for await (const row of book.rows()) rows.push(row)
      return rows
    } finally {
      book.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const plainParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': '<Types><Default Extension="xml" ContentType="application/xml"/></Types>',
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr/><x:sheets><x:sheet name="Hidden" state="hidden" r:id="a"/><x:sheet name="Suppliers" r:id="b"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/none.xml"/><Relationship Id="b" Type="${office}/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="c" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="171" formatCode="0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>plain</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>sound</t></rPh></si></sst>',
}

/** A workbook of somebody else's making: these parts over plain ones; null leaves one out. */
export function makeBook(parts: Readonly<Record<string, string | null>>): Promise<Buffer> {
  const all = Object.entries({ ...plainParts, ...parts })
  return joinBytes(zipParts(all.flatMap(([name, text]) => (text === null ? [] : [{ name, text: [text] }]))))
}

export const makeSheet = (rows: string, rest = '') => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`,
})
