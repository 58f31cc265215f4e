import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import classes from '../../parts/queue/decision.module.css'
import { personOf } from './people.ts'
import type { GivenAnswer, DocumentEvent } from './review.queries.ts'

const tones: Partial<Record<GivenAnswer['status'], Tone>> = {
  PENDING: 'info',
  CHECKING: 'info',
  ACCEPTED: 'good',
  DENIED: 'bad',
}

interface Props {
  answers: readonly GivenAnswer[]
  events: readonly DocumentEvent[]
}

export function EarlierAnswers({ answers, events }: Props) {
  const { t } = useTranslation()
  const { day } = useFormat()
  return (
    <ul className={classes.earlier}>
      {answers.map(({ responseId, status, submittedAt, createdAt, decision }) => {
        const by = decision && personOf(events, responseId, ['ACCEPTED', 'DENIED'])
        return (
          <li key={responseId}>
            <span className={classes.earlierHead}>
              <span>{t('review.sentOn', { date: day(submittedAt ?? createdAt) })}</span>
              <Pill tone={tones[status] ?? 'neutral'}>{t(`dossier.answerStatus.${status}`)}</Pill>
            </span>
            {decision?.comment && <q className={classes.reason}>{decision.comment}</q>}
            {decision && (
              <span className={classes.dim}>
                {[by, day(decision.at), decision.shared === true ? t('review.wasTold') : null]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
