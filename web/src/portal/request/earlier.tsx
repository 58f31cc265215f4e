import { Pill, type Tone } from '../../ui/pill.tsx'
import type { OneRequest, PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import { AnswerDetails } from './answer-details.tsx'
import classes from './request.module.css'

export const answerTones: Record<PortalAnswer['state'], Tone> = {
  DRAFT: 'info',
  IN_REVIEW: 'info',
  ACCEPTED: 'good',
  REJECTED: 'bad',
  EXPIRED: 'warning',
  REPLACED: 'neutral',
  WITHDRAWN: 'neutral',
}

/** What was sent to this request before, folded. */
export function Earlier({ request, skip }: { request: OneRequest; skip: number }) {
  const { t, format } = useTexts()
  const answers = request.answers.slice(skip)
  if (answers.length === 0) return null
  return (
    <section aria-labelledby="earlier" className={classes.earlier}>
      <h2 id="earlier" className={classes.aboutTitle}>
        {t.sent.earlier}
      </h2>
      {answers.map((answer) => (
        <details key={answer.responseId} className={classes.fold}>
          <summary>
            <span>{answer.sentAt !== null && format.moment(answer.sentAt)}</span>
            <Pill tone={answerTones[answer.state]}>{answer.stateLabel}</Pill>
          </summary>
          {answer.reason !== null && (
            <p className={classes.refusal}>
              {t.sent.reason}: {answer.reason}
            </p>
          )}
          <AnswerDetails answer={answer} fields={request.formFields} />
        </details>
      ))}
    </section>
  )
}
