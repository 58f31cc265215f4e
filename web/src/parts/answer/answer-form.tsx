import { Button, Checkbox, Group, Progress, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { takesFiles, takesForm, type RequestedDocument, type GivenAnswer } from './answer-types.ts'
import classes from './answer.module.css'
import { DraftFiles } from './draft-files.tsx'
import { FileDrop } from './file-drop.tsx'
import { FormInput } from './form-input.tsx'
import { useAnswerForm } from './use-answer-form.ts'
import { documentTypeQuery } from '../catalogue/catalogue.queries.ts'

interface Props {
  accountId: number
  document: RequestedDocument
  draft: GivenAnswer | null
  /** The newest answer: its form is a good beginning for the next one. */
  latest: GivenAnswer | null
  onSent: () => void
  onCancel: () => void
}

/** Answers a document in the name of the third party. */
export function AnswerForm({ accountId, document, draft, latest, onSent, onCancel }: Props) {
  const { t } = useTranslation()
  const form = useAnswerForm({ accountId, document, draft, start: draft ?? latest, onSent })
  const { data: type } = useQuery(documentTypeQuery(accountId, document.documentCode))
  // A person stands in for the service, in this dossier only.
  const isCheck = document.kind === 'CHECK'
  const asksDay =
    takesFiles(document) && type !== undefined && type.definition.effectiveDateField === undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
        const own = event.currentTarget
        // The faults are marked by then.
        requestAnimationFrame(() => own.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
      noValidate
    >
      <Stack gap="md">
        {!isCheck && <Notice tone="info">{t('dossier.answer.onBehalf')}</Notice>}
        {takesFiles(document) && (
          <Files
            {...{ accountId, document, draft, form }}
            accepted={type?.definition.acceptedFileTypes ?? []}
          />
        )}
        {asksDay && (
          <TextInput
            type="date"
            maw={260}
            label={t('dossier.answer.day')}
            description={t('dossier.answer.dayHelp')}
            value={form.effectiveDate}
            onChange={(event) => form.setEffectiveDate(event.currentTarget.value)}
          />
        )}
        {takesForm(document) && (
          <FormInput
            fields={document.form ?? []}
            values={form.values}
            onChange={form.setValues}
            faultOf={form.faultOf}
          />
        )}
        {!isCheck && <Everywhere form={form} />}
        <div className={classes.ending}>
          <Outcome form={form} />
          <Ending form={form} onCancel={onCancel} />
        </div>
      </Stack>
    </form>
  )
}

type Form = ReturnType<typeof useAnswerForm>

function Everywhere({ form }: { form: Form }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      label={t('dossier.answer.everywhere')}
      description={t('dossier.answer.everywhereHelp')}
      checked={form.everywhere}
      onChange={(event) => form.setEverywhere(event.currentTarget.checked)}
    />
  )
}

interface FilesProps extends Pick<Props, 'accountId' | 'document' | 'draft'> {
  form: Form
  accepted: readonly string[]
}

function Files({ accountId, document, draft, form, accepted }: FilesProps) {
  return (
    <>
      <DraftFiles accountId={accountId} document={document} draft={draft} files={form.keptFiles} />
      <FileDrop
        files={form.files}
        onChange={form.setFiles}
        accepted={accepted}
        fault={form.faultOf('file')}
        disabled={form.pending}
      />
    </>
  )
}

function Outcome({ form }: { form: Form }) {
  const { t } = useTranslation()
  if (form.pending && form.files.length > 0) {
    return (
      <Progress.Root size="lg" aria-label={t('dossier.answer.sending')}>
        <Progress.Section value={form.progress * 100} aria-label={t('dossier.answer.sending')} animated />
      </Progress.Root>
    )
  }
  if (form.error !== null) return <ProblemAlert title={t('dossier.answer.failed')} error={form.error} />
  if (form.missing === 0) return null
  return (
    <Notice tone="warning" live="polite">
      {t('dossier.answer.incomplete', { count: form.missing })}
    </Notice>
  )
}

function Ending({ form, onCancel }: { form: Form; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="subtle" color="gray" onClick={form.pending ? form.stop : onCancel}>
        {t('common.cancel')}
      </Button>
      <Button variant="default" disabled={form.pending} onClick={form.keep}>
        {t('dossier.answer.keep')}
      </Button>
      <Button type="submit" loading={form.pending}>
        {t('dossier.answer.send')}
      </Button>
    </Group>
  )
}
