import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { familyIcons, familyOf, toneOf } from './event-family.ts'
import { EventSubject, type Level } from './event-subject.tsx'
import { changeText, doerText, eventTitle } from './event-text.ts'
import type { EventGroup } from './grouped-events.ts'
import classes from './timeline.module.css'

export function EventIcon({ name }: { name: string }) {
  const Icon = familyIcons[familyOf(name)]
  return (
    <span className={classes.icon} data-tone={toneOf(name)} aria-hidden="true">
      <Icon size={15} stroke={1.8} />
    </span>
  )
}

export function TimelineItem({ group, level }: { group: EventGroup; level: Level }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { first, others } = group
  const count = others.length + 1
  const text = count === 1 ? changeText(t, first) : namesOf(group)
  return (
    <li className={classes.item}>
      <EventIcon name={first.eventName} />
      <div className={classes.body}>
        <p className={classes.what}>
          <span className={classes.label}>{eventTitle(t, first)}</span>
          {count > 1 && <span className={classes.times}>×{format.number(count)}</span>}
          <EventSubject event={first} level={level} isMany={count > 1} />
        </p>
        <p className={classes.detail}>
          {text !== null && text !== '' && <span className={classes.words}>{text}</span>}
          <span>{t('timeline.by', { name: doerText(t, first) })}</span>
        </p>
      </div>
      <time
        className={classes.time}
        dateTime={`${first.occurredAt}Z`}
        title={format.moment(first.occurredAt)}
      >
        {format.ago(first.occurredAt)}
      </time>
    </li>
  )
}

const mostNames = 3

/** Which ones, as far as they have names. */
function namesOf({ first, others }: EventGroup): string {
  const names = [first, ...others].map(({ subject }) => subject.documentName).filter((name) => name !== null)
  const different = [...new Set(names)]
  const visible = different.slice(0, mostNames).join(', ')
  return different.length > mostNames ? `${visible}…` : visible
}
