import { useTranslation } from 'react-i18next'
import type { RequestedDocument, GivenAnswer } from './answer-types.ts'
import classes from './answer.module.css'
import { EvidenceFile } from './evidence-file.tsx'
import { FormValues } from './form-values.tsx'

interface Props {
  accountId: number
  document: RequestedDocument
  answer: GivenAnswer
}

/** What an answer holds: the values of its form, then its files. */
export function AnswerContent({ accountId, document, answer }: Props) {
  const { t } = useTranslation()
  const { evidences } = answer
  const form = evidences.find(({ formdata }) => formdata !== null)?.formdata ?? null
  // The PDF of a form comes some moments after the form.
  const files = evidences.filter(({ fileName, fileState }) => fileName !== null || fileState === 'DELETED')
  return (
    <div className={classes.content}>
      {form !== null && form.length > 0 && (
        <FormValues fields={document.form} values={form} isCheck={document.kind === 'CHECK'} />
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('dossier.file.files')}>
          {files.map((evidence) => (
            <EvidenceFile key={evidence.id} accountId={accountId} document={document} evidence={evidence} />
          ))}
        </ul>
      )}
    </div>
  )
}
