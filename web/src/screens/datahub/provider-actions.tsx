import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../ui/use-rights.ts'
import type { Provider } from './datahub.queries.ts'
import { FollowAll } from './follow-all.tsx'
import { PushSecret } from './push-secret.tsx'
import { ProviderSettings } from './provider-settings.tsx'
import { SendValues } from './send-values.tsx'

interface Props {
  accountId: number
  provider: Provider
  name: string
}

type Open = 'settings' | 'follow' | 'send' | 'rotate' | null

export function ProviderActions({ accountId, provider, name }: Props) {
  const { t } = useTranslation()
  const rights = useRights(accountId)
  const [open, setOpen] = useState<Open>(null)
  const offered = [
    { key: 'send', label: t('datahub.send'), shown: rights.manage && provider.kind === 'FILE' },
    { key: 'follow', label: t('datahub.follow'), shown: rights.manage },
    { key: 'rotate', label: t('datahub.rotate'), shown: rights.administer && provider.kind === 'PUSH' },
    { key: 'settings', label: t('datahub.set'), shown: rights.administer },
  ] as const
  const common = { accountId, provider, name, onClose: () => setOpen(null) }
  return (
    <>
      {offered
        .filter(({ shown }) => shown)
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
      {open === 'settings' && <ProviderSettings {...common} />}
      {open === 'follow' && <FollowAll {...common} />}
      {open === 'send' && <SendValues {...common} />}
      {open === 'rotate' && <PushSecret {...common} />}
    </>
  )
}
