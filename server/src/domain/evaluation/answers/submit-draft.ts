import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { lockRequiredResponse, notEditable } from '../status/lock.ts'
import { formOf, refuseCheck, requireFiles, takesForm } from './answer-content.ts'
import { isRefused } from './change-draft.ts'
import { evidencesOf } from './evidences.ts'
import { sendToChecks, supersedeUnderWay } from './send-to-checks.ts'

interface SubmitDraft {
  readonly responseId: number
  readonly language: Language
  readonly expectVersion: (version: number) => void
}

/** Sends a draft as it stands. What a scanner refused must have been taken out before. */
export async function submitDraft(tx: Tx, scope: Scope, command: SubmitDraft): Promise<void> {
  const { responseId, language } = command
  const locked = await lockRequiredResponse(tx, scope, responseId)
  if (locked.state !== 'DRAFT') throw notEditable(locked)
  command.expectVersion(locked.version)
  const type = await documentTypeAt(tx, scope, locked.document)
  refuseCheck(type, locked.document)
  const parts = await evidencesOf(tx, scope, responseId)
  if (parts.some(isRefused)) throw new AppError('RESPONSE_FILES_REFUSED', { responseId })
  requireFiles(type, parts.filter(({ kind }) => kind === 'FILE').length)
  const storedForm = parts.find(({ kind }) => kind === 'FORM')?.formdata ?? []
  const formdata = takesForm(type) ? formOf(type, { answers: storedForm, language, draft: false }) : null
  const replaces = await supersedeUnderWay(tx, scope, locked.document)
  await sendToChecks(tx, scope, locked.document, {
    responseId,
    type,
    formdata,
    effectiveDate: locked.effectiveDate,
    correctedExpiration: locked.expirationCorrected ? locked.expirationDate : null,
    language,
    replaces,
  })
}
