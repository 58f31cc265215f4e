import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'

/** In the place of hits, for who may not see them. */
export function HitsReserved() {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconLock size={32} stroke={1.6} />}
        title={t('screening.reserved')}
        detail={t('screening.reservedDetail')}
      />
    </Surface>
  )
}
