import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '../../ui/pill.tsx'

export const relationshipStates = [
  'NONE',
  'APPROVED',
  'APPROVED_WITH_CONDITIONS',
  'SUSPENDED',
  'REFUSED',
] as const
type RelationshipState = (typeof relationshipStates)[number]

const tones: Record<RelationshipState, Tone> = {
  NONE: 'neutral',
  APPROVED: 'good',
  APPROVED_WITH_CONDITIONS: 'warning',
  SUSPENDED: 'warning',
  REFUSED: 'bad',
}

interface Props {
  state: RelationshipState
  /** Whether somebody has to decide anew, where that is not said beside it. */
  toReview?: boolean
}

/** Whether the account works with a company. */
export function RelationshipPill({ state, toReview = false }: Props) {
  const { t } = useTranslation()
  const words = t(`relationship.state.${state}`)
  return (
    <Pill tone={toReview ? 'warning' : tones[state]}>
      {toReview ? t('relationship.stateToReview', { state: words }) : words}
    </Pill>
  )
}
