import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { searchOf } from './recognise.ts'

const pause = 300

/** Asks the registers while one types; a question that was overtaken is dropped. */
export function useCompanySearch(accountId: number, typed: string) {
  const [debounced] = useDebouncedValue(typed, pause)
  const search = searchOf(debounced)
  const isWanted = searchOf(typed) !== null
  const query = useQuery({
    queryKey: ['company-search', accountId, search],
    queryFn: ({ signal }) =>
      search === null ? null : api.account(accountId).post('/thirdparties/search', { body: search, signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return {
    found: isWanted && search !== null ? (query.data ?? null) : null,
    isSearching: isWanted && (debounced !== typed || query.isFetching),
    error: isWanted ? query.error : null,
  }
}
