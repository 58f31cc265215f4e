import { accountUrl, api, type Answer } from '../../api/index.ts'
import { takesForm, type AskedDocument, type GivenAnswer } from './answer-types.ts'
import { formdataOf, type Values } from './form-answers.ts'
import { sendFiles } from './send-files.ts'

export interface AnswerToSend {
  readonly accountId: number
  readonly document: AskedDocument
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
  const { accountId, document, files } = sent
  const params = { accountId, dossierId: document.dossierId, documentId: document.documentId }
  const path = '/dossiers/{dossierId}/documents/{documentId}/responses'
  const formdata = answersOf(sent)
  if (files.length === 0) {
    const body = { ...created(sent), ...(formdata === null ? {} : { formdata }) }
    return api.post(path, params, { body, idempotencyKey: sent.idempotencyKey })
  }
  const body = withFiles(files)
  for (const [name, value] of Object.entries(created(sent))) body.append(name, String(value))
  if (formdata !== null) body.append('formdata', JSON.stringify(formdata))
  return upload(sent, accountUrl(path, params), body)
}

/** Files last: the rest can be sent again at will, and a file that has arrived is not sent twice. */
async function continueDraft(
  sent: AnswerToSend,
  { responseId, ...draft }: GivenAnswer,
): Promise<GivenAnswer> {
  const params = { accountId: sent.accountId, responseId }
  let answer: GivenAnswer | null = null
  const formdata = answersOf(sent)
  if (formdata !== null)
    answer = await api.put('/responses/{responseId}/form', params, { body: { formdata } })
  const effectiveDate = sent.effectiveDate === '' ? null : sent.effectiveDate
  const scope = sent.everywhere ? 'THIRD_PARTY' : 'DOSSIER'
  if (effectiveDate !== draft.effectiveDate || scope !== draft.scope) {
    answer = await api.patch('/responses/{responseId}', params, { body: { effectiveDate, scope } })
  }
  if (sent.files.length > 0) {
    answer = await upload(sent, accountUrl('/responses/{responseId}/files', params), withFiles(sent.files))
    sent.onUploaded()
  }
  if (sent.isDraft && answer !== null) return answer
  return sent.isDraft
    ? api.get('/responses/{responseId}', params)
    : api.post('/responses/{responseId}/submit', params)
}

function withFiles(files: readonly File[]): FormData {
  const body = new FormData()
  for (const file of files) body.append('file', file, file.name)
  return body
}

function upload({ idempotencyKey, onProgress, signal }: AnswerToSend, url: string, body: FormData) {
  return sendFiles<Answer<'answerDocument'>>({
    url,
    body,
    idempotencyKey,
    onProgress,
    signal,
  })
}
