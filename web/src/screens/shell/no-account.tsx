import { IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TeachingState } from '../../ui/teaching-state.tsx'

export function NoAccount() {
  const { t } = useTranslation()
  return (
    <main>
      <TeachingState
        icon={<IconUserQuestion size={32} stroke={1.6} />}
        title={t('shell.noAccount')}
        detail={t('shell.noAccountDetail')}
      />
    </main>
  )
}
