import { useTranslation } from 'react-i18next'
import { parseTime } from '../../api/index.ts'
import { accountNow } from '../../ui/account-clock.ts'
import { useFormat } from '../../ui/format.ts'

const dayMs = 86_400_000

// As everywhere in the product: twenty-four hours in both languages.
const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-FR' }

/** The time of day of a moment on the wire, to the second. */
export function useClock(): (wire: string) => string {
  const { i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(locales[i18n.language] ?? i18n.language, { timeStyle: 'medium' })
  return (wire) => time.format(parseTime(wire))
}

/** A day as people say it, of a moment on the wire. */
export function useDayText(): (wire: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (wire) => {
    const day = parseTime(wire).toDateString()
    if (day === new Date(accountNow()).toDateString()) return t('timeline.today')
    if (day === new Date(accountNow() - dayMs).toDateString()) return t('timeline.yesterday')
    return format.day(wire)
  }
}
