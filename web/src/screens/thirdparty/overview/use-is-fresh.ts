import { useToday } from '../../../parts/answer/use-today.ts'
import type { Contact } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'

/** Nobody to write to, or nobody but whom we wrote to for the first time today. */
export function useIsFresh(contacts: readonly Contact[] | undefined): boolean {
  const today = useToday(useThirdPartyIds().accountId)
  if (contacts === undefined) return false
  return contacts.every(
    ({ state, createdAt }) => (state === 'NEW' || state === 'INVITED') && createdAt.slice(0, 10) >= today,
  )
}
