import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-FR' }

/** Hours and weekdays as the reader writes them. */
export function useHours() {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const locale = locales[i18n.language] ?? i18n.language
    const hours = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
    const days = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
    return {
      hourText: (hour: number) => hours.format(new Date(Date.UTC(2024, 0, 1, hour))),
      // The first of January 2024 was a Monday.
      dayText: (weekday: number) => days.format(new Date(Date.UTC(2024, 0, weekday))),
    }
  }, [i18n.language])
}
