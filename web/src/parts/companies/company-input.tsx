import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { companiesQuery, companyNameQuery } from './companies.queries.ts'

interface Props {
  accountId: number
  label: string
  description?: string
  placeholder?: string
  className?: string | undefined
  value: number | null
  onChange: (thirdpartyId: number | null) => void
}

/** One of the portfolio's companies, found by the server: there may be very many. */
export function CompanyInput({ accountId, value, onChange, ...look }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  const chosen = useChosen(accountId, value ?? 0)
  // What stands in the field is the chosen name: it is not searched for again.
  const { data } = useQuery(companiesQuery(accountId, q === chosen?.label ? '' : q))
  const found = (data?.content ?? []).map(({ thirdpartyId, name, code }) => ({
    value: String(thirdpartyId),
    label: name ?? code ?? String(thirdpartyId),
  }))
  const isListed = chosen === null || found.some((one) => one.value === chosen.value)
  return (
    <Select
      {...look}
      data={isListed ? found : [chosen, ...found]}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      nothingFoundMessage={t('journal.companySearch')}
      filter={({ options }) => options}
      openOnFocus={false}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
    />
  )
}

function useChosen(accountId: number, id: number) {
  const { data } = useQuery({ ...companyNameQuery(accountId, id), enabled: id > 0 })
  return id === 0 ? null : { value: String(id), label: data?.name ?? String(id) }
}
