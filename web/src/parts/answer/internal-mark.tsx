import { useTranslation } from 'react-i18next'
import { Pill } from '../../ui/pill.tsx'

/** On what the account answers itself: the third party neither sees it nor is asked for it. */
export function InternalMark({ answeredBy }: { answeredBy: 'THIRD_PARTY' | 'ACCOUNT' | undefined }) {
  const { t } = useTranslation()
  return answeredBy === 'ACCOUNT' ? <Pill tone="neutral">{t('labels.internal')}</Pill> : null
}
