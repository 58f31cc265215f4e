import { useTranslation } from 'react-i18next'
import type { CompanyStatus } from '../api/index.ts'
import { Pill } from './pill.tsx'

const tones = { ACTIVE: 'good', IN_COLLECTIVE_PROCEDURE: 'warning', STRUCK_OFF: 'bad' } as const

export function StatusBadge({ status }: { status: CompanyStatus }) {
  const { t } = useTranslation()
  return <Pill tone={tones[status]}>{t(`status.${status}`)}</Pill>
}
