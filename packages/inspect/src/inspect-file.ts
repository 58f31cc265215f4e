import { fileTypeFromBuffer } from 'file-type'
import { openSource, piecesOf, textPieceBytes, type ByteSource, type Content } from './byte-source.ts'
import { acceptedExtensions, checkDeclared, kindOfName, type FileKind } from './file-kinds.ts'
import { binaryCharacter, startsAsOtherFormat } from './first-bytes.ts'
import { refuseArchiveAtEnd } from './foreign-content.ts'
import { inspectJpeg } from './images/inspect-jpeg.ts'
import { inspectPng } from './images/inspect-png.ts'
import { inspectTiff } from './images/inspect-tiff.ts'
import { inspectOffice, refuseOldContainer } from './office/inspect-office.ts'
import { inspectPdf } from './pdf/inspect-pdf.ts'
import {
  defaultLimits,
  mismatch,
  Refusal,
  type InspectionLimits,
  type InspectionWarning,
  type Verdict,
} from './verdict.ts'

export interface FileToInspect {
  /** Bytes kept anywhere, or a file on this machine. */
  content: Content | { readonly path: string }
  fileName: string
  declaredType?: string
  limits?: Partial<InspectionLimits>
  /** Ends an inspection that the caller no longer wants; it then rejects with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Whether the bytes are what the name says and nothing more. Reads a file of any size in pieces of 1 MiB (at most
 * 16 MiB at a time, plus the unpacked objects of a PDF, at most 64 MiB) and lets other work in between. Content that
 * cannot be read rejects: such a file stays unchecked, and is never taken for a good one.
 */
export async function inspectFile(file: FileToInspect): Promise<Verdict> {
  const { signal } = file
  const opened = await openSource(file.content)
  const source = signal ? abortable(opened, signal) : opened
  try {
    return await judge(source, file)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'REFUSED', code: error.code, reason: error.message }
    throw error
  } finally {
    await opened.close()
  }
}

function abortable(source: ByteSource, signal: AbortSignal): ByteSource {
  return {
    ...source,
    async read(position, length) {
      signal.throwIfAborted()
      return await source.read(position, length)
    },
  }
}

async function judge(source: ByteSource, file: FileToInspect): Promise<Verdict> {
  if (source.size === 0) throw new Refusal('EMPTY', 'the file is empty')
  const kind = kindOfName(file.fileName)
  if (!kind) throw new Refusal('TYPE_REFUSED', `the extension is none of ${acceptedExtensions.join(', ')}`)
  const declared = checkDeclared(kind, file.declaredType)
  if (declared === 'NOT_ACCEPTED') throw new Refusal('TYPE_REFUSED', 'the declared type is not accepted')
  if (declared === 'OTHER_KIND') throw mismatch('the declared type does not fit the extension')
  const warnings = await inspectKind(source, kind, { ...defaultLimits, ...file.limits })
  return { kind: 'CLEAN', contentType: kind.contentType, extension: kind.extension, warnings }
}

async function inspectKind(
  source: ByteSource,
  kind: FileKind,
  limits: InspectionLimits,
): Promise<InspectionWarning[]> {
  if (kind.family === 'TEXT') return await inspectText(source, kind.extension === 'csv')
  if (kind.family === 'PDF') return await inspectPdf(source, limits)
  if (kind.family === 'OOXML' || kind.family === 'ODF') {
    await refuseOldContainer(source)
    return await inspectOffice(source, kind, limits)
  }
  await refuseOtherImage(source, kind)
  await refuseArchiveAtEnd(source)
  if (kind.family === 'PNG') return await inspectPng(source, limits)
  return kind.family === 'JPEG' ? await inspectJpeg(source, limits) : await inspectTiff(source, limits)
}

async function refuseOtherImage(source: ByteSource, kind: FileKind): Promise<void> {
  const found = await fileTypeFromBuffer(await source.read(0, 4_100))
  // An animated PNG is a PNG too.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  if (mime !== kind.contentType) throw mismatch(`the content is ${mime ?? 'of no known type'}`)
}

const pageOrScript = /<(?:script|html|svg|iframe|body|object|embed)[\s/>]|<!doctype|<!entity|<\?(?:php|xml)/i
const formula = /(?:^|[;,\t\n\r"])[=@][A-Za-z(]/
const overlap = 64

/** UTF-8, or a one-byte encoding as French spreadsheets still write it; never anything a browser would run. */
async function inspectText(source: ByteSource, isCsv: boolean): Promise<InspectionWarning[]> {
  let carried = ''
  let hasFormula = false
  for await (const { at, bytes } of piecesOf(source, 0, source.size, textPieceBytes)) {
    const text = carried + bytes.toString('latin1')
    if (at === 0 && startsAsOtherFormat(text)) {
      throw mismatch('the content is of another format than text')
    }
    if (binaryCharacter.test(text)) throw mismatch('the content is not text')
    if (pageOrScript.test(text)) throw mismatch('the text is a web page or a script')
    hasFormula ||= isCsv && formula.test(text)
    carried = text.slice(-overlap)
  }
  return hasFormula ? ['CSV_FORMULA'] : []
}
