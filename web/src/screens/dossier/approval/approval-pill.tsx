import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '../../../ui/pill.tsx'
import type { Approval, ApprovalStep } from './approval.queries.ts'

const tones: Record<Approval['state'], Tone> = {
  NOT_NEEDED: 'neutral',
  WAITING: 'neutral',
  IN_PROGRESS: 'info',
  APPROVED: 'good',
  REFUSED: 'bad',
}

export function ApprovalPill({ state }: Pick<Approval, 'state'>) {
  const { t } = useTranslation()
  return <Pill tone={tones[state]}>{t(`approval.state.${state}`)}</Pill>
}

const stepTones: Record<ApprovalStep['state'], Tone> = {
  WAITING: 'neutral',
  OPEN: 'info',
  APPROVED: 'good',
  REFUSED: 'bad',
  SKIPPED: 'neutral',
  CLOSED: 'neutral',
}

export function StepPill({ state }: Pick<ApprovalStep, 'state'>) {
  const { t } = useTranslation()
  return <Pill tone={stepTones[state]}>{t(`approval.step.${state}`)}</Pill>
}
