import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '../../ui/pill.tsx'
import type { CorrectiveAction, Finding, Severity } from './findings.queries.ts'

const severityTones: Record<Severity, Tone> = { MINOR: 'neutral', MAJOR: 'warning', CRITICAL: 'bad' }

export function SeverityPill({ severity }: { severity: Severity }) {
  const { t } = useTranslation()
  return <Pill tone={severityTones[severity]}>{t(`findings.severity.${severity}`)}</Pill>
}

const stateTones: Record<Finding['state'], Tone> = {
  OPEN: 'warning',
  IN_PROGRESS: 'info',
  TO_VERIFY: 'warning',
  CLOSED: 'good',
  DISMISSED: 'neutral',
}

export function FindingStatePill({ state }: Pick<Finding, 'state'>) {
  const { t } = useTranslation()
  return <Pill tone={stateTones[state]}>{t(`findings.state.${state}`)}</Pill>
}

const actionTones: Record<CorrectiveAction['state'], Tone> = {
  OPEN: 'info',
  SUBMITTED: 'warning',
  ACCEPTED: 'good',
  CANCELLED: 'neutral',
}

export function ActionStatePill({ state }: Pick<CorrectiveAction, 'state'>) {
  const { t } = useTranslation()
  return <Pill tone={actionTones[state]}>{t(`findings.actionState.${state}`)}</Pill>
}
