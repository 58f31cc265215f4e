import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../../platform/db/index.ts'
import { enqueue } from '../../../../platform/jobs/index.ts'
import type { Language, Scope } from '../../../../platform/kernel/index.ts'
import type { DocumentType } from '../../catalogue/catalogue.schema.ts'
import { denyAnswer } from '../../review/decide-response.ts'
import { mailSentBack, sentBackComment } from '../../review/sent-back.mail.ts'
import { evaluationOptions } from '../../status/evaluation-options.ts'
import type { LockedResponse } from '../../status/lock.ts'
import type { Judgement } from '../judge-answer.ts'
import { policyInForce } from './check-policies.ts'
import { countCheck } from './count-checks.ts'
import { isDrawn, reachVerdict, toldReasons, type Verdict } from './reach-verdict.ts'
import { comparePieces } from './seen-pieces.ts'
import { tellVerdicts } from './tell-verdicts.ts'

/** Whether answers to such a document may be accepted without a person at all. */
async function mayAccept(tx: ReadTx, scope: Scope, code: string): Promise<boolean> {
  const { autoAccept } = await evaluationOptions(tx, scope)
  return (await policyInForce(tx, scope, { code }, autoAccept)).accept
}

interface Judged {
  readonly type: DocumentType
  readonly judgement: Judgement
  /** The files of the answer. */
  readonly evidenceIds: readonly number[]
}

/** What becomes of an answer whose checks have ended. The caller holds it. */
async function verdictOn(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { type, judgement, evidenceIds }: Judged,
): Promise<Verdict> {
  const { autoAccept } = await evaluationOptions(tx, scope)
  const { code } = locked.document
  const { accept, acceptScans, sendBack, sampleShare, sampleKey } = await policyInForce(
    tx,
    scope,
    { code },
    autoAccept,
  )
  const { responseId, version } = locked
  return reachVerdict({
    allowed: { accept, acceptScans, sendBack },
    judgement,
    isDelicate: type.bankDetails || type.kind === 'CHECK',
    evidenceIds,
    ...(sendBack ? await sendingOf(tx, scope, locked) : { isSentByContact: false, wasSentBack: false }),
    isSample: isDrawn({ share: sampleShare, key: sampleKey, responseId, version }),
  })
}

interface Sending {
  isSentByContact: boolean
  wasSentBack: boolean
}

async function sendingOf(
  tx: ReadTx,
  { accountId }: Scope,
  { responseId, document: { documentId } }: LockedResponse,
): Promise<Sending> {
  const { rows } = await sql<Sending>`
    select coalesce(r.submitted_by_type = 'CONTACT', false) as "isSentByContact",
      coalesce((
        select d.verdict = 'REJECTION' and d.origin = 'CHECKS' from response o
        join decision d on d.account_id = o.account_id and d.response_id = o.response_id
          and d.number = o.decision_number
        where o.account_id = r.account_id and o.document_id = ${documentId} and o.response_id < r.response_id
        order by o.response_id desc limit 1), false) as "wasSentBack"
    from response r where r.account_id = ${accountId} and r.response_id = ${responseId}`.execute(tx)
  return rows[0]!
}

interface SentBack {
  readonly judgement: Judgement
  readonly areBankDetails: boolean
  /** Where the link in the mail leads; null: nobody is written to. */
  readonly publicUrl: string | null
}

/** Turns the answer down with its plain reasons, in the language it was sent in, and tells the contacts. */
async function sendBackAlone(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { judgement, areBankDetails, publicUrl }: SentBack,
): Promise<void> {
  const { responseId, document } = locked
  const sentBack = {
    reasons: toldReasons(judgement.findings),
    names: await fileNames(tx, scope, responseId),
  }
  const comment = sentBackComment(sentBack, await languageOf(tx, scope, responseId))
  const { readers } = judgement
  await denyAnswer(tx, scope, locked, { comment, shared: true, fraud: false, readers })
  if (areBankDetails) {
    const { documentId } = document
    await enqueue(tx, 'responses.guard-bank-change', { accountId: scope.accountId, documentId })
  }
  if (publicUrl !== null) await mailSentBack(tx, scope, locked, { ...sentBack, publicUrl })
}

async function fileNames(tx: ReadTx, { accountId }: Scope, responseId: number): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('evidence')
    .select(['evidence_id', 'file_name'])
    .where('account_id', '=', accountId)
    .where('response_id', '=', responseId)
    .where('kind', '=', 'FILE')
    .where('file_state', '<>', 'DELETED')
    .execute()
  return new Map(rows.flatMap((row) => (row.file_name === null ? [] : [[row.evidence_id, row.file_name]])))
}

async function languageOf(tx: ReadTx, { accountId }: Scope, responseId: number): Promise<Language> {
  const row = await tx
    .selectFrom('response')
    .select('language')
    .where('account_id', '=', accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirstOrThrow()
  return row.language as Language
}

/** What a check is handed to decide with: it is told what to do with an answer, and not how that is found. */
export const verdicts = {
  mayAccept,
  comparePieces,
  tellVerdicts,
  verdictOn,
  sendBackAlone,
  countCheck,
} as const
export type Verdicts = typeof verdicts
