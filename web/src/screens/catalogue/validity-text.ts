import { useTranslation } from 'react-i18next'
import type { DocumentDefinition } from './catalogue.queries.ts'

/** How long an answer holds, in a sentence. */
export function useValidityText(): (validity: DocumentDefinition['validity']) => string {
  const { t } = useTranslation()
  return (validity) => {
    if (validity.kind === 'MONTHS') return t(`catalogue.months.${validity.from}`, { count: validity.months })
    if (validity.kind === 'FIELD') return t('catalogue.untilField', { field: validity.field })
    if (validity.kind === 'CALENDAR_YEAR') return t('catalogue.calendarYear')
    if (validity.kind === 'CONTINUOUS') return t('catalogue.continuous')
    return t(`catalogue.until.${validity.until}`)
  }
}
