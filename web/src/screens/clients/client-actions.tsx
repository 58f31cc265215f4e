import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDots, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { Client } from './clients.queries.ts'
import { RotateSecret } from './rotate-secret.tsx'

interface Props {
  accountId: number
  client: Client
}

export function ClientActions({ accountId, client }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'rotate' | 'deactivate' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end" width={200} shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            ml="auto"
            variant="subtle"
            color="gray"
            aria-label={t('clients.menuFor', { name: client.name })}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setOpen('rotate')}>
            {t('clients.rotate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBan size={16} />} onClick={() => setOpen('deactivate')}>
            {t('clients.deactivate')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'rotate' && <RotateSecret accountId={accountId} client={client} onClose={close} />}
      {open === 'deactivate' && <Deactivate accountId={accountId} client={client} onClose={close} />}
    </>
  )
}

function Deactivate({ accountId, client, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name } = client
  const deactivate = useAct({
    act: () => api.delete('/clients/{id}', { accountId, id }),
    done: t('clients.deactivated', { name }),
    refresh: [['clients', accountId]],
    onDone: onClose,
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
