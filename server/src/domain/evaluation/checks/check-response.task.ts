import type { Reading } from '@vigie/readers'
import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { examineBankDetails } from '../bank/examine-bank-details.ts'
import { evidencesOf, type OwnEvidence } from '../answers/evidences.ts'
import { trustOf, type TrustInForce } from '../../trust/index.ts'
import type { Codes } from './codes/codes.ts'
import type { PlacedCode } from './codes/see-codes.ts'
import { concludeCheck, type ExaminedFile } from './conclude-check.ts'
import { examineFile, pdfType, toStored, type ExamineDeps } from './examine-file.ts'
import { readAs } from './judge-answer.ts'
import type { SealLimits } from './judge-seals.ts'
import { lookAtPages, type LookFinding } from './look-at-pages.ts'
import { engineOf, isPicture, readPicture, type PictureReading, type ScanSettings } from './read-pictures.ts'
import { keptScan } from './scans.queries.ts'
import type { Verdicts } from './verdict/decide-alone.ts'
import { verifyAfterChecks } from './verification/request-verification.ts'

interface Deps extends Omit<ExamineDeps, 'signal' | 'seals'> {
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
  (deps: Deps): Handler<'responses.check'> =>
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

/** Checks an answer whose pages must be looked at as pictures, one after the other in the whole installation. */
export const checkScans =
  (deps: Deps): Handler<'responses.check-scans'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const waiting = await db.read(scope, (tx) =>
      findWaiting(tx, scope, { responseId, verdicts: deps.verdicts }),
    )
    if (waiting === null) return
    const keptOf = ({ evidenceId }: ExaminedFile, scans: ScanSettings) =>
      db.read(scope, (tx) => keptScan(tx, scope, evidenceId, engineOf(scans)))
    const files: ReadFile[] = []
    for (const file of await examineFiles(waiting, deps, signal))
      files.push(await seeFile(waiting, file, { ...deps, keptOf }))
    await conclude({ responseId, files }, deps, { db, scope })
  }

type Kept = Pick<PictureReading, 'content' | 'codes'>

interface SeeDeps extends Pick<Deps, 'store' | 'scans' | 'codes'> {
  /** What was recognised while the file was in a draft; undefined where nobody looked. */
  readonly keptOf: (file: ExaminedFile, scans: ScanSettings) => Promise<Kept | undefined>
}

/** Reads what has no text, and compares text that may be believed alone with what the pages show. */
async function seeFile(waiting: Waiting, file: ExaminedFile, deps: SeeDeps): Promise<ReadFile> {
  const { store, scans, keptOf } = deps
  const evidence = waiting.evidences.find(({ evidenceId }) => evidenceId === file.evidenceId)
  const read = readAs(waiting.code, file)
  if (!scans || !evidence || file.fileState !== 'CLEAN') return read
  const stored = { ...toStored(evidence), contentType: file.contentType }
  if (isForScans([file])) {
    const kept = await keptOf(file, scans)
    const { content, codes } = kept ?? (await readPicture(stored, store, scans))
    return content === null ? { ...read, codes } : { ...readAs(waiting.code, { ...file, content }), codes }
  }
  const seen = { ...read, codes: await codesOf(waiting, read, deps) }
  if (read.reading === null || !isToBeSeen(waiting, read)) return seen
  return { ...seen, look: await lookAtPages({ stored, reading: read.reading }, store, scans) }
}

/** Text without a picture beside it holds none, and is not drawn for it. */
async function codesOf(
  { evidences }: Waiting,
  { evidenceId, fileState, contentType, content }: ExaminedFile,
  { codes, store }: Pick<Deps, 'codes' | 'store'>,
): Promise<readonly PlacedCode[]> {
  const evidence = evidences.find((one) => one.evidenceId === evidenceId)
  if (!evidence || fileState !== 'CLEAN') return []
  const isPdf = contentType === pdfType
  const pages = content?.drawnPages ?? []
  if (isPdf && pages.length === 0) return []
  return codes.see({ ...toStored(evidence), contentType }, isPdf ? pages : null, store)
}

interface Waiting {
  /** Of the document it answers. */
  readonly code: string
  readonly evidences: readonly OwnEvidence[]
  /** By the clock of the account. */
  readonly now: Date
  readonly trust: TrustInForce
  /** Whether the checks may accept such an answer without a person. */
  readonly mayAccept: boolean
}

async function findWaiting(
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

async function examineFiles(
  { evidences, now, trust }: Waiting,
  deps: Deps,
  signal: AbortSignal,
): Promise<ExaminedFile[]> {
  const seals = { now, trust, limits: deps.sealLimits ?? {} }
  const files: ExaminedFile[] = []
  for (const evidence of evidences.filter(({ kind }) => kind === 'FILE'))
    files.push(await examineFile(evidence, { ...deps, seals, signal }))
  return files
}

/** Of an answer with a file that cannot be handed out, nothing is read. */
function isForScans(files: readonly ExaminedFile[]): boolean {
  return (
    files.every(({ fileState }) => fileState === 'CLEAN') &&
    files.some(({ contentType, content }) => isPicture(contentType, content))
  )
}

async function enqueueScans(tx: Tx, { accountId }: Scope, responseId: number): Promise<void> {
  const jobKey = `responses.check-scans:${accountId}:${responseId}`
  await enqueue(tx, 'responses.check-scans', { accountId, responseId }, { jobKey, queueName: 'scans' })
}

type ReadFile = ExaminedFile & {
  readonly reading: Reading | null
  readonly look?: LookFinding | null
  readonly codes?: readonly PlacedCode[]
}

/** A text that decides without a person must be the one that a person would see. */
function isToBeSeen({ code, mayAccept }: Waiting, { fileState, contentType, reading }: ReadFile): boolean {
  if (!mayAccept || fileState !== 'CLEAN' || contentType !== pdfType) return false
  return reading?.kinds.some(({ kind }) => kind === code) === true
}

interface Concluded {
  readonly responseId: number
  readonly files: readonly ReadFile[]
}

async function conclude(
  { responseId, files }: Concluded,
  deps: Deps,
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
