import { piecesOf, type ByteSource } from '../byte-source.ts'
import { hasMarkup, refuseArchiveAtEnd } from '../foreign-content.ts'
import { active, bomb, mismatch, Refusal, type InspectionLimits, type InspectionWarning } from '../verdict.ts'
import { PdfFindings, type Finding, type XrefSection } from './pdf-findings.ts'
import { PdfLexer } from './pdf-lexer.ts'
import type { StreamTask } from './pdf-stream-task.ts'
import { runTask, type PdfReading } from './pdf-streams.ts'

const manyPages = 5_000
/** Read in one go, then others have their turn. */
const turnBytes = 256 * 1024

const refused: readonly [Finding, string][] = [
  ['SCRIPT', 'the PDF contains a script'],
  ['LAUNCH', 'the PDF starts a program'],
  ['RICH_MEDIA', 'the PDF contains active media'],
  ['XFA', 'the PDF contains a dynamic form'],
]

const warned: readonly [Finding, InspectionWarning][] = [
  ['OPEN_ACTION', 'PDF_OPEN_ACTION'],
  ['ADDITIONAL_ACTIONS', 'PDF_ADDITIONAL_ACTIONS'],
  ['LOCAL_FILE', 'PDF_LINK_TO_LOCAL_FILE'],
  ['OTHER_DOCUMENT', 'PDF_LINK_TO_OTHER_DOCUMENT'],
  ['SUBMITS_FORM', 'PDF_SUBMITS_FORM'],
  ['MEDIA', 'PDF_MEDIA'],
]

export async function inspectPdf(source: ByteSource, limits: InspectionLimits): Promise<InspectionWarning[]> {
  await checkHead(source)
  const tail = await checkTail(source)
  await refuseArchiveAtEnd(source)
  const { findings, damage } = await readWhole(source, limits)
  judge(findings, limits)
  if (damage) throw damage
  checkSections(findings.sections, tail.startxref)
  const warnings = warned.filter(([finding]) => findings.found.has(finding)).map(([, warning]) => warning)
  if (findings.pages > manyPages) warnings.push('PDF_MANY_PAGES')
  if (tail.hasTrailingBytes) warnings.push('PDF_BYTES_AFTER_END')
  return warnings
}

interface Read {
  findings: PdfFindings
  /** Held back: in an encrypted PDF packed objects look damaged, and that it is encrypted is told last. */
  damage: Refusal | undefined
}

async function readWhole(source: ByteSource, limits: InspectionLimits): Promise<Read> {
  const findings = new PdfFindings(limits)
  const budget = { objectBytes: limits.maxObjectStreamBytes, countedBytes: limits.maxCountedBytes }
  const reading: PdfReading = { source, findings, limits, budget }
  const lexer = new PdfLexer(findings)
  // What unpacking finds is gathered apart, so that the objects around a stream stay whole.
  const packed = new PdfFindings(limits)
  let damage: Refusal | undefined
  for await (const { bytes } of piecesOf(source)) {
    for (let at = 0; at < bytes.length; at += turnBytes) {
      lexer.feed(bytes.subarray(at, at + turnBytes))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { tasks } = findings
    findings.tasks = []
    for (const task of tasks) damage = (await damageOf({ ...reading, findings: packed }, task)) ?? damage
  }
  lexer.end()
  findings.merge(packed)
  return { findings, damage }
}

async function damageOf(reading: PdfReading, task: StreamTask): Promise<Refusal | undefined> {
  try {
    await runTask(reading, task)
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CONTENT_MISMATCH') return error
    throw error
  }
}

function judge({ found, pages }: PdfFindings, limits: InspectionLimits): void {
  for (const [finding, reason] of refused) if (found.has(finding)) throw active(reason)
  if (found.has('ATTACHMENT') && !limits.allowPdfAttachments) throw active('the PDF carries another file')
  const reachesOut = found.has('OTHER_DOCUMENT') || found.has('SUBMITS_FORM')
  if (found.has('OPEN_ACTION') && reachesOut) throw active('the PDF opens or sends something by itself')
  if (found.has('ENCRYPTED')) throw new Refusal('ENCRYPTED', 'the PDF is encrypted')
  if (pages > limits.maxPdfPages) throw bomb('the PDF has too many pages')
  if (!found.has('ROOT')) throw mismatch('the PDF has no content')
}

const sniffedBytes = 1_500
const tailBytes = 64 * 1024
const toleratedTrailing = 1_024
const maxSections = 10_000

/**
 * Readers look for the header anywhere in the first 1,024 bytes, which makes room for another file before it. Here
 * only a byte order mark and blanks may precede it.
 */
async function checkHead(source: ByteSource): Promise<void> {
  const head = (await source.read(0, sniffedBytes)).toString('latin1')
  if (!/^(?:\xef\xbb\xbf)?[\s\0]{0,16}%PDF-[12]\.\d/.test(head))
    throw mismatch('the file does not start as a PDF')
  if (hasMarkup(head)) throw mismatch('the file is a web page as well')
}

interface PdfTail {
  startxref: number
  hasTrailingBytes: boolean
}

async function checkTail(source: ByteSource): Promise<PdfTail> {
  const from = Math.max(0, source.size - tailBytes)
  const tail = (await source.read(from, tailBytes)).toString('latin1')
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0) throw mismatch('the PDF is cut short')
  const startxref = /startxref[\s\0]+(\d{1,10})[\s\0]+(?:%[^\r\n]*[\r\n]+)*$/.exec(
    tail.slice(Math.max(0, end - 1_024), end),
  )
  if (!startxref) throw mismatch('the PDF does not say where its objects are')
  const trailing = tail.slice(end + 5).replaceAll(/[\s\0]+/g, '')
  if (trailing.length > toleratedTrailing) throw mismatch('behind the end of the PDF follows something else')
  if (hasMarkup(tail.slice(end))) throw mismatch('behind the end of the PDF follows a web page')
  return { startxref: Number(startxref[1]), hasTrailingBytes: trailing.length > 0 }
}

/** Readers repair tables that are a little off, and so do not mind; one that leads back to itself is refused. */
function checkSections(sections: XrefSection[], startxref: number): void {
  if (sections.length === 0) throw mismatch('the PDF has no table of its objects')
  if (sections.length > maxSections) throw mismatch('the PDF has too many tables of its objects')
  const at = (place: number) => sections.find((it) => it.at >= place && it.at <= place + 40)
  const seen = new Set<XrefSection>()
  for (let section = at(startxref); section; section = follow(section, at)) {
    if (seen.has(section)) throw mismatch('the tables of the PDF form a loop')
    seen.add(section)
  }
}

function follow(
  section: XrefSection,
  at: (place: number) => XrefSection | undefined,
): XrefSection | undefined {
  return section.previous === undefined ? undefined : at(section.previous)
}
