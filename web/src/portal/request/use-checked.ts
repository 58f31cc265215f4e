import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OneRequest } from '../portal-api.ts'
import { queryClient, refreshMs, requestQuery, requestsQuery } from '../queries.ts'

// The checks take a second or two, and more on a busy day; after that the page's ordinary rhythm is enough.
const eagerMs = 1_500
const eagerForMs = 20_000

const isSentBack = ({ status, draft }: OneRequest) =>
  status === 'TO_CORRECT' || (draft !== null && draft.findings.length > 0)

/** Follows an answer that was sent a moment ago; the request once the checks have sent it back, null until then. */
export function useChecked(documentId: number): OneRequest | null {
  const [since] = useState(() => Date.now())
  // What was known before the sending says nothing of it.
  const news = (data: OneRequest | undefined, at: number) => (at > since ? data : undefined)
  const { data, dataUpdatedAt } = useQuery({
    ...requestQuery(documentId),
    refetchInterval: ({ state }) => {
      const known = news(state.data, state.dataUpdatedAt)
      const isResolved = known !== undefined && known.status !== 'IN_REVIEW'
      return isResolved || Date.now() - since > eagerForMs ? refreshMs : eagerMs
    },
  })
  const known = news(data, dataUpdatedAt)
  const found = known !== undefined && isSentBack(known)
  useEffect(() => {
    if (found) void queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey })
  }, [found])
  return found ? known : null
}
