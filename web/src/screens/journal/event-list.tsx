import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EventSubject } from '../../parts/timeline/event-subject.tsx'
import { actorWords, changeWords, eventLabel } from '../../parts/timeline/event-words.ts'
import { EventIcon } from '../../parts/timeline/timeline-item.tsx'
import type { JournalEvent } from '../../parts/timeline/timeline.queries.ts'
import { useClock, useDayWords } from '../../parts/timeline/use-day-words.ts'
import { useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import { EventDetail } from './event-detail.tsx'
import classes from './journal.module.css'

export function EventList({ events }: { events: readonly JournalEvent[] }) {
  const { t } = useTranslation()
  const dayWords = useDayWords()
  return (
    <Surface>
      <ol className={classes.list} aria-label={t('journal.label')} reversed>
        {events.map((event, index) => {
          const day = dayWords(event.occurredAt)
          const before = events[index - 1]
          const isNewDay = before === undefined || dayWords(before.occurredAt) !== day
          return <EventRow key={event.seq} event={event} day={isNewDay ? day : null} />
        })}
      </ol>
    </Surface>
  )
}

function EventRow({ event, day }: { event: JournalEvent; day: string | null }) {
  const { t } = useTranslation()
  const clock = useClock()
  const format = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const words = changeWords(t, event)
  return (
    <li className={classes.event} data-open={isOpen}>
      {day !== null && <h2 className={classes.day}>{day}</h2>}
      <div className={classes.row}>
        <EventIcon name={event.eventName} />
        <div className={classes.body}>
          <p className={classes.what}>
            <strong>{eventLabel(t, event.eventName)}</strong>
            <EventSubject event={event} level="account" />
          </p>
          <p className={classes.who}>
            {words !== null && <span>{words}</span>}
            <span>{t('timeline.by', { name: actorWords(t, event.actor) })}</span>
          </p>
        </div>
        <time
          className={classes.time}
          dateTime={`${event.occurredAt}Z`}
          title={format.moment(event.occurredAt)}
        >
          {clock(event.occurredAt)}
        </time>
        <UnstyledButton
          className={classes.expand}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('journal.detail', { seq: format.number(event.seq) })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <div id={id}>{isOpen && <EventDetail event={event} />}</div>
    </li>
  )
}

export function EventListWaiting() {
  return (
    <Surface>
      <div className={classes.list} aria-busy="true">
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className={classes.event}>
            <div className={classes.row}>
              <Skeleton circle height={28} />
              <div className={classes.body}>
                <Skeleton height={12} width={`${64 - (index % 4) * 8}%`} my={4} radius="xl" />
                <Skeleton height={10} width="34%" my={4} radius="xl" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Surface>
  )
}
