import { escapeAttribute, escapeCell } from './xml-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The place of each style in the list below. */
export const styleNumbers = {
  general: 0,
  header: 1,
  date: 2,
  dateTime: 3,
  text: 4,
  link: 5,
  note: 6,
  number: 0,
  boolean: 0,
} as const

const ownDateTime = 164
const font = (inside: string) => `<font>${inside}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const style = (format: number, fontNumber: number, rest = '/>') =>
  `<xf numFmtId="${format}" fontId="${fontNumber}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${rest}`
const wrapped = ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'

/** Text has the format `@`: what somebody types over an identifier keeps its zeros. */
export const stylesXml = [
  `${declaration}<styleSheet xmlns="${main}">`,
  `<numFmts count="1"><numFmt numFmtId="${ownDateTime}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
  `<fonts count="3">${font('')}${font('<b/>')}<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="7">${style(0, 0)}${style(49, 1)}${style(14, 0)}${style(ownDateTime, 0)}${style(49, 0)}${style(0, 2)}${style(49, 0, wrapped)}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

export const rootRelationsXml = `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function contentTypesXml(sheets: number): string {
  const parts = Array.from(
    { length: sheets },
    (_, nth) =>
      `<Override PartName="/xl/worksheets/sheet${nth + 1}.xml" ContentType="${office}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>${parts.join('')}</Types>`
}

export function workbookRelationsXml(sheets: number): string {
  const parts = Array.from(
    { length: sheets },
    (_, nth) =>
      `<Relationship Id="rId${nth + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${nth + 1}.xml"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageRelations}">${parts.join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
}

export interface NamedSheet {
  readonly name: string
  /** What the filter covers, such as $A$1:$C$9. */
  readonly filtered: string
}

export function workbookXml(sheets: readonly NamedSheet[]): string {
  const listed = sheets.map(
    ({ name }, nth) => `<sheet name="${escapeAttribute(name)}" sheetId="${nth + 1}" r:id="rId${nth + 1}"/>`,
  )
  const names = sheets.map(
    ({ name, filtered }, nth) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${nth}" hidden="1">'${escapeCell(name.replaceAll("'", "''"))}'!${filtered}</definedName>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
}
