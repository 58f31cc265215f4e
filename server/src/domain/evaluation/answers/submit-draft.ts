import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { holdAskedResponse, notEditable } from '../status/hold.ts'
import { formOf, requireFiles, takesForm } from './answer-content.ts'
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
  const held = await holdAskedResponse(tx, scope, responseId)
  if (held.state !== 'DRAFT') throw notEditable(held)
  command.expectVersion(held.version)
  const type = await documentTypeAt(tx, scope, held.document)
  const parts = await evidencesOf(tx, scope, responseId)
  if (parts.some(isRefused)) throw new AppError('RESPONSE_FILES_REFUSED', { responseId })
  requireFiles(type, parts.filter(({ kind }) => kind === 'FILE').length)
  const kept = parts.find(({ kind }) => kind === 'FORM')?.formdata ?? []
  const formdata = takesForm(type) ? formOf(type, { answers: kept, language, draft: false }) : null
  const replaces = await supersedeUnderWay(tx, scope, held.document)
  await sendToChecks(tx, scope, held.document, {
    responseId,
    type,
    formdata,
    effectiveDate: held.effectiveDate,
    correctedExpiration: held.expirationCorrected ? held.expirationDate : null,
    language,
    replaces,
  })
}
