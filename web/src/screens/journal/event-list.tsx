import { useTranslation } from 'react-i18next'
import { JournalRow } from '../../parts/journal/journal-row.tsx'
import classes from '../../parts/journal/journal.module.css'
import { EventSubject } from '../../parts/timeline/event-subject.tsx'
import { changeText, doerText, eventTitle } from '../../parts/timeline/event-text.ts'
import { EventIcon } from '../../parts/timeline/timeline-item.tsx'
import type { JournalEvent } from '../../parts/timeline/timeline.queries.ts'
import { useDayText } from '../../parts/timeline/use-day-text.ts'
import { useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import { EventDetail } from './event-detail.tsx'

export function EventList({ events }: { events: readonly JournalEvent[] }) {
  const { t } = useTranslation()
  const dayText = useDayText()
  return (
    <Surface>
      <ol className={classes.list} aria-label={t('journal.label')} reversed>
        {events.map((event, index) => {
          const day = dayText(event.occurredAt)
          const before = events[index - 1]
          const isNewDay = before === undefined || dayText(before.occurredAt) !== day
          return <EventRow key={event.seq} event={event} day={isNewDay ? day : null} />
        })}
      </ol>
    </Surface>
  )
}

function EventRow({ event, day }: { event: JournalEvent; day: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = changeText(t, event)
  return (
    <JournalRow
      day={day}
      icon={<EventIcon name={event.eventName} />}
      what={
        <>
          <strong>{eventTitle(t, event)}</strong>
          <EventSubject event={event} level="account" />
        </>
      }
      who={
        <>
          {text !== null && <span>{text}</span>}
          <span>{t('timeline.by', { name: doerText(t, event) })}</span>
        </>
      }
      occurredAt={event.occurredAt}
      label={t('journal.detail', { seq: format.number(event.seq) })}
      detail={<EventDetail event={event} />}
    />
  )
}
