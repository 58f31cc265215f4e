import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { evidencesOf } from '../answers/evidences.ts'
import { storeReadings } from '../answers/file-readings.ts'
import { indexReadings } from '../answers/search-words.ts'
import type { examineBankDetails } from '../bank/examine-bank-details.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { acceptAnswer } from '../review/accept-answer.ts'
import { mailFailedCheck } from '../review/answer.mail.ts'
import { lockResponse, eventPlace, stateAfter, type LockedResponse } from '../status/lock.ts'
import type { CheckOutcome, Finding, ResponseState } from '../status/response-states.ts'
import { settleDossiers } from '../status/settle.ts'
import { judgeAnswer, type JudgedFile, type Judgement } from './judge-answer.ts'
import type { Company } from './judge-identifiers.ts'
import type { FileSeal } from './judge-seals.ts'
import type { LookFinding } from './look-at-pages.ts'
import type { PdfContent } from './pdf-content.ts'
import { readingRecord } from './reading-record.ts'
import { dropScans } from './scans.queries.ts'
import type { Codes } from './codes/codes.ts'
import type { PlacedCode } from './codes/see-codes.ts'
import type { Verdicts } from './verdict/decide-alone.ts'

export type Scan = 'NOT_CONFIGURED' | 'CLEAN' | 'INFECTED' | 'NOT_SCANNED'

export interface ExaminedFile {
  readonly evidenceId: number
  readonly fileState: 'CLEAN' | 'REFUSED' | 'INFECTED'
  /** What we detected; null for a file that was refused. */
  readonly contentType: string | null
  readonly refusal: string | null
  /** Null when it was scanned before. */
  readonly scan: Scan | null
  readonly warnings: readonly string[]
  /** Of a PDF: what is written in it. Null where nothing could be read. */
  readonly content: PdfContent | null
  /** Of a PDF: what was found out about its seals. Null for what is none, or where nobody asked. */
  readonly seal: FileSeal | null
}

type ExaminedAndRead = ExaminedFile &
  Pick<JudgedFile, 'reading'> & {
    /** What its pages show against its text; nothing where nobody looked. */
    readonly look?: LookFinding | null
    /** What was seen on its pages. */
    readonly codes?: readonly PlacedCode[]
  }

interface Examined {
  readonly responseId: number
  readonly files: readonly ExaminedAndRead[]
  /** Where the link in a mail leads; null: nobody is written to. */
  readonly publicUrl: string | null
  readonly examineBank: typeof examineBankDetails
  readonly verdicts: Verdicts
  readonly codes: Codes
}

/** Stores what the checks found and moves the answer on, unless it no longer waits for them. */
export async function concludeCheck(tx: Tx, scope: Scope, examined: Examined): Promise<void> {
  const { responseId, files } = examined
  const locked = await lockResponse(tx, scope, responseId)
  if (locked.state !== 'CHECKING') return
  await storeVerdicts(tx, scope, files)
  const clean = files.filter(({ fileState }) => fileState === 'CLEAN')
  const refused = files.filter(({ fileState }) => fileState !== 'CLEAN')
  // Beside a refused file nobody looks at scans: what was read of them in the draft stays.
  const read = refused.length > 0 ? clean.filter(({ reading }) => reading !== null) : clean
  const parts = await evidencesOf(tx, scope, responseId)
  const forms = parts.flatMap(({ evidenceId, formdata }) => (formdata ? [{ evidenceId, formdata }] : []))
  const { company, today, now } = await checkFacts(tx, scope, locked)
  const typed = forms.flatMap(({ formdata }) => formdata)
  const codes = await examined.codes.judge(tx, { files: read, typed, now })
  await storeReadings(
    tx,
    scope,
    read.map((file) => readingRecord({ ...file, codes: codes.read.get(file.evidenceId) ?? [] })),
  )
  if (refused.length > 0) return sendBack(tx, scope, locked, { ...examined, files: refused })
  await dropScans(tx, scope, responseId)
  await indexReadings(tx, scope, [responseId])
  const type = await documentTypeAt(tx, scope, locked.document)
  const { effectiveDate, expirationDate } = locked
  const sent = { forms, areBankDetails: type.bankDetails, today }
  const { banks, findings } = await examined.examineBank(tx, scope, locked, sent)
  const judged = judgeAnswer({ type, company, effectiveDate, expirationDate, today, files, forms, banks })
  const { thirdpartyId, code } = locked.document
  const digests = new Map(parts.map(({ evidenceId, sha256 }) => [evidenceId, sha256]))
  const pieces = files.map((file) => ({
    ...file,
    sha256: digests.get(file.evidenceId) ?? null,
    codes: codes.digests.get(file.evidenceId) ?? [],
  }))
  const reused = await examined.verdicts.comparePieces(tx, scope, { thirdpartyId, code, files: pieces })
  const judgement = {
    ...judged,
    findings: [...judged.findings, ...files.flatMap(ofLook), ...codes.findings, ...findings, ...reused],
  }
  await moveOn(tx, scope, locked, { ...examined, type, judgement })
}

