import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useJournalSearch } from './journal-search.ts'
import { companiesQuery, companyNameQuery } from './journal.queries.ts'

/** One of the portfolio's companies, found by the server: there may be very many. */
export function CompanyFilter() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { search, change } = useJournalSearch()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  const chosen = useChosen()
  // What stands in the field is the chosen name: it is not searched for again.
  const { data } = useQuery(companiesQuery(accountId, q === chosen?.label ? '' : q))
  const found = (data?.content ?? []).map(({ thirdpartyId, name, code }) => ({
    value: String(thirdpartyId),
    label: name ?? code ?? String(thirdpartyId),
  }))
  const isListed = chosen === null || found.some(({ value }) => value === chosen.value)
  return (
    <Select
      label={t('journal.company')}
      placeholder={t('journal.companyAny')}
      data={isListed ? found : [chosen, ...found]}
      value={search.thirdparty === undefined ? null : String(search.thirdparty)}
      onChange={(value) => change({ thirdparty: value === null ? null : Number(value), dossier: null })}
      onSearchChange={setTyped}
      nothingFoundMessage={t('journal.companySearch')}
      filter={({ options }) => options}
      searchable
      clearable
    />
  )
}

function useChosen() {
  const accountId = useAccountId()
  const { search } = useJournalSearch()
  const id = search.thirdparty ?? 0
  const { data } = useQuery({ ...companyNameQuery(accountId, id), enabled: id > 0 })
  return id === 0 ? null : { value: String(id), label: data?.name ?? String(id) }
}
