import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Webhook } from './webhooks.queries.ts'

interface Props {
  accountId: number
  webhook: Webhook
  onClose: () => void
}

export function DeleteWebhook({ accountId, webhook: { endpointId }, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/webhooks/{endpointId}', { path: { endpointId } }),
    successMessage: t('webhooks.deleted'),
    invalidates: [['webhooks', accountId]],
    onSuccess: () => {
      void navigate({ to: '/account/$accountId/settings/webhooks', params: { accountId } }).then(() =>
        queries.removeQueries({ queryKey: ['webhook', accountId, endpointId] }),
      )
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('webhooks.deleteTitle')}
      detail={t('webhooks.deleteDetail')}
      confirm={t('webhooks.delete')}
      tone="danger"
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
    />
  )
}
