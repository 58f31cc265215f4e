import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../ui/country-codes.ts'
import { useFormat } from '../../ui/format.ts'

/** Every country by its name in the reader's language. */
export function useCountries(): { value: string; label: string }[] {
  const { i18n } = useTranslation()
  const format = useFormat()
  return useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: format.country(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language)),
    [format, i18n.language],
  )
}
