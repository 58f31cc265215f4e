import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../../api/index.ts'
import { Pill } from '../../../ui/pill.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

/** Of a company whose identity is still on its way the status is not known either. */
export function StatusCell({ row }: { row: Pick<ThirdParty, 'identityStatus' | 'status'> }) {
  const { t } = useTranslation()
  if (row.identityStatus === 'PENDING') return <Pill tone="neutral">{t('portfolio.pending')}</Pill>
  return <StatusBadge status={row.status} />
}
