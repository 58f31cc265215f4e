import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { doerText } from '../../parts/timeline/event-text.ts'
import type { JournalEvent } from '../../parts/timeline/timeline.queries.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from '../../parts/journal/journal.module.css'
import { previousHashQuery } from './journal.queries.ts'

/** The event as the journal has it. */
export function EventDetail({ event }: { event: JournalEvent }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { actor, data } = event
  const said = Object.keys(data).length === 0 ? null : JSON.stringify(data, null, 2)
  const by = [doerText(t, event), actor.type === 'JOB' ? actor.name : null].filter((one) => one !== null)
  return (
    <div className={classes.detail}>
      <Facts
        facts={[
          { label: t('journal.number'), value: format.number(event.seq) },
          { label: t('journal.code'), value: <code className={classes.code}>{event.eventName}</code> },
          { label: t('journal.moment'), value: `${event.occurredAt.replace('T', ' ')} UTC` },
          { label: t('journal.by'), value: by.join(' · ') },
          { label: t('journal.hash'), value: <code className={classes.code}>{event.hash}</code> },
          { label: t('journal.previous'), value: <PreviousHash seq={event.seq} /> },
        ]}
      />
      <h3 className={classes.small}>{t('journal.data')}</h3>
      {said === null ? (
        <p className={classes.muted}>{t('journal.noData')}</p>
      ) : (
        <pre className={classes.data} aria-label={t('journal.data')}>
          {said}
        </pre>
      )}
    </div>
  )
}

function PreviousHash({ seq }: { seq: number }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { data, isError } = useQuery(previousHashQuery(accountId, seq))
  if (seq <= 1) return t('journal.previousNone')
  if (isError) return t('journal.previousFailed')
  return <code className={classes.code}>{data ?? '…'}</code>
}
