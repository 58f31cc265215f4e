import { randomUUID } from 'node:crypto'
import { examineBankDetails } from '../../src/domain/evaluation/bank/examine-bank-details.ts'
import { verdicts } from '../../src/domain/evaluation/checks/verdict/decide-alone.ts'
import { paperCodes } from '../../src/domain/evaluation/checks/codes/codes.ts'
import { documentTypeVersions } from '../../src/domain/evaluation/catalogue/document-types.queries.ts'
import { archiveDossier } from '../../src/domain/evaluation/dossiers/archive-dossiers.ts'
import { setEvaluationOptions } from '../../src/domain/evaluation/status/evaluation-options.ts'
import { changeDocument, stopDocument } from '../../src/domain/evaluation/dossiers/change-document.ts'
import { openDossier } from '../../src/domain/evaluation/dossiers/open-dossier.ts'
import { reactivateDossier } from '../../src/domain/evaluation/dossiers/reactivate-dossier.ts'
import { renewDossier } from '../../src/domain/evaluation/dossiers/renew-dossier.ts'
import { requireDocuments } from '../../src/domain/evaluation/dossiers/require-documents.ts'
import { answerDocument } from '../../src/domain/evaluation/answers/answer-document.ts'
import { takesFiles, takesForm } from '../../src/domain/evaluation/answers/answer-content.ts'
import { changeResponse } from '../../src/domain/evaluation/answers/change-response.ts'
import { concludeCheck } from '../../src/domain/evaluation/checks/conclude-check.ts'
import { approveResponse, rejectResponse } from '../../src/domain/evaluation/review/decide-response.ts'
import { expireAnswers } from '../../src/domain/evaluation/answers/expire-answers.task.ts'
import { interruptOldDrafts } from '../../src/domain/evaluation/answers/interrupt-drafts.task.ts'
import { reuseInOtherDossiers } from '../../src/domain/evaluation/answers/reuse-answers.task.ts'
import { submitDraft } from '../../src/domain/evaluation/answers/submit-draft.ts'
import { withdrawResponse } from '../../src/domain/evaluation/answers/withdraw-response.ts'
import { setLegalHold } from '../../src/domain/retention/legal-hold.ts'
import { retireAnswers } from '../../src/domain/retention/retire-answers.task.ts'
import { runTask } from '../responses/queued.ts'
import { filledForm } from './filled-form.ts'
import { answerIn, askedDocument, chosen, type Choice, type History } from './history.ts'

type Step = (history: History, choice: Choice) => Promise<unknown>

const expectVersion = () => undefined
const requireProof = () => undefined

/** What may happen, and how often in proportion. */
export const steps: Readonly<Record<string, readonly [weight: number, step: Step]>> = {
  open: [
    2,
    (h, { pick }) =>
      h.write((tx) =>
        openDossier(tx, h.scope, {
          thirdpartyId: h.thirdpartyId,
          typeCode: ['ONBOARDING', 'VIGILANCE'][pick % 2] ?? '',
          own: {},
          requiredDocuments: [],
        }),
      ),
  ],
  require: [
    1,
    (h, c) => {
      const codes = [['CYBER_QUEST'], ['ISO27001', 'CYBER_QUEST'], ['HR_QUEST', 'UBO']][c.more % 3] ?? []
      return h.write((tx) => requireDocuments(tx, h.scope, { dossierId: dossier(h, c, false), codes }))
    },
  ],
  stop: [1, (h, c) => h.write((tx) => stopDocument(tx, h.scope, { ...placeOf(h, c), expectVersion }))],
  optional: [
    1,
    (h, c) =>
      h.write((tx) =>
        changeDocument(tx, h.scope, {
          ...placeOf(h, c),
          required: c.more % 2 === 0,
          dueDate: undefined,
          expectVersion,
        }),
      ),
  ],
  submit: [8, (h, c) => answer(h, c, false)],
  draft: [2, (h, c) => answer(h, c, true)],
  'submit draft': [
    2,
    (h, c) => {
      const responseId = answerIn(h, ['DRAFT'], c)
      return h.write((tx) => submitDraft(tx, h.scope, { responseId, language: 'fr', expectVersion }))
    },
  ],
  check: [7, (h, c) => conclude(h, c, 'CLEAN')],
  infected: [1, (h, c) => conclude(h, c, 'INFECTED')],
  approve: [
    7,
    (h, c) =>
      h.write((tx) =>
        approveResponse(tx, h.scope, {
          responseId: answerIn(h, ['PENDING'], c),
          comment: null,
          expectVersion,
          requireProof,
        }),
      ),
  ],
  'reject inside': [1, (h, c) => reject(h, c, { shared: false, fraud: false })],
  'reject shared': [1, (h, c) => reject(h, c, { shared: true, fraud: false })],
  forged: [1, (h, c) => reject(h, c, { shared: false, fraud: true })],
  revoke: [1, (h, c) => reject(h, c, { shared: c.more % 2 === 0, fraud: false }, ['ACCEPTED'])],
  withdraw: [
    1,
    (h, c) => {
      const responseId = answerIn(h, ['DRAFT', 'CHECKING', 'PENDING'], c)
      return h.write((tx) => withdrawResponse(tx, h.scope, { responseId, expectVersion }))
    },
  ],
  correct: [
    2,
    (h, c) =>
      h.write((tx) =>
        changeResponse(tx, h.scope, {
          responseId: answerIn(h, ['PENDING', 'ACCEPTED'], c),
          effectiveDate: undefined,
          expirationDate: later(h.facts.today, (c.more % 40) - 5),
          scope: c.pick % 2 === 0 ? 'THIRD_PARTY' : undefined,
          expectVersion,
        }),
      ),
  ],
  reuse: [
    1,
    ({ t, scope, facts }) => {
      const documentIds = facts.documents.map(({ documentId }) => documentId)
      const payload = { accountId: scope.accountId, documentIds }
      return runTask(t, 'responses.reuse', reuseInOtherDossiers, payload)
    },
  ],
  time: [5, (h, { more }) => pass(h, 1 + (more % 35))],
  archive: [
    1,
    (h, c) =>
      h.write((tx) => archiveDossier(tx, h.scope, { dossierId: dossier(h, c, false), expectVersion })),
  ],
  reactivate: [
    2,
    (h, c) =>
      h.write((tx) => reactivateDossier(tx, h.scope, { dossierId: dossier(h, c, true), expectVersion })),
  ],
  renew: [
    1,
    (h, c) =>
      h.write((tx) => renewDossier(tx, h.scope, { dossierId: dossier(h, c, false), own: {}, expectVersion })),
  ],
  hold: [
    1,
    (h, c) => {
      const reason = c.more % 2 === 0 ? 'Litigation' : null
      return h.write((tx) => setLegalHold(tx, h.scope, { dossierId: dossier(h, c, false), reason }))
    },
  ],
  'auto-accept': [
    1,
    (h, { more }) => h.write((tx) => setEvaluationOptions(tx, h.scope, { autoAccept: more % 2 === 0 })),
  ],
  retire: [
    1,
    async (h) => {
      for (const days of [3_640, 40]) {
        await pass(h, days)
        await retireAnswers(h.t.db, h.scope)
      }
    },
  ],
}

