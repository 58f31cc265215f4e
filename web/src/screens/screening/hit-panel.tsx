import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenFindingButton } from '../../parts/findings/open-finding-button.tsx'
import { DecisionPart } from '../../parts/queue/decision-part.tsx'
import queue from '../../parts/queue/decision.module.css'
import { HitStatePill } from '../../parts/screening/hit-state.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { FormerDecisions } from './former-decisions.tsx'
import classes from './hit-panel.module.css'
import { reasonText } from './reason-text.ts'
import type { Hit } from './screening.queries.ts'

interface Props {
  accountId: number
  hit: Hit
  /** Counts decisions: after each, whoever listens hears what comes next. */
  focusTurn: number
  notices: ReactNode
  bar: ReactNode
}

/** What the score is made of, why it is asked now, what was decided before, and below it the decision. */
export function HitPanel({ accountId, hit, focusTurn, notices, bar }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <aside aria-label={t('screening.decision')} className={queue.panel}>
      <div className={queue.scroll}>
        <HitHead accountId={accountId} hit={hit} focusTurn={focusTurn} />
        {notices}
        <DecisionPart title={t('screening.whyNow')}>
          <p className={queue.text}>{t(whyKey(hit))}</p>
          <p className={queue.dim}>{t('screening.openedOn', { date: format.moment(hit.openedAt) })}</p>
        </DecisionPart>
        <DecisionPart title={t('screening.whyScore')}>
          <ScoreReasons hit={hit} />
        </DecisionPart>
        {hit.state === 'TRUE_MATCH' && <FindingFromHit hit={hit} />}
        {hit.decisions.length > 0 && (
          <DecisionPart title={t('screening.earlier')}>
            <FormerDecisions decisions={hit.decisions} />
          </DecisionPart>
        )}
      </div>
      {bar}
    </aside>
  )
}

/** A confirmed hit is a reason to ask the company for something. */
function FindingFromHit({ hit: { hitId, entryName, thirdpartyId } }: { hit: Hit }) {
  const { t } = useTranslation()
  const title = t('findings.add.hit', { name: entryName }).slice(0, 200)
  return (
    <div>
      <OpenFindingButton
        thirdpartyId={thirdpartyId}
        seenIn={{
          source: { kind: 'HIT', hitId },
          name: entryName,
          draft: { title, theme: 'LEGAL_COMPLIANCE', severity: 'CRITICAL' },
        }}
      />
    </div>
  )
}

/** An article is no entry of a list. */
function whyKey({ class: hitClass, why }: Hit) {
  const isArticle = hitClass === 'NEWS' && (why === 'ENTRY_ADDED' || why === 'ENTRY_CHANGED')
  return isArticle ? (`screeningNews.why.${why}` as const) : (`screening.why.${why}` as const)
}

function HitHead({ accountId, hit, focusTurn }: Pick<Props, 'accountId' | 'hit' | 'focusTurn'>) {
  const { t } = useTranslation()
  const { percent, date } = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusTurn > 0) title.current?.focus()
  }, [focusTurn])
  const { thirdpartyId, thirdpartyName, clearedUntil } = hit
  return (
    <header className={queue.head}>
      <h2 ref={title} tabIndex={-1} className={queue.title}>
        {hit.subjectName} · {hit.entryName}
      </h2>
      <p className={queue.where}>
        <Link
          to="/account/$accountId/thirdparties/$thirdpartyId"
          params={{ accountId, thirdpartyId }}
          search={{ tab: 'screening' }}
        >
          {thirdpartyName ?? t('screening.ours')}
        </Link>
      </p>
      <div className={queue.tags}>
        <Pill tone="neutral">{t(`screening.classes.${hit.class}`)}</Pill>
        <Pill tone="warning">{t('screening.score', { score: percent(hit.score) })}</Pill>
        <HitStatePill state={hit.state} />
      </div>
      {clearedUntil !== null && (
        <p className={queue.dim}>{t('screening.clearedUntil', { date: date(clearedUntil) })}</p>
      )}
    </header>
  )
}

function ScoreReasons({ hit }: { hit: Hit }) {
  const { i18n } = useTranslation()
  const format = useFormat()
  return (
    <ul className={classes.reasons}>
      {hit.reasons.map((reason, index) => (
        // The same kind may count several times, and the order is part of the account.
        <li key={index}>
          <span className={classes.points} data-effect={reason.effect}>
            {signedPoints(reason.points, format.number)}
          </span>
          <span>{reasonText(reason, i18n, format)}</span>
        </li>
      ))}
    </ul>
  )
}

/** In hundredths of the score, with their sign. */
function signedPoints(points: number, number: (value: number) => string): string {
  const hundredths = Math.round(points * 100)
  if (hundredths === 0) return '0'
  return `${hundredths > 0 ? '+' : '−'}${number(Math.abs(hundredths))}`
}
