import { AppError, type FieldFault, type Language } from '../../../platform/kernel/index.ts'
import { parseForm, type FormEntry, type GivenAnswer } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'

interface GivenForm {
  readonly answers: readonly GivenAnswer[]
  readonly language: Language
  readonly draft: boolean
}

/** A check takes them too, while nobody but a person can answer it. */
export function takesFiles({ kind }: Pick<DocumentType, 'kind'>): boolean {
  return kind !== 'FORM'
}

export function takesForm({ kind }: Pick<DocumentType, 'kind'>): boolean {
  return kind === 'FORM' || kind === 'FILE_AND_FORM'
}

/** Canonical answers; everything that is wrong with them is told at once. */
export function formOf({ fields }: DocumentType, { answers, language, draft }: GivenForm): FormEntry[] {
  const parsed = parseForm(fields, answers, { language, draft })
  if (parsed.ok) return parsed.formdata
  const errors: FieldFault[] = parsed.faults.map((fault) => ({ ...fault }))
  const onlyIban = parsed.faults.every(({ code }) => code === 'IBAN_INVALID')
  throw onlyIban
    ? new AppError('IBAN_INVALID', {}, { errors })
    : new AppError('FORM_FIELD_INVALID', {}, { errors })
}

/** What the kind of the document has no place for. */
export function refuseForeignParts(
  type: DocumentType,
  given: { readonly files: boolean; readonly form: boolean },
): void {
  if (given.files && !takesFiles(type)) throw fieldProblem('/file', 'FIELD_UNKNOWN')
  if (given.form && !takesForm(type)) throw fieldProblem('/formdata', 'FIELD_UNKNOWN')
}

/** A draft may be empty; what is submitted may not. */
export function requireFiles(type: DocumentType, count: number): void {
  if (takesFiles(type) && count === 0) throw fieldProblem('/file', 'FIELD_REQUIRED')
}

export function fieldProblem(pointer: string, code: string): AppError {
  return new AppError('VALIDATION_FAILED', {}, { errors: [{ pointer, code, message: '' }] })
}

/** A check is answered by the service; by hand only where there is nobody it could ask. */
export function refuseCheck(
  { kind }: Pick<DocumentType, 'kind'>,
  { documentId, noSource }: { readonly documentId: number; readonly noSource: boolean },
): void {
  if (kind === 'CHECK' && !noSource) throw new AppError('DOCUMENT_ANSWERED_BY_CHECK', { documentId })
}

export const maxFilesOfAnswer = 20
