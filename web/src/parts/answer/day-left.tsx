import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './answer.module.css'
import { daysUntil } from './use-today.ts'

interface Props {
  day: string
  today: string
  /** Whether the day is a last day for someone, or a last good day. */
  kind: 'due' | 'expiry'
  /** What is done already cannot be late. */
  resolved?: boolean
}

const soonDays = 14
const farDays = 60
const monthDays = 30.44

/** A day, and how near it is in words. */
export function DayLeft({ day, today, kind, resolved = false }: Props) {
  const { t } = useTranslation()
  const text = useDaysLeftText()
  const left = daysUntil(day, today)
  const tone = left < 0 ? 'bad' : left <= soonDays ? 'warning' : undefined
  const past = kind === 'due' ? 'late' : 'over'
  return (
    <span className={classes.day}>
      <span>{text.date(day)}</span>
      {!resolved && (
        <span className={classes.left} data-tone={tone}>
          {left < 0 ? t(`dossier.days.${past}`, { count: -left }) : text.ahead(left)}
        </span>
      )}
    </span>
  )
}

function useDaysLeftText() {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
    // A date alone means the same day everywhere.
    const short = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
    const dates = new Intl.DateTimeFormat(locale, short)
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    return {
      date: (day: string) => dates.format(new Date(day.slice(0, 10))),
      ahead: (days: number) =>
        days > farDays
          ? relative.format(Math.round(days / monthDays), 'month')
          : relative.format(days, 'day'),
    }
  }, [i18n.language])
}
