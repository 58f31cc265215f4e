import { IconBan, IconCertificate, IconKey, IconNetwork, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { ClientAddresses, ClientKeys } from './client-access.tsx'
import { ClientSecrets } from './client-secrets.tsx'
import type { Client } from './clients.queries.ts'
import { RotateSecret } from './rotate-secret.tsx'

interface Props {
  accountId: number
  client: Client
}

export function ClientActions({ accountId, client }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'secrets' | 'keys' | 'addresses' | 'rotate' | 'deactivate' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ActionsMenu
        label={t('clients.menuFor', { name: client.name })}
        actions={[
          { label: t('clients.secrets'), icon: IconKey, onClick: () => setOpen('secrets') },
          { label: t('clients.keys'), icon: IconCertificate, onClick: () => setOpen('keys') },
          { label: t('clients.addresses'), icon: IconNetwork, onClick: () => setOpen('addresses') },
          { label: t('clients.rotate'), icon: IconRefresh, onClick: () => setOpen('rotate') },
          { label: t('clients.deactivate'), icon: IconBan, onClick: () => setOpen('deactivate') },
        ]}
      />
      {open === 'secrets' && <ClientSecrets accountId={accountId} client={client} onClose={close} />}
      {open === 'keys' && <ClientKeys accountId={accountId} client={client} onClose={close} />}
      {open === 'addresses' && <ClientAddresses accountId={accountId} client={client} onClose={close} />}
      {open === 'rotate' && <RotateSecret accountId={accountId} client={client} onClose={close} />}
      {open === 'deactivate' && <Deactivate accountId={accountId} client={client} onClose={close} />}
    </>
  )
}

function Deactivate({ accountId, client, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name } = client
  const deactivate = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/clients/{id}', { path: { id } }),
    successMessage: t('clients.deactivated', { name }),
    invalidates: [['clients', accountId]],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('clients.deactivateTitle', { name })}
      detail={t('clients.deactivateDetail')}
      confirm={t('clients.deactivate')}
      tone="danger"
      onConfirm={() => deactivate.mutate()}
      pending={deactivate.isPending}
    />
  )
}
