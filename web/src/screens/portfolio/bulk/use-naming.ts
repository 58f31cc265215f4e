import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Query } from '../../../api/index.ts'
import { keysAfterNaming } from '../../../parts/owners/owners.queries.ts'
import type { PartyBody } from '../../../parts/owners/party.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { filterQuery, type PortfolioSearch } from '../list/portfolio-search.ts'
import type { Portfolio } from '../list/use-portfolio.ts'

interface Naming {
  owner: PartyBody | null
  /** Null for all that the filters let through. */
  ids: readonly number[] | null
}

const mostIds = 1_000

/** What was changed before a refusal stays changed, and counts go on from there. */
export function useNaming({ accountId, search }: Portfolio, onDone: () => void) {
  const { t } = useTranslation()
  const [moved, setMoved] = useState(0)
  const control = useRef<AbortController | null>(null)
  // Whoever closes the dialog waits for the call under way and wants no other.
  useEffect(() => () => control.current?.abort(), [])
  const naming = useApiMutation({
    mutationFn: (wanted: Naming) => {
      control.current = new AbortController()
      setMoved(0)
      return nameOwnerOf(accountId, search, wanted, { onMoved: setMoved, signal: control.current.signal })
    },
    successMessage: (count) => t('units.place.done', { count }),
    invalidates: keysAfterNaming(accountId),
    onSuccess: onDone,
    silent: true,
  })
  return { ...naming, moved }
}

/** In as many calls as it takes until it is stopped; told after each how many were changed so far. */
async function nameOwnerOf(
  accountId: number,
  search: PortfolioSearch,
  { owner, ids }: Naming,
  { onMoved, signal }: { onMoved: (moved: number) => void; signal: AbortSignal },
): Promise<number> {
  let moved = 0
  if (ids === null) {
    const { sort: _order, ...filters } = filterQuery(search)
    const query = filters as Query<'setOwnerOfMatchingThirdParties'>
    for (let more = true; more && !signal.aborted;) {
      const answer = await api
        .account(accountId)
        .post('/thirdparties/owner/matching', { query, body: { owner } })
      more = answer.more
      onMoved((moved += answer.changed))
    }
    return moved
  }
  for (let at = 0; at < ids.length && !signal.aborted; at += mostIds) {
    const body = { owner, thirdpartyIds: ids.slice(at, at + mostIds) }
    const answer = await api.account(accountId).post('/thirdparties/owner', { body })
    onMoved((moved += answer.changed))
  }
  return moved
}
