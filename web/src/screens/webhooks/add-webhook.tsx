import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { bodyOf, isComplete, isUrlProblem, WebhookForm, type WebhookDraft } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface Props {
  accountId: number
  onClose: () => void
}

export function AddWebhook({ accountId, onClose }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<WebhookDraft>({
    url: '',
    description: '',
    eventNames: null,
    classes: ['EVENTS'],
  })
  const added = useSecretMutation({
    mutationFn: () => api.account(accountId).post('/webhooks', { body: bodyOf(draft) }),
    invalidates: [['webhooks', accountId]],
  })
  if (added.answer !== null) return <WebhookSecret secret={added.answer.secret} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('webhooks.add')}
      submit={t('common.add')}
      onSubmit={() => added.run()}
      pending={added.pending}
      error={isUrlProblem(added.error) ? null : added.error}
      disabled={!isComplete(draft)}
      size="lg"
    >
      <WebhookForm draft={draft} onDraft={setDraft} error={added.error} />
    </FormDialog>
  )
}
