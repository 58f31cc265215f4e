import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import { useClock } from '../timeline/use-day-text.ts'
import classes from './journal.module.css'

interface Props {
  /** Above the first of a day. */
  day: string | null
  icon: ReactNode
  what: ReactNode
  who: ReactNode
  occurredAt: string
  /** What the button that opens the detail says to listeners. */
  label: string
  /** Mounted only once it is asked for. */
  detail: ReactNode
}

/** One line of a journal, which opens to show all that was noted. */
export function JournalRow({ day, icon, what, who, occurredAt, label, detail }: Props) {
  const clock = useClock()
  const format = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.event} data-open={isOpen}>
      {day !== null && <h2 className={classes.day}>{day}</h2>}
      <div className={classes.row}>
        {icon}
        <div className={classes.body}>
          <p className={classes.what}>{what}</p>
          <p className={classes.who}>{who}</p>
        </div>
        <time className={classes.time} dateTime={`${occurredAt}Z`} title={format.moment(occurredAt)}>
          {clock(occurredAt)}
        </time>
        <UnstyledButton
          className={classes.expand}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <div id={id}>{isOpen && detail}</div>
    </li>
  )
}

export function JournalSkeleton() {
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
