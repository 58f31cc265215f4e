import { Button } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { useRights } from '../../ui/use-rights.ts'
import type { Provider } from './datahub.queries.ts'
import { FollowAll, StopAll } from './follow-all.tsx'
import { PushSecret } from './push-secret.tsx'
import { ProviderSettings } from './provider-settings.tsx'
import { SendValues } from './send-values.tsx'

interface Props {
  accountId: number
  provider: Provider
  name: string
}

type Open = 'settings' | 'follow' | 'stop' | 'send' | 'rotate' | null

export function ProviderActions({ accountId, provider, name }: Props) {
  const { t } = useTranslation()
  const rights = useRights(accountId)
  const [open, setOpen] = useState<Open>(null)
  const buttons = [
    { key: 'send', label: t('datahub.send'), shown: rights.manage && provider.kind === 'FILE' },
    { key: 'follow', label: t('datahub.follow'), shown: rights.manage },
    { key: 'settings', label: t('datahub.set'), shown: rights.administer },
  ] as const
  const actions = [
    rights.manage && { label: t('datahub.stop'), icon: IconPlayerStop, onClick: () => setOpen('stop') },
    rights.administer &&
      provider.kind === 'PUSH' && {
        label: t('datahub.rotate'),
        icon: IconRefresh,
        onClick: () => setOpen('rotate'),
      },
  ]
  const common = { accountId, provider, name, onClose: () => setOpen(null) }
  return (
    <>
      {buttons
        .filter(({ shown: visible }) => visible)
        .map(({ key, label }) => (
          <Button
            key={key}
            size="xs"
            variant="default"
            aria-label={`${label}: ${name}`}
            onClick={() => setOpen(key)}
          >
            {label}
          </Button>
        ))}
      {rights.manage && <ActionsMenu framed label={t('datahub.menuFor', { name })} actions={actions} />}
      {open === 'settings' && <ProviderSettings {...common} />}
      {open === 'follow' && <FollowAll {...common} />}
      {open === 'stop' && <StopAll {...common} />}
      {open === 'send' && <SendValues {...common} />}
      {open === 'rotate' && <PushSecret {...common} />}
    </>
  )
}
