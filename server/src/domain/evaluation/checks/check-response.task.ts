import { buffer } from 'node:stream/consumers'
import { inspectFile } from '@vigie/inspect'
import type { Reading } from '@vigie/readers'
import { sql } from 'kysely'
import {
  isTestVirus,
  storedContent,
  testVirusBytes,
  openVerifiedStream,
  type ObjectStore,
  type Scanner,
} from '../../../platform/files/index.ts'
import type { Db, ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { examineBankDetails } from '../bank/examine-bank-details.ts'
import { evidencesOf, type OwnEvidence } from '../answers/evidences.ts'
import { trustOf, type TrustInForce } from '../../trust/index.ts'
import type { Codes } from './codes/codes.ts'
import type { PlacedCode } from './codes/see-codes.ts'
import { concludeCheck, type ExaminedFile, type Scan } from './conclude-check.ts'
import { readAs } from './judge-answer.ts'
import { judgeSeals, type SealLimits } from './judge-seals.ts'
import type { LookFinding } from './look-at-pages.ts'
import { readPdf } from './pdf-text.ts'
import { isPicture, type ScanSettings } from './read-pictures.ts'
import { explainSaves } from './seal-findings.ts'
import type { Verdicts } from './verdict/decide-alone.ts'
import { verifyAfterChecks } from './verification/request-verification.ts'

export interface CheckDeps extends Omit<ExamineDeps, 'signal' | 'seals'> {
  /** How much judging the seals of one file may take, instead of the usual. */
  readonly sealLimits?: Partial<SealLimits>
  /** Codes of the documents whose files a provider verifies next; null without a provider. */
  readonly verifiedCodes?: readonly string[] | null
  /** Where the link in a mail to its sender leads; null: nobody is written to. */
  readonly publicUrl: string | null
  /** What is known of the banks and odd about the accounts that were sent. */
  readonly examineBank: typeof examineBankDetails
  /** How pages without text are read; null: they are left to people. */
  readonly scans?: ScanSettings | null
  /** Who decides, and how that is done. */
  readonly verdicts: Verdicts
  /** How codes on the pages are seen and judged. */
  readonly codes: Codes
}

/**
 * Checks an answer that was submitted. What takes long happens before the transaction that stores the result, which
 * looks again whether the answer still waits for it: a job that runs twice, or too late, changes nothing.
 */
export const checkResponse =
  (deps: CheckDeps): Handler<'responses.check'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const waiting = await db.read(scope, (tx) =>
      findWaiting(tx, scope, { responseId, verdicts: deps.verdicts }),
    )
    if (waiting === null) return
    const files = (await examineFiles(waiting, deps, signal)).map((file) => readAs(waiting.code, file))
    // Recognising letters takes a core for seconds: those that are quick to check do not wait for it.
    if (deps.scans && (isForScans(files) || files.some((file) => isToBeSeen(waiting, file)))) {
      await db.write(scope, (tx) => enqueueScans(tx, scope, responseId))
      return
    }
    const seen: ReadFile[] = []
    for (const file of files) seen.push({ ...file, codes: await codesOf(waiting, file, deps) })
    await conclude({ responseId, files: seen }, deps, { db, scope })
  }

/**
 * Those of a PDF with text; of pages without text they come with the words. Where nothing is drawn on a page there is
 * none, and where no page is read as a picture nobody looks.
 */
export async function codesOf(
  { evidences }: Waiting,
  { evidenceId, fileState, contentType, content }: ExaminedFile,
  { codes, store, scans }: Pick<CheckDeps, 'codes' | 'store' | 'scans'>,
): Promise<readonly PlacedCode[]> {
  const evidence = evidences.find((one) => one.evidenceId === evidenceId)
  const pages = content?.drawnPages ?? []
  if (!scans || !evidence || fileState !== 'CLEAN' || contentType !== pdfType || pages.length === 0) return []
  return codes.see({ ...toStored(evidence), contentType }, pages, store)
}

