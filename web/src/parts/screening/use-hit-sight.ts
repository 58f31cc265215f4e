import { useQuery } from '@tanstack/react-query'
import { useRights } from '../../ui/use-rights.ts'
import { screeningSettingsQuery } from './screening.queries.ts'

/** Whether this person is shown hits; null until it is known. Who only reads depends on what the account has set. */
export function useHitSight(accountId: number): boolean | null {
  const { manage, decide, audit } = useRights(accountId)
  const isEntitled = manage || decide || audit
  const { data, isError } = useQuery({ ...screeningSettingsQuery(accountId), enabled: !isEntitled })
  if (isEntitled) return true
  return isError ? false : (data?.value.readersSeeHits ?? null)
}