const ofLook = ({ evidenceId, look }: ExaminedAndRead): Finding[] =>
  look ? [{ code: look, evidenceId }] : []

/** A file that cannot be handed out goes back to its sender; when another draft was begun, that one goes on. */
async function sendBack(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { files: refused, publicUrl }: Examined,
): Promise<void> {
  const { responseId, document } = locked
  const hasNewDraft = await hasDraft(tx, scope, locked)
  const state = stateAfter(locked, hasNewDraft ? 'INTERRUPT' : 'REFUSE_CONTENT')
  const findings = refused.map(({ evidenceId, fileState, refusal }) => ({
    code: fileState === 'INFECTED' ? 'INFECTED' : (refusal ?? 'REFUSED'),
    evidenceId,
  }))
  await storeCheckResult(tx, scope, responseId, { origin: 'SERVICE', outcome: 'REFUSED', findings, state })
  const refusalData = { responseId, check: 'REFUSED', findings, before: 'CHECKING', after: state } as const
  if (hasNewDraft) {
    const data = { ...refusalData, reason: 'CONTENT_REFUSED' } as const
    record(tx, scope, { name: 'DOCUMENT_ANSWER_INTERRUPTED', ...eventPlace(locked), data })
  } else record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...eventPlace(locked), data: refusalData })
  await settleDossiers(tx, scope, [document.dossierId])
  if (!hasNewDraft && publicUrl !== null) await mailFailedCheck(tx, scope, locked, { findings, publicUrl })
}

async function moveOn(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { files, type, judgement, publicUrl, verdicts }: Examined & { type: DocumentType; judgement: Judgement },
): Promise<void> {
  const { outcome, findings, readers } = judgement
  await storeMetadata(tx, scope, judgement)
  const evidenceIds = files.map(({ evidenceId }) => evidenceId)
  await verdicts.tellVerdicts(tx, scope, locked, { judgement, files })
  const verdict = await verdicts.verdictOn(tx, scope, locked, { type, judgement, evidenceIds })
  const result = { origin: 'SERVICE', outcome, findings, sampled: verdict === 'SAMPLE' } as const
  if (verdict === 'ACCEPT' || verdict === 'SEND_BACK') {
    await storeCheckResult(tx, scope, locked.responseId, result)
    if (verdict === 'ACCEPT')
      await acceptAnswer(tx, scope, locked, { action: 'AUTO_ACCEPT', comment: null, readers })
    else
      await verdicts.sendBackAlone(tx, scope, locked, {
        judgement,
        areBankDetails: type.bankDetails,
        publicUrl,
      })
  } else await leaveToPerson(tx, scope, locked, { result, areBankDetails: type.bankDetails, publicUrl })
  await verdicts.countCheck(tx, scope, { code: locked.document.code, verdict })
}

interface LeftToPerson {
  readonly result: NewCheckResult
  readonly areBankDetails: boolean
  readonly publicUrl: string | null
}

async function leaveToPerson(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { result, areBankDetails, publicUrl }: LeftToPerson,
): Promise<void> {
  const { outcome } = result
  const findings = result.findings.map(({ code, evidenceId }) => ({ code, evidenceId }))
  const state = stateAfter(locked, 'CHECKED')
  await storeCheckResult(tx, scope, locked.responseId, { ...result, state })
  const { responseId } = locked
  const data = { responseId, check: outcome, findings, before: 'CHECKING', after: state } as const
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...eventPlace(locked), data })
  await settleDossiers(tx, scope, [locked.document.dossierId])
  if (areBankDetails) {
    const { documentId } = locked.document
    await enqueue(tx, 'responses.guard-bank-change', { accountId: scope.accountId, documentId })
  }
  if (outcome !== 'PASSED' && publicUrl !== null)
    await mailFailedCheck(tx, scope, locked, { findings, publicUrl })
}

