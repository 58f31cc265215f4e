import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { InternalMark } from '../../parts/answer/internal-mark.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Pill } from '../../ui/pill.tsx'
import { themeIcons } from '../../ui/theme-label.tsx'
import type { QueueRow } from './review.queries.ts'
import classes from '../../parts/queue/queue-list.module.css'
import type { Decisions } from './use-decisions.ts'
import { here, waitingOf, type Queue } from './use-queue.ts'

interface Props {
  accountId: number
  queue: Queue
  decisions: Decisions
}

export function QueueList({ accountId, queue, decisions }: Props) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('review.list')} className={classes.nav}>
      <ul className={classes.rows}>
        {queue.rows.map((row) => (
          <QueueEntry
            key={row.documentId}
            accountId={accountId}
            row={row}
            isCurrent={row.documentId === queue.item?.documentId}
            hasFailed={decisions.failureOf(waitingOf(row) ?? 0) !== undefined}
          />
        ))}
      </ul>
      <LoadMore query={queue.query} />
    </nav>
  )
}

interface EntryProps {
  accountId: number
  row: QueueRow
  isCurrent: boolean
  hasFailed: boolean
}

function QueueEntry({ accountId, row, isCurrent, hasFailed }: EntryProps) {
  const { t } = useTranslation()
  const { ago, date } = useFormat()
  const link = useRef<HTMLAnchorElement>(null)
  const Icon = themeIcons[row.theme]
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <Link
        ref={link}
        from={here}
        to="."
        params={{ accountId }}
        search={({ document: _, ...others }) => ({ ...others, document: row.documentId })}
        aria-current={isCurrent ? 'true' : undefined}
        className={classes.row}
      >
        <Icon size={17} stroke={1.7} aria-hidden="true" className={classes.icon} />
        <span className={classes.words}>
          <span className={classes.name} title={row.documentName}>
            {row.documentName}
          </span>
          <span className={classes.company} title={row.thirdpartyName ?? undefined}>
            {row.thirdpartyName ?? t('common.none')}
          </span>
          <span className={classes.line}>
            <span>{ago(row.statusSince)}</span>
            {row.dueDate !== null && <span>{t('review.dueOn', { date: date(row.dueDate) })}</span>}
          </span>
          <InternalMark answeredBy={row.answeredBy} />
          {hasFailed && <Pill tone="bad">{t('review.notSaved')}</Pill>}
          {row.statusReason === 'BEING_CHECKED' && <Pill tone="info">{t('review.beingChecked')}</Pill>}
        </span>
      </Link>
    </li>
  )
}
