import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { ByteSource } from '../byte-source.ts'
import type { FileKind } from '../file-kinds.ts'
import { refuseMarkup } from '../foreign-content.ts'
import { active, bomb, mismatch, Refusal, type InspectionLimits, type InspectionWarning } from '../verdict.ts'
import { asMismatch, openArchive, type Archive } from './archive.ts'
import { PartRules } from './part-rules.ts'
import { judgeRelations, judgeXml, refuseOddEncoding } from './xml-rules.ts'

const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/** Office programs wrap a document with a password in their old container. */
export async function refuseOldContainer(source: ByteSource): Promise<void> {
  const head = await source.read(0, 8)
  if (!head.equals(compound)) return
  const start = await source.read(0, 1024 * 1024)
  if (start.includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    throw new Refusal('ENCRYPTED', 'the document is protected by a password')
  }
  throw mismatch('the document is of an older format')
}

const activeParts =
  /vbaProject|vbaData|(?:^|\/)(?:macrosheets|activeX|Scripts|customUI)\/|\.(?:bin|ocx|exe|dll|js|vbs|hta|class|jar|x?html?|mht(?:ml)?|rtf)$|^Basic\/.*\/(?!script-l[bc]\.xml$)[^/]+\.xml$/i
/** Binary parts that carry no program: printer settings. */
const plainBinaries = /printerSettings\d*\.bin$/i
const xmlParts = /\.(?:xml|rels|vml|rdf)$|^mimetype$/i

export async function inspectOffice(
  source: ByteSource,
  kind: FileKind,
  limits: InspectionLimits,
): Promise<InspectionWarning[]> {
  const archive = await openArchive(source, limits)
  for (const { fileName } of archive.entries) {
    if (activeParts.test(fileName) && !plainBinaries.test(fileName)) {
      throw active('the document contains macros or objects')
    }
  }
  const warnings = new Set<InspectionWarning>()
  for (const entry of archive.entries) await inspectPart(archive, entry, warnings)
  await checkKind(archive, kind)
  await refuseMarkup(source, Math.max(0, source.size - 65_536))
  return [...warnings]
}

const overlap = 4_096
const smallBytes = 1_000_000

/** Every part is unpacked once, piece by piece: sizes and checksums that lie are found, and nothing is kept. */
async function inspectPart(archive: Archive, entry: Entry, warnings: Set<InspectionWarning>): Promise<void> {
  if (entry.fileName.endsWith('/')) return
  const isRelations = /\.rels$/i.test(entry.fileName)
  if (isRelations && entry.uncompressedSize > smallBytes) throw bomb('the document has too many relations')
  let rules: PartRules | null = null
  let carried = ''
  let isFirst = true
  let crc = 0
  const stream = await archive.open(entry)
  await asMismatch(async () => {
    for await (const piece of stream) {
      const bytes = piece as Buffer
      if (isFirst) rules = beginPart(entry.fileName, bytes, warnings)
      isFirst = false
      crc = crc32(bytes, crc)
      if (rules === null) continue
      const text = carried + bytes.toString('latin1')
      judgeXml(text)
      rules.write(bytes)
      // Relations are few, and judged as a whole.
      carried = isRelations ? text : text.slice(-overlap)
    }
    rules?.end()
  })
  if (isRelations) judgeRelations(carried, warnings)
  if (crc !== entry.crc32) throw mismatch('the archive is damaged')
}

/** What a part is says its content: relations may name a part as they like. */
function beginPart(name: string, head: Buffer, warnings: Set<InspectionWarning>): PartRules | null {
  const start = head
    .toString('latin1', 0, 1_024)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  const isXml = xmlParts.test(name) || /^(?:\xfe\xff|\xff\xfe)?(?:<|\0<)/.test(start)
  if (isXml) refuseOddEncoding(head)
  refuseNested(head, name)
  if (/^(?:<(?:!doctype\s+html|html|head|body|script)[\s>]|\{\\rtf|MIME-Version:)/i.test(start))
    throw active('the document carries another document')
  return isXml ? new PartRules(warnings) : null
}

function refuseNested(head: Buffer, name: string): void {
  const isArchive = head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
  if (isArchive && /(?:^|\/)embeddings\//i.test(name)) throw active('the document carries another document')
  if (isArchive) throw bomb('the archive holds another archive')
  const isProgram = head.toString('latin1', 0, 2) === 'MZ' || head.toString('latin1', 0, 4) === '\x7fELF'
  if (isProgram || head.subarray(0, 8).equals(compound))
    throw active('the document carries a program or an object')
  if (head.toString('latin1', 0, 5) === '%PDF-') throw active('the document carries another document')
}

const mainTypes: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}

async function checkKind(archive: Archive, kind: FileKind): Promise<void> {
  if (kind.family === 'ODF') {
    const declared = await readSmall(archive, 'mimetype')
    const content = archive.entries.some(({ fileName }) => fileName === 'content.xml')
    if (declared.trim() !== kind.contentType || !content)
      throw mismatch(`the archive is no .${kind.extension}`)
    return
  }
  const types = await readSmall(archive, '[Content_Types].xml')
  const wanted = mainTypes[kind.extension] ?? ''
  if (!types.includes(`"${wanted}"`) && !types.includes(`'${wanted}'`)) {
    throw mismatch(`the archive is no .${kind.extension}`)
  }
}

async function readSmall(archive: Archive, name: string): Promise<string> {
  const entry = archive.entries.find(({ fileName }) => fileName === name)
  if (!entry || entry.uncompressedSize > smallBytes) throw mismatch('the archive is no office document')
  const chunks: Buffer[] = []
  for await (const chunk of await archive.open(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
