import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, newIdempotencyKey } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { keysAfterAnswer } from './answer-queries.ts'
import {
  takesFiles,
  takesForm,
  type RequestedDocument,
  type FormField,
  type GivenAnswer,
} from './answer-types.ts'
import { formdataOf, missingKeys, valuesOf, type Values } from './form-answers.ts'
import { sendAnswer } from './send-answer.ts'

interface Options {
  readonly accountId: number
  readonly document: RequestedDocument
  readonly draft: GivenAnswer | null
  /** Answers that stand at the beginning: of a draft, or of the answer before. */
  readonly start: GivenAnswer | null
  readonly onSent: () => void
}

interface SendOptions {
  readonly isDraft: boolean
  /** The same for each attempt: the answer is given once. */
  readonly idempotencyKey: string
}

const noFiles: readonly File[] = []

/** What is being answered, and how it is sent. Nothing typed is lost when sending fails. */
export function useAnswerForm({ accountId, document, draft, start, onSent }: Options) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const fields = document.form ?? []
  const { setters, ...given } = useGiven(draft, start, fields)
  const { files, values } = given
  const [reportedMissing, setReportedMissing] = useState<readonly string[]>([])
  const [progress, setProgress] = useState(0)
  const going = useRef<AbortController>(null)

  const onUploaded = () => {
    setters.setFiles(noFiles)
    void queries.invalidateQueries({ queryKey: ['document', accountId, document.documentId] })
  }
  const sending = useApiMutation({
    mutationFn: ({ isDraft, idempotencyKey }: SendOptions) => {
      going.current = new AbortController()
      setProgress(0)
      const options = { accountId, document, draft, isDraft, idempotencyKey }
      const { signal } = going.current
      return sendAnswer({ ...options, ...given, onProgress: setProgress, onUploaded, signal })
    },
    successMessage: (_, { isDraft }) => t(isDraft ? 'dossier.answer.kept' : 'dossier.answer.sent'),
    invalidates: keysAfterAnswer(accountId, document),
    onSuccess: onSent,
    silent: true,
  })

  const savedFiles = draft?.evidences.filter(({ formdata }) => formdata === null) ?? []
  const noFile = takesFiles(document) && files.length + savedFiles.length === 0 ? ['file'] : []
  const outstanding = [...noFile, ...(takesForm(document) ? missingKeys(fields, values) : [])]
  // Told when sending is tried, and no longer once it is answered.
  const missing = reportedMissing.filter((key) => outstanding.includes(key))
  const send = (isDraft: boolean) => sending.mutate({ isDraft, idempotencyKey: newIdempotencyKey() })
  function submit() {
    setReportedMissing(outstanding)
    if (outstanding.length === 0) send(false)
  }
  function faultOf(key: string): string | null {
    if (missing.includes(key))
      return t(key === 'file' ? 'dossier.answer.fileNeeded' : 'dossier.answer.needed')
    return serverFault(sending.error, formdataOf(fields, values), key)
  }
  return {
    ...given,
    ...setters,
    keptFiles: savedFiles,
    submit,
    faultOf,
    progress,
    missing: missing.length,
    keep: () => send(true),
    stop: () => going.current?.abort(),
    pending: sending.isPending,
    error: isAborted(sending.error) ? null : sending.error,
  }
}

/** What has been typed and chosen so far. */
function useGiven(draft: GivenAnswer | null, start: GivenAnswer | null, fields: readonly FormField[]) {
  const [files, setFiles] = useState<readonly File[]>(noFiles)
  const [values, setValues] = useState<Values>(() => valuesOf(fields, formdataIn(start)))
  const [effectiveDate, setEffectiveDate] = useState(draft?.effectiveDate ?? '')
  const [everywhere, setEverywhere] = useState(draft?.scope !== 'DOSSIER')
  const setters = { setFiles, setValues, setEffectiveDate, setEverywhere }
  return { files, values, effectiveDate, everywhere, setters }
}

const isAborted = (error: Error | null) => error instanceof DOMException && error.name === 'AbortError'

function formdataIn(answer: GivenAnswer | null) {
  return answer?.evidences.find(({ formdata }) => formdata !== null)?.formdata ?? []
}

/** The server points at the place of an answer in what was sent. */
function serverFault(error: Error | null, sent: readonly { key: string }[], key: string): string | null {
  if (!isProblem(error)) return null
  const place = sent.findIndex((one) => one.key === key)
  const fault = error.errors.find(({ pointer }) => pointer?.startsWith(`/formdata/${place}/`) === true)
  return fault?.message ?? null
}
