import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'

/** In the place of what a person may not read: what it is, and whom to ask. */
export function AskAdministrator({ detail }: { detail: string }) {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconLock size={32} stroke={1.6} />}
        title={t('settings.notYours')}
        detail={`${detail} ${t('settings.askAdministrator')}`}
      />
    </Surface>
  )
}
