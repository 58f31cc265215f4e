import { makeZip, type MadeEntry, type MadeZip } from './make-zip.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const formats = 'application/vnd.openxmlformats-officedocument'
const relationsNs = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface Relation {
  type: string
  target: string
  external?: boolean
}

export function relations(list: readonly Relation[]): string {
  const tags = list.map(({ type, target, external = true }, i) => {
    const mode = external ? ' TargetMode="External"' : ''
    return `<Relationship Id="rId${i + 1}" Type="${relationTypes}/${type}" Target="${target}"${mode}/>`
  })
  return `${xml}<Relationships xmlns="${relationsNs}">${tags.join('')}</Relationships>`
}

function contentTypes(part: string, type: string): string {
  return (
    `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${type}"/></Types>`
  )
}

export interface MadeOffice extends MadeZip {
  /** Replaces the parts of the same name, adds the others. */
  parts?: readonly MadeEntry[]
  mainType?: string
  without?: readonly string[]
}

function assemble(base: MadeEntry[], { parts = [], without = [], ...zip }: MadeOffice): Buffer {
  const replaced = new Map(parts.map((part) => [part.name, part]))
  const kept = base.filter(({ name }) => !replaced.has(name) && !without.includes(name))
  return makeZip([...kept, ...parts], zip)
}

export function docx(options: MadeOffice = {}): Buffer {
  const type = options.mainType ?? `${formats}.wordprocessingml.document.main+xml`
  const ns = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const base = [
    { name: '[Content_Types].xml', data: contentTypes('word/document.xml', type) },
    {
      name: '_rels/.rels',
      data: relations([{ type: 'officeDocument', target: 'word/document.xml', external: false }]),
    },
    {
      name: 'word/document.xml',
      data: `${xml}<w:document xmlns:w="${ns}"><w:body><w:p><w:r><w:t>Attestation de vigilance, délivrée à Orléans</w:t></w:r></w:p></w:body></w:document>`,
    },
  ]
  return assemble(base, options)
}

export function xlsx(options: MadeOffice = {}): Buffer {
  const type = options.mainType ?? `${formats}.spreadsheetml.sheet.main+xml`
  const ns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const base = [
    { name: '[Content_Types].xml', data: contentTypes('xl/workbook.xml', type) },
    {
      name: '_rels/.rels',
      data: relations([{ type: 'officeDocument', target: 'xl/workbook.xml', external: false }]),
    },
    { name: 'xl/workbook.xml', data: `${xml}<workbook xmlns="${ns}"><sheets/></workbook>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `${xml}<worksheet xmlns="${ns}"><sheetData><row r="1"><c r="A1"><v>42</v></c></row></sheetData></worksheet>`,
    },
    { name: 'xl/printerSettings/printerSettings1.bin', data: Buffer.alloc(64, 1) },
  ]
  return assemble(base, options)
}

export function openDocument(kind: 'text' | 'spreadsheet', options: MadeOffice = {}): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`
  const base = [
    { name: 'mimetype', data: options.mainType ?? type, stored: true },
    {
      name: 'content.xml',
      data: `${xml}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body/></office:document-content>`,
    },
    {
      name: 'META-INF/manifest.xml',
      data: `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
    },
  ]
  return assemble(base, options)
}