export interface Waiting {
  /** Of the document it answers. */
  readonly code: string
  readonly evidences: readonly OwnEvidence[]
  /** By the clock of the account. */
  readonly now: Date
  readonly trust: TrustInForce
  /** Whether the checks may accept such an answer without a person. */
  readonly mayAccept: boolean
}

export async function findWaiting(
  tx: ReadTx,
  scope: Scope,
  { responseId, verdicts }: { readonly responseId: number; readonly verdicts: Verdicts },
): Promise<Waiting | null> {
  const answer = await findAnswer(tx, scope, responseId)
  if (answer?.state !== 'CHECKING') return null
  const { code, now } = answer
  const [trust, evidences] = [await trustOf(tx, scope), await evidencesOf(tx, scope, responseId)]
  return { code, now, trust, evidences, mayAccept: await verdicts.mayAccept(tx, scope, code) }
}

export async function examineFiles(
  { evidences, now, trust }: Waiting,
  deps: CheckDeps,
  signal: AbortSignal,
): Promise<ExaminedFile[]> {
  const seals = { now, trust, limits: deps.sealLimits ?? {} }
  const files: ExaminedFile[] = []
  for (const evidence of evidences.filter(({ kind }) => kind === 'FILE'))
    files.push(await examineFile(evidence, { ...deps, seals, signal }))
  return files
}

/** Of an answer with a file that cannot be handed out, nothing is read. */
export function isForScans(files: readonly ExaminedFile[]): boolean {
  return (
    files.every(({ fileState }) => fileState === 'CLEAN') &&
    files.some(({ contentType, content }) => isPicture(contentType, content))
  )
}

async function enqueueScans(tx: Tx, { accountId }: Scope, responseId: number): Promise<void> {
  const jobKey = `responses.check-scans:${accountId}:${responseId}`
  await enqueue(tx, 'responses.check-scans', { accountId, responseId }, { jobKey, queueName: 'scans' })
}

export type ReadFile = ExaminedFile & {
  readonly reading: Reading | null
  readonly look?: LookFinding | null
  readonly codes?: readonly PlacedCode[]
}

/** A text that decides without a person must be the one that a person would see. */
export function isToBeSeen(
  { code, mayAccept }: Waiting,
  { fileState, contentType, reading }: ReadFile,
): boolean {
  if (!mayAccept || fileState !== 'CLEAN' || contentType !== pdfType) return false
  return reading?.kinds.some(({ kind }) => kind === code) === true
}

interface Concluded {
  readonly responseId: number
  readonly files: readonly ReadFile[]
}

export async function conclude(
  { responseId, files }: Concluded,
  deps: CheckDeps,
  { db, scope }: { db: Db; scope: Scope },
): Promise<void> {
  try {
    await db.write(scope, async (tx) => {
      await concludeCheck(tx, scope, { responseId, files, ...deps })
      const documentCodes = deps.verifiedCodes ?? []
      if (documentCodes.length > 0) await verifyAfterChecks(tx, scope, { responseId, documentCodes })
    })
  } catch (error) {
    // Frozen with its dossier; it is checked again should the dossier come back.
    if (error instanceof AppError && error.code === 'DOSSIER_ARCHIVED') return
    throw error
  }
}

interface WaitingAnswer {
  readonly state: string
  /** Of the document it answers. */
  readonly code: string
  /** By the clock of the account. */
  readonly now: Date
}

function findAnswer(
  tx: ReadTx,
  { accountId }: Scope,
  responseId: number,
): Promise<WaitingAnswer | undefined> {
  return tx
    .selectFrom('response as r')
    .innerJoin('document as d', (join) =>
      join.onRef('d.account_id', '=', 'r.account_id').onRef('d.document_id', '=', 'r.document_id'),
    )
    .select(['r.state', 'd.code', sql<Date>`account_now(${accountId})`.as('now')])
    .where('r.account_id', '=', accountId)
    .where('r.response_id', '=', responseId)
    .executeTakeFirst()
}

