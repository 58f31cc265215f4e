import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/index.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'

type HitState = Row<'listScreeningHits'>['state']

const tones: Record<HitState, Tone> = {
  OPEN: 'warning',
  UNCLEAR: 'warning',
  PROPOSED: 'info',
  CLEARED: 'good',
  TRUE_MATCH: 'bad',
  ENDED: 'neutral',
}

export function HitStatePill({ state }: { state: HitState }) {
  const { t } = useTranslation()
  return <Pill tone={tones[state]}>{t(`screening.states.${state}`)}</Pill>
}
