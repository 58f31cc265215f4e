import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePeopleSearch, type PersonName } from './use-people-search.ts'

interface Props {
  accountId: number
  /** Only people who see this company are offered. */
  thirdpartyId?: number
  label: string
  description?: string
  /** Not offered. */
  except?: number | undefined
  value: PersonName | null
  onChange: (person: PersonName | null) => void
}

/** One person of the account, found by typing part of the name. */
export function PersonInput(props: Props) {
  const { t } = useTranslation()
  const { accountId, thirdpartyId, value, onChange } = props
  const { people, setTyped } = usePeopleSearch(accountId, value, thirdpartyId)
  return (
    <Select
      label={props.label}
      description={props.description}
      placeholder={t('people.search')}
      required
      searchable
      openOnFocus={false}
      filter={({ options }) => options}
      data={people
        .filter(({ userId }) => userId !== props.except)
        .map(({ userId, name }) => ({ value: String(userId), label: name }))}
      nothingFoundMessage={t('people.nobody')}
      value={value === null ? null : String(value.userId)}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(people.find(({ userId }) => String(userId) === chosen) ?? null)}
    />
  )
}
