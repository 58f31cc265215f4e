import { buffer } from 'node:stream/consumers'
import { inspectFile } from '@vigie/inspect'
import { readDocument, type Reading } from '@vigie/readers'
import {
  isTestVirus,
  storedContent,
  testVirusBytes,
  openVerifiedStream,
  type ObjectStore,
  type Scanner,
} from '../../../platform/files/index.ts'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { examineBankDetails } from '../bank/examine-bank-details.ts'
import { evidencesOf, type OwnEvidence } from '../answers/evidences.ts'
import { concludeCheck, type ExaminedFile, type Scan } from './conclude-check.ts'
import { readPdf } from './pdf-text.ts'
import { verifyAfterChecks } from './verification/request-verification.ts'

interface Deps extends Omit<ExamineDeps, 'signal'> {
  /** Codes of the documents whose files a provider verifies next; null without a provider. */
  readonly verifiedCodes?: readonly string[] | null
  /** Where the link in a mail to its sender leads; null: nobody is written to. */
  readonly publicUrl: string | null
  /** What is known of the banks and odd about the accounts that were sent. */
  readonly examineBank: typeof examineBankDetails
}

/**
 * Checks an answer that was submitted. What takes long happens before the transaction that stores the result, which
 * looks again whether the answer still waits for it: a job that runs twice, or too late, changes nothing.
 */
export const checkResponse =
  (deps: Deps): Handler<'responses.check'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const waiting = await db.read(scope, async (tx) => {
      const answer = await findAnswer(tx, scope, responseId)
      if (answer?.state !== 'CHECKING') return null
      return { code: answer.code, evidences: await evidencesOf(tx, scope, responseId) }
    })
    if (waiting === null) return
    const files: (ExaminedFile & { reading: Reading | null })[] = []
    for (const evidence of waiting.evidences.filter(({ kind }) => kind === 'FILE')) {
      const file = await examineFile(evidence, { ...deps, signal })
      const hasText = file.content !== null && file.content.text.trim() !== ''
      files.push({ ...file, reading: hasText ? readDocument(file.content, waiting.code) : null })
    }
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
    .select(['r.state', 'd.code'])
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
    const content = await readPdfContent(stored, contentType, deps)
    return { evidenceId, fileState, contentType, refusal: null, scan: null, warnings: [], content }
  }
  const verdict = await inspectFile({
    content: await storedContent(deps.store, stored.key),
    fileName: evidence.fileName ?? '',
    signal: deps.signal,
  })
  const refused = { evidenceId, contentType: null, warnings: [], content: null }
  if (verdict.kind === 'REFUSED') {
    return { ...refused, fileState: 'REFUSED', refusal: `UPLOAD_${verdict.code}`, scan: 'NOT_SCANNED' }
  }
  const { scan, signature } = await scanObject(stored, deps)
  if (scan === 'INFECTED') return { ...refused, fileState: 'INFECTED', refusal: signature, scan }
  // Beyond what the scanner looks at is not known to be harmless.
  if (scan === 'NOT_SCANNED') return { ...refused, fileState: 'REFUSED', refusal: 'NOT_SCANNED', scan }
  const content = await readPdfContent(stored, verdict.contentType, deps)
  const { warnings } = verdict
  return {
    evidenceId,
    fileState: 'CLEAN',
    contentType: verdict.contentType,
    refusal: null,
    scan,
    warnings,
    content,
  }
}

interface Stored {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

function toStored({ evidenceId, objectKey, fileSize, sha256 }: OwnEvidence): Stored {
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

async function readPdfContent(
  { key, size, sha256 }: Stored,
  contentType: string | null,
  { store, pdfTimeoutMs: timeoutMs }: ExamineDeps,
): Promise<ExaminedFile['content']> {
  if (contentType !== pdfType || size > maxTextBytes) return null
  const bytes = await buffer(await openVerifiedStream(store, key, { size, sha256 }))
  return readPdf(bytes, timeoutMs === undefined ? {} : { timeoutMs })
}
