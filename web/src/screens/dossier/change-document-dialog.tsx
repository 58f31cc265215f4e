import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { keysAfterAnswer } from '../../parts/answer/answer-queries.ts'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Dossier } from './dossier.queries.ts'

export interface DocumentDialogProps {
  document: RequestedDocument
  opened: boolean
  onClose: () => void
}

interface Typed {
  dueDate: string
  required: boolean
}

/** When a document is due, and, where the type leaves it open, whether it is required. */
export function ChangeDocumentDialog(props: DocumentDialogProps & { dossier: Dossier }) {
  const { document, dossier, opened, onClose } = props
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, documentId } = document
  const [typed, setTyped] = useState<Typed | null>(null)
  const values = typed ?? { dueDate: document.dueDate ?? '', required: document.required }
  const leave = () => {
    setTyped(null)
    change.reset()
    onClose()
  }
  const change = useApiMutation({
    mutationFn: () => {
      const path = { dossierId, documentId }
      const required = values.required === document.required ? {} : { required: values.required }
      const body = { dueDate: values.dueDate || null, ...required }
      return api.account(accountId).patch('/dossiers/{dossierId}/documents/{documentId}', { path, body })
    },
    successMessage: t('common.saved'),
    invalidates: keysAfterAnswer(accountId, document),
    onSuccess: leave,
    silent: true,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={t('dossier.change.open')}
      submit={t('common.save')}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
    >
      <TextInput
        type="date"
        label={t('dossier.own.dueDate')}
        value={values.dueDate}
        onChange={(event) => setTyped({ ...values, dueDate: event.currentTarget.value })}
      />
      {!dossier.type.typed && (
        <Switch
          label={t('dossier.documents.required')}
          description={t('dossier.change.requiredHelp')}
          checked={values.required}
          onChange={(event) => setTyped({ ...values, required: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
