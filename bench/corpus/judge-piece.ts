// Judges a piece with the parts of the product that judge an answer: nothing is decided here.
import { readFileSync } from 'node:fs'
import { inspectFile } from '@vigie/inspect'
import { readScan } from '@vigie/ocr'
import { lookForValues, type Reading } from '@vigie/readers'
import { judgeFile, openTrust } from '@vigie/seals'
import type { DocumentType } from '../../server/src/domain/evaluation/catalogue/catalogue.schema.ts'
import { effectiveDateOf, expirationDate } from '../../server/src/domain/evaluation/catalogue/validity.ts'
import {
  judgeAnswer,
  readAs,
  type Judgement,
} from '../../server/src/domain/evaluation/checks/judge-answer.ts'
import type { LookFinding } from '../../server/src/domain/evaluation/checks/look-at-pages.ts'
import { readContent, type PdfContent } from '../../server/src/domain/evaluation/checks/pdf-content.ts'
import { pdfLimits } from '../../server/src/domain/evaluation/checks/pdf-text.ts'
import { isPicture, readScanned } from '../../server/src/domain/evaluation/checks/read-pictures.ts'
import { explainSaves } from '../../server/src/domain/evaluation/checks/seal-findings.ts'
import {
  reachVerdict,
  type Verdict,
} from '../../server/src/domain/evaluation/checks/verdict/reach-verdict.ts'
import { today, type Kind } from './facts.ts'
import type { Piece } from './pieces.ts'

export interface Judged {
  readonly verdict: Verdict
  /** Of an account that also lets scans be accepted alone. */
  readonly withScans: Verdict
  readonly findings: readonly string[]
  readonly readings: readonly ReadValue[]
  /** Until it was judged, without the look at its pages, for which nobody waits. */
  readonly milliseconds: number
}

interface ReadValue {
  readonly name: string
  readonly value: string
  readonly confidence: number
}

export interface Court {
  /** Roots that the installation trusts, in DER. */
  readonly roots: readonly Buffer[]
  /** Whether the pages of what would be accepted alone are looked at, which takes seconds for each. */
  readonly looks: boolean
}

const languages = { languages: ['fra', 'eng'], dataFolder: null }
const now = new Date(`${today}T12:00:00Z`)

export async function judgePiece(piece: Piece, { roots, looks }: Court): Promise<Judged> {
  const began = performance.now()
  const { bytes, contentType, kind } = piece
  const type = documentType(kind)
  const read = await contentOf(piece)
  const seal =
    contentType === 'application/pdf' ? judgeFile(bytes, { now, trust: openTrust(null, roots) }) : null
  const content = read && seal ? explainSaves(read, seal) : read
  const file = readAs(kind, { evidenceId: 1, warnings: await warningsOf(piece), content, seal })
  const answer = answerOf(piece, type)
  const judgement = judgeAnswer({ ...answer, type, today, files: [file], banks: new Map() })
  const verdict = verdictOn(type, judgement, false)
  const milliseconds = performance.now() - began
  const isLookedAt = looks && verdict === 'ACCEPT' && file.reading !== null
  const look = isLookedAt ? await lookAt(bytes, file.reading) : null
  return {
    verdict: look === null ? verdict : 'PERSON',
    withScans: look === null ? verdictOn(type, judgement, true) : 'PERSON',
    findings: [...judgement.findings.map(({ code }) => code), ...(look === null ? [] : [look])],
    readings: file.reading?.fields ?? [],
    milliseconds,
  }
}

/** The product looks before it judges, and at more; only what would be accepted alone can be stopped by it. */
async function lookAt(bytes: Buffer, reading: Reading): Promise<LookFinding | null> {
  const { pages } = await readScan(bytes, { type: 'application/pdf', ...languages })
  const look = lookForValues(reading, pages)
  if (look === 'SHOWN') return null
  return look === 'DIFFERS' ? 'TEXT_NOT_AS_SHOWN' : 'TEXT_NOT_SEEN'
}

async function contentOf({ bytes, contentType }: Piece): Promise<PdfContent | null> {
  const content =
    contentType === 'application/pdf' ? await readContent(bytes, pdfLimits).catch(() => null) : null
  if (!isPicture(contentType, content)) return content
  const { content: scanned } = await readScanned(bytes, contentType, languages)
  return scanned ?? content
}

async function warningsOf({ bytes, contentType }: Piece): Promise<readonly string[]> {
  const verdict = await inspectFile({
    content: { size: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) },
    fileName: contentType === 'application/pdf' ? 'piece.pdf' : 'piece.jpg',
  })
  // A file that is refused never reaches a verdict; it goes back to its sender.
  return verdict.kind === 'REFUSED' ? [verdict.code] : verdict.warnings
}

/** Of an account that allows everything, from a contact, and not drawn as a sample. */
function verdictOn(type: DocumentType, judgement: Judgement, acceptScans: boolean): Verdict {
  return reachVerdict({
    allowed: { accept: true, acceptScans, sendBack: true },
    judgement,
    isDelicate: type.bankDetails,
    evidenceIds: [1],
    isSentByContact: true,
    wasSentBack: false,
    isSample: false,
  })
}

function answerOf({ facts, declared }: Piece, type: DocumentType) {
  const { name, siren, siret, vatNumber } = facts.company
  const isForeign = facts.kind.startsWith('FOREIGN_')
  const company = isForeign
    ? { name, siren: null, siret: null, vatNumber: null }
    : { name, siren, siret, vatNumber }
  const formdata = Object.entries(declared.form).map(([key, value], order) => ({
    key,
    value,
    order,
    title: key,
    type: typeOf(type, key),
  }))
  const effectiveDate = effectiveDateOf(type, declared.effectiveDate, formdata)
  const dates = { effectiveDate, uploadDate: today, formdata }
  const forms = formdata.length > 0 ? [{ evidenceId: 2, formdata }] : []
  return { company, forms, effectiveDate, expirationDate: expirationDate(type.validity, dates) }
}

function typeOf({ fields }: DocumentType, key: string): 'date' | 'number' | 'iban' | 'string' {
  const type = fields.find((field) => field.key === key)?.type
  return type === 'date' || type === 'number' || type === 'iban' ? type : 'string'
}

const known = new Map<Kind, DocumentType>()

/** As it is shipped. */
function documentType(kind: Kind): DocumentType {
  const found = known.get(kind)
  if (found !== undefined) return found
  const name = kind.toLowerCase().replaceAll('_', '-')
  const path = new URL(`../../catalogue/documents/${name}.json`, import.meta.url)
  const type = JSON.parse(readFileSync(path, 'utf8')) as DocumentType
  known.set(kind, type)
  return type
}
