import { Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountries } from '../use-countries.ts'

export interface Own {
  name: string
  countryCode: string | null
  /** Its number there, if it is known. */
  number: string
  register: string | null
}

interface Props {
  own: Own
  onChange: (own: Own) => void
  tried: boolean
  children?: ReactNode
}

/** What the account knows of a company that no register knows. */
export function OwnData({ own, onChange, tried, children }: Props) {
  const { t } = useTranslation()
  const countries = useCountries()
  return (
    <Stack gap="md">
      <TextInput
        label={t('add.ownName')}
        value={own.name}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => onChange({ ...own, name: event.currentTarget.value })}
        error={tried && own.name.trim() === '' && t('add.ownMissing')}
      />
      <Select
        label={t('add.ownCountry')}
        data={countries}
        searchable
        value={own.countryCode}
        onChange={(countryCode) => onChange({ ...own, countryCode })}
        error={tried && own.countryCode === null && t('add.ownMissing')}
      />
      {children}
    </Stack>
  )
}
