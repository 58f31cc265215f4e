import { api, type Body } from '../../api/index.ts'
import { takesForm, type RequestedDocument, type GivenAnswer } from './answer-types.ts'
import { formdataOf, type Values } from './form-answers.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'

export interface AnswerToSend {
  readonly accountId: number
  readonly document: RequestedDocument
  /** The one under way, which is continued. */
  readonly draft: GivenAnswer | null
  readonly files: readonly File[]
  readonly values: Values
  readonly effectiveDate: string
  readonly everywhere: boolean
  /** Keep it for later. */
  readonly isDraft: boolean
  readonly idempotencyKey: string
  readonly onProgress: (share: number) => void
  /** The draft holds the files now. */
  readonly onUploaded: () => void
  readonly signal: AbortSignal
}

const created = (sent: AnswerToSend) => ({
  ...(sent.effectiveDate === '' ? {} : { effectiveDate: sent.effectiveDate }),
  draft: sent.isDraft,
  scope: sent.everywhere ? ('THIRD_PARTY' as const) : ('DOSSIER' as const),
})

function answersOf({ document, values }: AnswerToSend) {
  return takesForm(document) ? formdataOf(document.form ?? [], values) : null
}

/** Answers in the name of the third party, or keeps it for later. */
export async function sendAnswer(sent: AnswerToSend): Promise<GivenAnswer> {
  if (sent.draft !== null) return continueDraft(sent, sent.draft)
  const { accountId, document, files, idempotencyKey } = sent
  const path = { dossierId: document.dossierId, documentId: document.documentId }
  const formdata = answersOf(sent)
  let body: Body<'answerDocument'> | FormData = { ...created(sent), ...(formdata !== null && { formdata }) }
  if (files.length > 0) {
    body = withFiles(files)
    for (const [name, value] of Object.entries(created(sent))) body.append(name, String(value))
    if (formdata !== null) body.append('formdata', JSON.stringify(formdata))
  }
  return api.account(accountId).post('/dossiers/{dossierId}/documents/{documentId}/responses', {
    path,
    body,
    idempotencyKey,
    ...(body instanceof FormData && withProgress(sent, body)),
  })
}

/** Files last: the rest can be sent again at will, and a file that has arrived is not sent twice. */
async function continueDraft(
  sent: AnswerToSend,
  { responseId, ...draft }: GivenAnswer,
): Promise<GivenAnswer> {
  const { idempotencyKey } = sent
  const account = api.account(sent.accountId)
  const path = { responseId }
  let answer: GivenAnswer | null = null
  const formdata = answersOf(sent)
  if (formdata !== null)
    answer = await account.put('/responses/{responseId}/form', { path, body: { formdata } })
  const effectiveDate = sent.effectiveDate === '' ? null : sent.effectiveDate
  const scope = sent.everywhere ? 'THIRD_PARTY' : 'DOSSIER'
  if (effectiveDate !== draft.effectiveDate || scope !== draft.scope) {
    answer = await account.patch('/responses/{responseId}', { path, body: { effectiveDate, scope } })
  }
  if (sent.files.length > 0) {
    const body = withFiles(sent.files)
    const call = { path, body, idempotencyKey, ...withProgress(sent, body) }
    answer = await account.post('/responses/{responseId}/files', call)
    sent.onUploaded()
  }
  if (sent.isDraft && answer !== null) return answer
  return sent.isDraft
    ? account.get('/responses/{responseId}', { path })
    : account.post('/responses/{responseId}/submit', { path })
}

function withFiles(files: readonly File[]): FormData {
  const body = new FormData()
  for (const file of files) body.append('file', file, file.name)
  return body
}

function withProgress({ onProgress, signal }: AnswerToSend, body: FormData) {
  return { signal, fetch: fetchWithProgress(body, onProgress) }
}
