import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePartyChoices, type ChoiceOptions } from './use-party-choices.ts'
import { usePartyName } from './use-party-name.ts'

interface Props extends ChoiceOptions {
  accountId: number
  label: string
  description?: string | undefined
  placeholder?: string
  /** As `partyText` writes it. */
  value: string | null
  onChange: (value: string | null) => void
  className?: string | undefined
  autofocus?: boolean
}

/** A person or a team, found by typing a part of the name. */
export function PartyInput(props: Props) {
  const { t } = useTranslation()
  const { accountId, label, description, placeholder, value, onChange, className, autofocus, ...options } =
    props
  const [typed, setTyped] = useState('')
  const name = usePartyName(accountId, value)
  // The name of whoever is chosen stands in the field; it is nothing one looks for.
  const { groups, isComing } = usePartyChoices(accountId, typed === name ? '' : typed, options)
  const isListed = groups.some(({ items }) => items.some((one) => one.value === value))
  const chosen = value === null || name === null || isListed ? [] : [{ value, label: name }]
  return (
    <Select
      className={className}
      data-autofocus={autofocus || undefined}
      label={label}
      description={description}
      placeholder={placeholder ?? t('owners.choose')}
      data={[...chosen, ...groups]}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // A dialog that begins here would open with its list over what it says.
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      nothingFoundMessage={isComing ? t('common.loading') : t('owners.nobodyFound')}
      maxDropdownHeight={260}
      value={value}
      onChange={onChange}
    />
  )
}
