export type Family = 'PDF' | 'PNG' | 'JPEG' | 'TIFF' | 'OOXML' | 'ODF' | 'TEXT'

export interface FileKind {
  extension: string
  contentType: string
  family: Family
  /** What browsers and mail programs declare for it besides its own type. */
  alsoDeclared: readonly string[]
}

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** A list: everything the service accepts. */
export const fileKinds: readonly FileKind[] = [
  kind('pdf', 'PDF', 'application/pdf', ['application/x-pdf']),
  kind('png', 'PNG', 'image/png', ['image/x-png']),
  kind('jpg', 'JPEG', 'image/jpeg', ['image/jpg', 'image/pjpeg']),
  kind('tif', 'TIFF', 'image/tiff', ['image/tif', 'image/x-tiff']),
  kind('docx', 'OOXML', `${office}.wordprocessingml.document`, ['application/zip']),
  kind('xlsx', 'OOXML', `${office}.spreadsheetml.sheet`, ['application/zip', 'application/vnd.ms-excel']),
  kind('odt', 'ODF', `${openDocument}.text`, ['application/zip']),
  kind('ods', 'ODF', `${openDocument}.spreadsheet`, ['application/zip']),
  kind('csv', 'TEXT', 'text/csv', ['application/csv', 'text/plain', 'application/vnd.ms-excel']),
  kind('txt', 'TEXT', 'text/plain', []),
]

export const acceptedExtensions: readonly string[] = fileKinds.map(({ extension }) => extension)

const synonyms = new Map([
  ['jpeg', 'jpg'],
  ['jpe', 'jpg'],
  ['tiff', 'tif'],
])

function kind(
  extension: string,
  family: Family,
  contentType: string,
  alsoDeclared: readonly string[],
): FileKind {
  return { extension, family, contentType, alsoDeclared }
}

export function kindOfName(fileName: string): FileKind | undefined {
  const dot = fileName.lastIndexOf('.')
  if (dot < 1) return undefined
  const extension = fileName.slice(dot + 1).toLowerCase()
  const canonical = synonyms.get(extension) ?? extension
  return fileKinds.find((it) => it.extension === canonical)
}

export type Declared = 'AGREES' | 'OTHER_KIND' | 'NOT_ACCEPTED'

/** Senders that do not know declare nothing, or bytes: that contradicts no extension. */
export function checkDeclared(found: FileKind, declared: string | undefined): Declared {
  const type = (declared ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === '' || type === 'application/octet-stream') return 'AGREES'
  const declares = (it: FileKind) => it.contentType === type || it.alsoDeclared.includes(type)
  if (declares(found)) return 'AGREES'
  return fileKinds.some(declares) ? 'OTHER_KIND' : 'NOT_ACCEPTED'
}
