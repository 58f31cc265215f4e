import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from './pill.tsx'

export const dossierStatuses = [
  'ABSENT',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const
export type DossierStatus = (typeof dossierStatuses)[number]

export const documentStatuses = [
  'MISSING',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const statusTones: Record<DossierStatus | DocumentStatus, Tone> = {
  ABSENT: 'neutral',
  MISSING: 'neutral',
  ONGOING: 'info',
  ACTION_REQUIRED: 'warning',
  VALID: 'good',
  BELOW_EXPECTATION: 'warning',
  INVALID: 'bad',
}

export function DossierStatusPill({ status }: { status: DossierStatus }) {
  const { t } = useTranslation()
  return <Pill tone={statusTones[status]}>{t(`labels.dossierStatus.${status}`)}</Pill>
}

export function DocumentStatusPill({ status }: { status: DocumentStatus }) {
  const { t } = useTranslation()
  return <Pill tone={statusTones[status]}>{t(`labels.documentStatus.${status}`)}</Pill>
}
