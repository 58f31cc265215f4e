import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useSight } from '../../ui/use-sight.ts'

/** In the place of what a person may not read: what it is, and whom to ask. */
export function AskAdministrator({ detail }: { detail: string }) {
  const { t } = useTranslation()
  const { all } = useSight(useAccountId())
  return (
    <Surface>
      <TeachingState
        icon={<IconLock size={32} stroke={1.6} />}
        title={t('settings.notYours')}
        detail={all ? `${detail} ${t('settings.askAdministrator')}` : t('units.allRequired')}
      />
    </Surface>
  )
}
