import { Button } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { ChangeWebhook } from './change-webhook.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { RotateWebhook } from './rotate-webhook.tsx'
import type { Webhook } from './webhooks.queries.ts'

interface Props {
  accountId: number
  webhook: Webhook
}

export function SettingsActions({ accountId, webhook }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'change' | 'rotate' | 'delete' | null>(null)
  const common = { accountId, webhook, onClose: () => setOpen(null) }
  return (
    <>
      <PauseButton accountId={accountId} webhook={webhook} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={15} aria-hidden="true" />}
        onClick={() => setOpen('change')}
      >
        {t('webhooks.change')}
      </Button>
      <ActionsMenu
        framed
        label={t('common.actions')}
        actions={[
          { label: t('webhooks.rotate'), icon: IconRefresh, onClick: () => setOpen('rotate') },
          { label: t('webhooks.delete'), icon: IconTrash, onClick: () => setOpen('delete') },
        ]}
      />
      {open === 'change' && <ChangeWebhook {...common} />}
      {open === 'rotate' && <RotateWebhook {...common} />}
      {open === 'delete' && <DeleteWebhook {...common} />}
    </>
  )
}

function PauseButton({ accountId, webhook: { endpointId, state } }: Props) {
  const { t } = useTranslation()
  const isActive = state === 'ACTIVE'
  const toggle = useApiMutation({
    mutationFn: () =>
      isActive
        ? api.account(accountId).post('/webhooks/{endpointId}/pause', { path: { endpointId } })
        : api.account(accountId).post('/webhooks/{endpointId}/resume', { path: { endpointId } }),
    successMessage: t(isActive ? 'webhooks.paused' : 'webhooks.resumed'),
    invalidates: [
      ['webhook', accountId, endpointId],
      ['webhooks', accountId],
    ],
  })
  const Icon = isActive ? IconPlayerPause : IconPlayerPlay
  return (
    <Button
      size="xs"
      variant={isActive ? 'default' : 'filled'}
      leftSection={<Icon size={15} aria-hidden="true" />}
      loading={toggle.isPending}
      onClick={() => toggle.mutate()}
    >
      {t(isActive ? 'webhooks.pause' : 'webhooks.resume')}
    </Button>
  )
}
