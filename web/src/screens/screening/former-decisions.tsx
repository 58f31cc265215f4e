import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import queue from '../../parts/queue/decision.module.css'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import type { HitDecision } from './screening.queries.ts'

const tones: Record<HitDecision['verdict'], Tone> = {
  TRUE_MATCH: 'bad',
  FALSE_POSITIVE: 'good',
  UNCLEAR: 'warning',
  REOPENED: 'neutral',
}

export function FormerDecisions({ decisions }: { decisions: readonly HitDecision[] }) {
  const { t } = useTranslation()
  const { moment, percent } = useFormat()
  const who = useDecider()
  return (
    <ul className={queue.earlier}>
      {decisions.map((decision) => (
        <li key={decision.number}>
          <span className={queue.earlierHead}>
            <span>{t(`screening.step.${decision.step}`)}</span>
            <Pill tone={tones[decision.verdict]}>{t(`screening.verdict.${decision.verdict}`)}</Pill>
          </span>
          <span className={queue.reason}>
            {decision.grounds
              .map((ground) =>
                decision.verdict === 'REOPENED'
                  ? t(`screening.why.${ground as HitReason}`)
                  : t(`screening.ground.${ground as KnownGround}`),
              )
              .join(', ')}
          </span>
          {decision.comment !== null && <q className={queue.reason}>{decision.comment}</q>}
          <span className={queue.dim}>
            {[
              who(decision),
              moment(decision.at),
              t('screening.score', { score: percent(decision.score) }),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What is opened again by itself has the reason for it as its ground. */
type HitReason = keyof Texts['screening']['why']
type KnownGround = keyof Texts['screening']['ground']

/** By name; somebody who was erased goes by what they were. */
export function useDecider(): (decision: Pick<HitDecision, 'by'>) => string {
  const { t } = useTranslation()
  return ({ by: { name, type } }) =>
    name ?? t(`screening.by.${type === 'USER' || type === 'API_CLIENT' ? type : 'SYSTEM'}`)
}