async function storeVerdicts(tx: Tx, scope: Scope, files: readonly ExaminedFile[]): Promise<void> {
  const rows = files.map(({ evidenceId, fileState, contentType, refusal, scan, warnings, seal }) => ({
    id: evidenceId,
    fileState,
    contentType,
    refusal,
    scan,
    seal,
    metadata: warnings.length > 0 ? { file_warnings: warnings.join(', ') } : {},
  }))
  await sql`
    update evidence e set file_state = r."fileState", content_type = r."contentType", refusal = r.refusal,
      scan = coalesce(r.scan, e.scan), metadata = e.metadata || r.metadata, seal = r.seal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, "fileState" text,
      "contentType" text, refusal text, scan text, metadata jsonb, seal jsonb)
    where e.account_id = ${scope.accountId} and e.evidence_id = r.id`.execute(tx)
}

async function storeMetadata(tx: Tx, scope: Scope, { metadata }: Judgement): Promise<void> {
  await sql`
    update evidence e set metadata = e.metadata || r.results
    from jsonb_to_recordset(${JSON.stringify(metadata)}::jsonb) as r ("evidenceId" bigint, results jsonb)
    where e.account_id = ${scope.accountId} and e.evidence_id = r."evidenceId"`.execute(tx)
}

interface NewCheckResult {
  readonly origin: 'SERVICE' | 'PROVIDER'
  readonly outcome: CheckOutcome
  readonly findings: readonly Finding[]
  readonly reference?: string | null
  /** False: nothing but the history of the answer tells of it. */
  readonly counts?: boolean
  /** The checks would have accepted it, and a person looks to compare. */
  readonly sampled?: boolean
  /** Where the answer goes; by default it stays where it is. */
  readonly state?: ResponseState
}

/** Adds a result to those there were, as a rule as the one that counts. The caller holds the answer. */
export async function storeCheckResult(
  tx: Tx,
  { accountId }: Scope,
  responseId: number,
  { origin, outcome, findings, reference = null, counts = true, sampled = false, state }: NewCheckResult,
): Promise<void> {
  await tx
    .with('created', (db) =>
      db
        .insertInto('check_result')
        .values({
          account_id: accountId,
          response_id: responseId,
          attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from check_result
            where account_id = ${accountId} and response_id = ${responseId})`,
          origin,
          outcome,
          findings: JSON.stringify(findings),
          provider_reference: reference,
          sampled,
          concluded_at: sql<Date>`account_now(${accountId})`,
        })
        .returning(['attempt', 'concluded_at']),
    )
    .updateTable('response as r')
    .from('created')
    .set((eb) => ({
      ...(state && { state }),
      ...(counts && { check_attempt: eb.ref('created.attempt'), check_outcome: outcome }),
      version: eb('r.version', '+', 1),
      updated_at: eb.ref('created.concluded_at'),
    }))
    .where('r.account_id', '=', accountId)
    .where('r.response_id', '=', responseId)
    .execute()
}

async function hasDraft(tx: Tx, scope: Scope, { document }: LockedResponse): Promise<boolean> {
  const row = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', scope.accountId)
    .where('document_id', '=', document.documentId)
    .where('state', '=', 'DRAFT')
    .executeTakeFirst()
  return row !== undefined
}

/** Whom an answer is about, and the day it is judged on. */
export async function checkFacts(
  tx: ReadTx,
  scope: Scope,
  { document }: { readonly document: Pick<LockedResponse['document'], 'thirdpartyId'> },
): Promise<{ company: Company; today: string; now: Date }> {
  const { rows } = await sql<Company & { today: string; now: Date }>`
    select t.name, t.siren, t.siret, t.vat_number as "vatNumber",
      (account_now(${scope.accountId}) at time zone 'UTC')::date::text as today,
      account_now(${scope.accountId}) as now
    from thirdparty t
    where t.account_id = ${scope.accountId} and t.thirdparty_id = ${document.thirdpartyId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Third party ${document.thirdpartyId} is not there.`)
  const { today, now, ...company } = row
  return { company, today, now }
}
