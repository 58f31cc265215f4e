import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { teamNamesQuery } from './teams.queries.ts'
import { usePeopleSearch } from './use-people-search.ts'

/** A person or a team: one of the two is null. */
export interface PartyName {
  userId: number | null
  teamId: number | null
  name: string
}

interface Props {
  accountId: number
  /** Only people who see this company are offered. */
  thirdpartyId?: number | undefined
  label: string
  description?: string
  placeholder?: string
  value: PartyName | null
  onChange: (party: PartyName | null) => void
}

const keyOf = ({ userId, teamId }: Pick<PartyName, 'userId' | 'teamId'>) =>
  userId === null ? `team:${teamId}` : `person:${userId}`

const matches = (name: string, typed: string) => name.toLowerCase().includes(typed.trim().toLowerCase())

/** Somebody, or a team, or nobody: found by typing part of the name. */
export function PartyInput(props: Props) {
  const { t } = useTranslation()
  const { accountId, thirdpartyId, value, onChange } = props
  const person = value === null || value.userId === null ? null : { userId: value.userId, name: value.name }
  const { people, setTyped } = usePeopleSearch(accountId, person, thirdpartyId)
  const { data: teams = [] } = useQuery(teamNamesQuery(accountId))
  const parties: PartyName[] = [
    ...people.map(({ userId, name }) => ({ userId, teamId: null, name })),
    ...teams.map(({ teamId, name }) => ({ userId: null, teamId, name })),
  ]
  const choices = (of: PartyName[]) => of.map((one) => ({ value: keyOf(one), label: one.name }))
  return (
    <Select
      label={props.label}
      description={props.description}
      placeholder={props.placeholder ?? t('people.search')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      openOnFocus={false}
      // The server has searched the people; teams are few and searched here.
      filter={({ options, search }) =>
        options.map((one) =>
          'group' in one && one.group === t('people.teams') && search !== value?.name
            ? {
                ...one,
                items: one.items.filter(
                  (item) => typeof item === 'object' && 'label' in item && matches(item.label, search),
                ),
              }
            : one,
        )
      }
      data={[
        { group: t('people.people'), items: choices(parties.filter(({ userId }) => userId !== null)) },
        { group: t('people.teams'), items: choices(parties.filter(({ userId }) => userId === null)) },
      ]}
      nothingFoundMessage={t('people.nobody')}
      maxDropdownHeight={260}
      value={value === null ? null : keyOf(value)}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(parties.find((one) => keyOf(one) === chosen) ?? null)}
    />
  )
}
