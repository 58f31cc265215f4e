import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mentionableQuery } from '../comments/comments.queries.ts'
import { teamsQuery } from '../people/teams.queries.ts'
import { partyText } from './party.ts'

export interface ChoiceOptions {
  /** Only people who see this company. */
  thirdpartyId?: number | undefined
  /** Who is not offered. */
  except?: string | undefined
  /** Where people alone are wanted. */
  peopleOnly?: boolean
  /** Whether the reader and their teams are offered as one. */
  withMine?: boolean
}

// Long enough that a name typed in one go is asked for once.
const pauseMs = 200

/** Who can be chosen: people as the service finds them by what is typed, and all teams. */
export function usePartyChoices(
  accountId: number,
  typed: string,
  { thirdpartyId, except, peopleOnly = false, withMine = false }: ChoiceOptions,
) {
  const { t } = useTranslation()
  const [words] = useDebouncedValue(typed.trim(), pauseMs)
  const people = useQuery({
    ...mentionableQuery(accountId, words, thirdpartyId),
    placeholderData: keepPreviousData,
  })
  const teams = useQuery({ ...teamsQuery(accountId), enabled: !peopleOnly })
  const persons = (people.data?.content ?? []).map(({ userId, name }) => ({
    value: partyText({ userId, teamId: null }),
    label: name,
  }))
  // Nobody is in an empty team who could answer for anything.
  const filled = (teams.data ?? []).filter(({ members }) => members.some(({ active }) => active))
  const groups = [
    { group: t('owners.people'), items: persons.filter(({ value }) => value !== except) },
    {
      group: t('owners.teams'),
      items: filled
        .map(({ teamId, name }) => ({ value: partyText({ userId: null, teamId }), label: name }))
        .filter(({ value }) => value !== except),
    },
  ]
  const mine = { group: t('owners.filter.you'), items: [{ value: 'me', label: t('owners.filter.mine') }] }
  return {
    groups: (withMine ? [mine, ...groups] : groups).filter(({ items }) => items.length > 0),
    isComing: people.isFetching || typed.trim() !== words,
  }
}
