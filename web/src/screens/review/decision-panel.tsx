import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { Checks } from '../../parts/answer/checks.tsx'
import { DecisionPart } from '../../parts/queue/decision-part.tsx'
import { AnswerDates } from './answer-dates.tsx'
import { isUnderWay } from './current-answer.ts'
import classes from '../../parts/queue/decision.module.css'
import { EarlierAnswers } from './earlier-answers.tsx'
import { personOf } from './people.ts'
import { type GivenAnswer, type DocumentEvent } from './review.queries.ts'
import type { Item } from './use-queue.ts'
import { documentTypeQuery } from '../../parts/catalogue/catalogue.queries.ts'

interface Props {
  accountId: number
  item: Item
  answer: GivenAnswer | null
  earlier: readonly GivenAnswer[]
  events: readonly DocumentEvent[]
  mayChangeDates: boolean
  separatesDuties: boolean
  /** Counts decisions: after each, whoever listens hears what comes next. */
  focusTurn: number
  notices: ReactNode
  comments: ReactNode
  bar: ReactNode
}

/** All there is to know for a decision, and below it the decision. */
export function DecisionPanel(props: Props) {
  const { t } = useTranslation()
  const { accountId, item, answer, earlier, events, mayChangeDates, focusTurn } = props
  return (
    <aside aria-label={t('review.decision')} className={classes.panel}>
      <div className={classes.scroll}>
        <Head accountId={accountId} item={item} focusTurn={focusTurn} />
        {props.notices}
        <Why accountId={accountId} item={item} />
        {answer === null ? (
          <Skeleton height={160} radius={8} />
        ) : (
          <>
            <DecisionPart title={t('review.checks')}>
              <Checks answer={answer} />
            </DecisionPart>
            <DecisionPart title={t('review.sent')}>
              <Sent answer={answer} events={events} />
            </DecisionPart>
            <DecisionPart title={t('review.validity')}>
              <AnswerDates
                key={answer.responseId}
                accountId={accountId}
                answer={answer}
                mayChange={mayChangeDates && isUnderWay(answer)}
                givesUpDecision={props.separatesDuties}
              />
            </DecisionPart>
          </>
        )}
        {earlier.length > 0 && (
          <DecisionPart title={t('review.earlier')}>
            <EarlierAnswers answers={earlier} events={events} />
          </DecisionPart>
        )}
        {props.comments}
      </div>
      {props.bar}
    </aside>
  )
}

function Head({ accountId, item, focusTurn }: Pick<Props, 'accountId' | 'item' | 'focusTurn'>) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusTurn > 0) title.current?.focus()
  }, [focusTurn])
  const { thirdpartyId, dossierId } = item
  return (
    <header className={classes.head}>
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        {item.documentName}
      </h2>
      <p className={classes.where}>
        <Link to="/account/$accountId/thirdparties/$thirdpartyId" params={{ accountId, thirdpartyId }}>
          {item.thirdpartyName ?? t('review.thirdParty')}
        </Link>
        <span aria-hidden="true"> · </span>
        <Link to="/account/$accountId/dossiers/$dossierId" params={{ accountId, dossierId }}>
          {item.dossierType?.label ?? t('review.dossier')}
        </Link>
      </p>
      <div className={classes.tags}>
        <ThemeLabel theme={item.theme} />
        {!item.required && <Pill tone="neutral">{t('review.optional')}</Pill>}
        {item.bankDetails && <Pill tone="warning">{t('review.bankDetails')}</Pill>}
        {item.dueDate !== null && (
          <Pill tone="neutral">{t('review.dueOn', { date: date(item.dueDate) })}</Pill>
        )}
      </div>
    </header>
  )
}

function Why({ accountId, item }: Pick<Props, 'accountId' | 'item'>) {
  const { t, i18n } = useTranslation()
  const { data: type } = useQuery(documentTypeQuery(accountId, item.documentCode))
  const purpose = type?.definition.purpose[i18n.language === 'fr' ? 'fr' : 'en']
  return (
    <DecisionPart title={t('review.why')}>
      {purpose === undefined ? <Skeleton height={40} /> : <p className={classes.text}>{purpose}</p>}
      {item.legalBasis !== '' && <p className={classes.dim}>{item.legalBasis}</p>}
    </DecisionPart>
  )
}

function Sent({ answer, events }: { answer: GivenAnswer; events: readonly DocumentEvent[] }) {
  const { t } = useTranslation()
  const { moment, number } = useFormat()
  const name = personOf(events, answer.responseId, ['ADDED'])
  const sender = t(`review.transmitter.${answer.transmitter}`)
  return (
    <>
      <p className={classes.sender}>{name === null ? sender : t('review.sentFor', { name, sender })}</p>
      <p className={classes.dim}>{moment(answer.submittedAt ?? answer.createdAt)}</p>
      {answer.reusedFrom !== null && <p className={classes.dim}>{t('review.reused')}</p>}
      {answer.score !== null && (
        <p className={classes.text}>{t('review.score', { score: number(answer.score) })}</p>
      )}
    </>
  )
}
