import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { bodyOf, isComplete, isUrlProblem, WebhookForm, type WebhookDraft } from './webhook-form.tsx'
import type { Webhook } from './webhooks.queries.ts'

interface Props {
  accountId: number
  webhook: Webhook
  onClose: () => void
}

export function ChangeWebhook({ accountId, webhook, onClose }: Props) {
  const { t } = useTranslation()
  const { endpointId, url, description, eventNames, classes } = webhook
  const [draft, setDraft] = useState<WebhookDraft>({
    url,
    description,
    eventNames: eventNames.length === 0 ? null : eventNames,
    classes,
  })
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/webhooks/{endpointId}', { path: { endpointId }, body: bodyOf(draft) }),
    successMessage: t('webhooks.changed'),
    invalidates: [
      ['webhook', accountId, endpointId],
      ['webhooks', accountId],
    ],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('webhooks.changeTitle')}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={isUrlProblem(change.error) ? null : change.error}
      disabled={!isComplete(draft)}
      size="lg"
    >
      <WebhookForm draft={draft} onDraft={setDraft} error={change.error} />
    </FormDialog>
  )
}
