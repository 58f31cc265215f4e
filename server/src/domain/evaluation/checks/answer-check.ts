import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { addDays, type Scope } from '../../../platform/kernel/index.ts'
import { formHash } from '../../forms/index.ts'
import { datesOf } from '../answers/answer-dates.ts'
import { writeEvidences } from '../answers/evidences.ts'
import { discardDraft } from '../answers/send-to-checks.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import type { LockedDocument } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import {
  formerAnswer,
  insertCheckAnswer,
  lockCheckDocuments,
  supersedeAnswers,
  supersedeOwnAnswers,
  type AskedCheck,
  type FormerAnswer,
} from './check-answers.queries.ts'
import {
  isUnanswered,
  standingOf,
  type CheckFinding,
  type ReportedFinding,
  type SilentFinding,
} from './check-finding.ts'

/** An answer that ends within so many days is given anew though nothing else was found. */
const renewedDays = 30

/**
 * Answers every open document of this check that asks about the third party, in all of its dossiers. What was said
 * already is not said again, and what a person answered by hand gives way. Takes the locks of the dossiers: whoever
 * calls it holds none of later ones.
 */
export async function answerCheck(
  tx: Tx,
  scope: Scope,
  check: AskedCheck,
  finding: CheckFinding,
): Promise<void> {
  const moved: number[] = []
  for (const locked of await lockCheckDocuments(tx, scope, check)) {
    const isMoved = isUnanswered(finding)
      ? await leaveUnanswered(tx, scope, locked, finding)
      : await answerOne(tx, scope, locked, finding)
    if (isMoved) moved.push(locked.dossierId)
  }
  if (moved.length > 0) await settleDossiers(tx, scope, moved)
}

async function answerOne(
  tx: Tx,
  scope: Scope,
  locked: LockedDocument,
  finding: ReportedFinding,
): Promise<boolean> {
  const former = await formerAnswer(tx, scope, locked)
  if (former !== null && isSaidAlready(former, finding)) return false
  const { thirdpartyId, dossierId, documentId } = locked
  const { formdata, metadata, origin, score = null } = finding
  await discardDraft(tx, scope, locked)
  const superseded = await supersedeAnswers(tx, scope, locked)
  const type = await documentTypeAt(tx, scope, locked)
  const dates = await datesOf(tx, scope, type, { thirdpartyId, effectiveDate: null, formdata })
  const { state, hit } = standingOf(finding)
  const scored = { ...dates, score: score === null ? null : Math.floor(score) }
  const responseId = await insertCheckAnswer(tx, scope, locked, { finding, ...scored })
  const given = { ...locked, responseId, transmitter: 'SOURCE_EXTERNE' as const, issuer: origin }
  await writeEvidences(tx, scope, given, { files: [], formdata, metadata })
  if (locked.noSource) await setNoSource(tx, scope, locked, false)
  const place = { thirdpartyId, dossierId, documentId }
  const evidences = [{ kind: 'FORM', dataSha256: formHash(formdata) }]
  const said = { ...(hit && { hit }), ...(locked.noSource && { noSource: false }) }
  const data = { responseId, state, ...scored, superseded, evidences, ...said }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_ADDED', ...place, data })
  if (state === 'ACCEPTED') {
    record(tx, scope, { name: 'DOCUMENT_ANSWER_ACCEPTED', ...place, data: { responseId } })
  }
  if (state === 'DENIED') {
    const denial = { responseId, before: {}, after: { state, shared: false, fraud: false }, revoked: false }
    record(tx, scope, { name: 'DOCUMENT_ANSWER_DENIED', ...place, data: denial })
  }
  await enqueue(tx, 'responses.form-pdf', { accountId: scope.accountId, responseId })
  return true
}

function isSaidAlready(former: FormerAnswer, finding: ReportedFinding): boolean {
  const { hit } = standingOf(finding)
  if (former.hit !== hit || former.fingerprint !== finding.fingerprint) return false
  const { state, expirationDate, today } = former
  return state !== 'ACCEPTED' || expirationDate === null || expirationDate > addDays(today, renewedDays)
}

/** What the service had said holds no longer. What a person answered by hand stays until the service can answer. */
async function leaveUnanswered(
  tx: Tx,
  scope: Scope,
  locked: LockedDocument,
  { outcome }: SilentFinding,
): Promise<boolean> {
  const noSource = outcome === 'NOBODY'
  const superseded = await supersedeOwnAnswers(tx, scope, locked)
  if (superseded.length === 0 && locked.noSource === noSource) return false
  if (locked.noSource !== noSource) await setNoSource(tx, scope, locked, noSource)
  const { thirdpartyId, dossierId, documentId } = locked
  const data = { noSource, superseded }
  record(tx, scope, { name: 'DOCUMENT_MODIFICATION', thirdpartyId, dossierId, documentId, data })
  return true
}

async function setNoSource(
  tx: Tx,
  { accountId }: Scope,
  { documentId }: LockedDocument,
  noSource: boolean,
): Promise<void> {
  await tx
    .updateTable('document')
    .set((eb) => ({
      no_source: noSource,
      version: eb('version', '+', 1),
      updated_at: sql<Date>`account_now(${accountId})`,
    }))
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .execute()
}