function dossier({ facts }: History, choice: Choice, archived: boolean): number {
  return chosen(facts.dossiers, (one) => one.archived === archived, choice)?.dossierId ?? 0
}

function placeOf(h: History, choice: Choice): { dossierId: number; documentId: number } {
  const { dossierId = 0, documentId = 0 } = askedDocument(h, choice) ?? {}
  return { dossierId, documentId }
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

async function pass(h: History, days: number): Promise<void> {
  await h.passDays(days)
  await expireAnswers(h.t.db, h.scope)
  const accountIds = () => Promise.resolve([h.scope.accountId])
  const payload = { accountId: h.scope.accountId } as unknown as { accountId: number } & Record<string, never>
  await runTask(h.t, 'responses.expire-drafts', interruptOldDrafts({ accountIds }), payload)
}

function answer(h: History, choice: Choice, draft: boolean): Promise<number> {
  const code = askedDocument(h, choice)?.code ?? ''
  return h.write(async (tx) => {
    const type = (await documentTypeVersions(tx, h.scope, [code])).get(code)?.definition
    const file = { fileName: 'piece.pdf', size: 1, sha256: 'ab'.repeat(32), crc32: 1 }
    const key = `${h.scope.accountId}/${randomUUID()}`
    return answerDocument(tx, h.scope, {
      ...placeOf(h, choice),
      files: type && takesFiles(type) ? [{ ...file, key }] : [],
      answers: type && takesForm(type) ? filledForm(type.fields, choice.more) : null,
      effectiveDate: choice.more % 3 === 0 ? null : later(h.facts.today, -(choice.more % 60)),
      draft,
      scope: choice.more % 2 === 0 ? 'THIRD_PARTY' : 'DOSSIER',
      issuer: 'DO',
      transmitter: 'FOURNISSEUR',
      language: 'fr',
    })
  })
}

/** What the check task finds out of the files, without the files. */
function conclude(h: History, choice: Choice, fileState: 'CLEAN' | 'INFECTED'): Promise<void> {
  const responseId = answerIn(h, ['CHECKING'], choice)
  return h.write(async (tx) => {
    const parts = await tx
      .selectFrom('evidence')
      .select('evidence_id')
      .where('account_id', '=', h.scope.accountId)
      .where('response_id', '=', responseId)
      .where('kind', '=', 'FILE')
      .where('file_state', '=', 'PENDING')
      .execute()
    const clean = fileState === 'CLEAN'
    const files = parts.map((part) => ({
      evidenceId: part.evidence_id,
      fileState,
      contentType: clean ? 'application/pdf' : null,
      refusal: clean ? null : 'Eicar',
      scan: clean ? ('CLEAN' as const) : ('INFECTED' as const),
      warnings: [],
      content: null,
      seal: null,
      reading: null,
    }))
    await concludeCheck(tx, h.scope, {
      responseId,
      files,
      publicUrl: null,
      examineBank: examineBankDetails,
      verdicts,
      codes: paperCodes,
    })
  })
}

function reject(
  h: History,
  choice: Choice,
  how: { readonly shared: boolean; readonly fraud: boolean },
  states: readonly ('PENDING' | 'ACCEPTED')[] = ['PENDING'],
): Promise<unknown> {
  const responseId = answerIn(h, states, choice)
  const decision = { responseId, comment: null, expectVersion, requireProof, publicUrl: 'http://vigie.test' }
  return h.write((tx) => rejectResponse(tx, h.scope, { ...decision, ...how }))
}