interface ExamineDeps {
  readonly store: ObjectStore
  /** Null: none is configured, and evidences say so. */
  readonly scanner: Scanner | null
  /** How long the text of one file may take, instead of the usual time. */
  readonly pdfTimeoutMs?: number
  /** How seals are judged; without it they are not. */
  readonly seals?: { readonly now: Date; readonly trust: TrustInForce; readonly limits: Partial<SealLimits> }
  readonly signal: AbortSignal
}

const pdfType = 'application/pdf'
const maxTextBytes = 32 * 1024 * 1024

/**
 * Whether a file may be handed out, and what is written in it. A store or scanner that gives no answer rejects: the
 * file stays unchecked and is looked at again later.
 */
export async function examineFile(evidence: OwnEvidence, deps: ExamineDeps): Promise<ExaminedFile> {
  const { evidenceId, fileState, contentType } = evidence
  const stored = toStored(evidence)
  if (fileState === 'CLEAN') {
    const known = { evidenceId, fileState, contentType, refusal: null, scan: null, warnings: [] }
    return { ...known, ...(await openPdf(stored, contentType, deps)) }
  }
  const verdict = await inspectFile({
    content: await storedContent(deps.store, stored.key),
    fileName: evidence.fileName ?? '',
    signal: deps.signal,
  })
  const refused = { evidenceId, contentType: null, warnings: [], content: null, seal: null }
  if (verdict.kind === 'REFUSED') {
    return { ...refused, fileState: 'REFUSED', refusal: `UPLOAD_${verdict.code}`, scan: 'NOT_SCANNED' }
  }
  const { scan, signature } = await scanObject(stored, deps)
  if (scan === 'INFECTED') return { ...refused, fileState: 'INFECTED', refusal: signature, scan }
  // Beyond what the scanner looks at is not known to be harmless.
  if (scan === 'NOT_SCANNED') return { ...refused, fileState: 'REFUSED', refusal: 'NOT_SCANNED', scan }
  const { warnings } = verdict
  return {
    evidenceId,
    fileState: 'CLEAN',
    contentType: verdict.contentType,
    refusal: null,
    scan,
    warnings,
    ...(await openPdf(stored, verdict.contentType, deps)),
  }
}

interface Stored {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

export function toStored({ evidenceId, objectKey, fileSize, sha256 }: OwnEvidence): Stored {
  if (objectKey === null || fileSize === null || sha256 === null) {
    throw new Error(`Evidence ${evidenceId} is a file without an object.`)
  }
  return { key: objectKey, size: fileSize, sha256 }
}

async function scanObject(
  { key, size, sha256 }: Stored,
  { store, scanner }: ExamineDeps,
): Promise<{ scan: Scan; signature: string | null }> {
  const read = () => openVerifiedStream(store, key, { size, sha256 })
  if (scanner === null) {
    const isInfected = size <= testVirusBytes && isTestVirus(await buffer(await read()))
    return isInfected
      ? { scan: 'INFECTED', signature: 'EICAR-Test-File' }
      : { scan: 'NOT_CONFIGURED', signature: null }
  }
  const result = await scanner.scan(await read(), size)
  return { scan: result.kind, signature: result.kind === 'INFECTED' ? result.signature.slice(0, 200) : null }
}

/** What is written in it and who sealed it. */
async function openPdf(
  { key, size, sha256 }: Stored,
  contentType: string | null,
  { store, pdfTimeoutMs: timeoutMs, seals }: ExamineDeps,
): Promise<Pick<ExaminedFile, 'content' | 'seal'>> {
  if (contentType !== pdfType) return { content: null, seal: null }
  // Of a file that is too large nothing is taken, and it is said that its seals were not judged.
  const isLarge = size > maxTextBytes
  const bytes = isLarge ? null : await buffer(await openVerifiedStream(store, key, { size, sha256 }))
  const seal = seals ? await judgeSeals({ bytes, sha256, ...seals }, seals.limits) : null
  const content = bytes && (await readPdf(bytes, timeoutMs === undefined ? {} : { timeoutMs }))
  return { content: content && seal ? explainSaves(content, seal) : content, seal }
}
