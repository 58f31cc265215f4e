import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { AnswerContent } from './answer-content.tsx'
import type { RequestedDocument, GivenAnswer, Person } from './answer-types.ts'
import classes from './answer.module.css'
import { Checks } from './checks.tsx'

const tones: Record<GivenAnswer['status'], Tone> = {
  DRAFT: 'neutral',
  CHECKING: 'info',
  PENDING: 'info',
  ACCEPTED: 'good',
  DENIED: 'bad',
  EXPIRED: 'warning',
  SUPERSEDED: 'neutral',
  INTERRUPTED: 'neutral',
  DELETED: 'neutral',
}

interface Props {
  accountId: number
  document: RequestedDocument
  answer: GivenAnswer
  nameOf: (person: Person | null) => string
}

/** One answer with what became of it, by whom and when. */
export function AnswerCard({ accountId, document, answer, nameOf }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { status, submittedAt, submittedBy, createdAt, decisions, effectiveDate, expirationDate, score } =
    answer
  const by = { name: nameOf(submittedBy), date: format.moment(submittedAt ?? createdAt) }
  const facts = [
    effectiveDate === null ? null : t('dossier.answers.effective', { date: format.date(effectiveDate) }),
    expirationDate === null ? null : t('dossier.answers.until', { date: format.date(expirationDate) }),
    score === null ? null : t('dossier.answers.score', { score }),
    answer.reusedFrom === null ? null : t('dossier.answers.reused'),
  ].filter((one) => one !== null)
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <Pill tone={tones[status]}>{t(`dossier.answerStatus.${status}`)}</Pill>
        <span className={classes.quiet}>
          {submittedAt === null
            ? t('dossier.answers.begun', { date: by.date })
            : t('dossier.answers.sentBy', by)}
        </span>
      </div>
      {facts.length > 0 && <p className={`${classes.quiet} ${classes.sentence}`}>{facts.join(' · ')}</p>}
      {decisions.map((decision) => (
        <Decision key={decision.number} decision={decision} nameOf={nameOf} />
      ))}
      {(answer.checkOutcome !== null || status === 'CHECKING') && <Checks answer={answer} />}
      <AnswerContent accountId={accountId} document={document} answer={answer} />
    </article>
  )
}

const verdicts = {
  FIRST_APPROVAL: 'dossier.answers.firstApproval',
  ACCEPTANCE: 'dossier.answers.accepted',
  REJECTION: 'dossier.answers.rejected',
} as const

interface DecisionProps {
  decision: GivenAnswer['decisions'][number]
  nameOf: Props['nameOf']
}

function Decision({ decision, nameOf }: DecisionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { verdict, at, by, comment, shared } = decision
  const text = { name: nameOf(by), date: format.moment(at) }
  const isRejected = verdict === 'REJECTION'
  return (
    <div className={classes.decision} data-rejected={isRejected}>
      <span>{t(verdicts[verdict], text)}</span>
      {comment !== null && comment !== '' && <blockquote className={classes.reason}>{comment}</blockquote>}
      {shared !== null && (
        <span className={classes.quiet}>
          {t(shared ? 'dossier.answers.shared' : 'dossier.answers.notShared')}
        </span>
      )}
    </div>
  )
}
