import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import type { Webhook } from './webhooks.queries.ts'

interface Props {
  accountId: number
  webhook: Webhook
  onClose: () => void
}

export function RotateWebhook({ accountId, webhook: { endpointId }, onClose }: Props) {
  const { t } = useTranslation()
  const made = useSecretMutation({
    mutationFn: () =>
      api.account(accountId).post('/webhooks/{endpointId}/rotate-secret', { path: { endpointId } }),
    invalidates: [['webhook', accountId, endpointId]],
  })
  if (made.answer !== null) return <WebhookSecret secret={made.answer.secret} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('webhooks.rotateTitle')}
      submit={t('webhooks.makeSecret')}
      onSubmit={() => made.run()}
      pending={made.pending}
      error={made.error}
    >
      <Text size="sm">{t('webhooks.rotateDetail')}</Text>
    </FormDialog>
  )
}
