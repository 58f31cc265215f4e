import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mentionableQuery } from '../comments/comments.queries.ts'

export interface PersonName {
  userId: number
  name: string
}

const debounce = 200

/** Active people by part of their name, found by the server: there may be many. With a company, those who see it. */
export function usePeopleSearch(accountId: number, chosen: PersonName | null, thirdpartyId?: number) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), debounce)
  const query = useQuery({
    // What stands in the field is the chosen name: it is not searched for again.
    ...mentionableQuery(accountId, wanted === chosen?.name ? '' : wanted, thirdpartyId),
    placeholderData: keepPreviousData,
  })
  const found: PersonName[] = query.data?.content ?? []
  const isListed = chosen === null || found.some(({ userId }) => userId === chosen.userId)
  return { people: isListed ? found : [chosen, ...found], setTyped }
}
