import { useQuery } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type CompanyRegister = Answer<'listCompanyRegisters'>['content'][number]

/** The registers of national numbers that have a name here; they change with the product alone. */
export function useRegisters(accountId: number, enabled = true): readonly CompanyRegister[] {
  const { data } = useQuery({
    queryKey: ['company-registers', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/company-registers', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  return data?.content ?? []
}
