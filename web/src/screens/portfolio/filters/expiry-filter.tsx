import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Portfolio } from '../list/use-portfolio.ts'

/** Counts once it is left or Enter is pressed: a year that is being typed is no filter. */
export function ExpiryFilter({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation()
  const value = portfolio.search['expiresBefore'] ?? ''
  function commit(day: string) {
    if (day !== value) portfolio.change({ expiresBefore: day === '' ? null : day })
  }
  return (
    <TextInput
      key={value}
      type="date"
      label={t('portfolio.filter.expiresBefore')}
      defaultValue={value}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
    />
  )
}
