import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartyRecord } from './owners.queries.ts'
import { partyText, readParty } from './party.ts'
import { usePartyChoices, type ChoiceOptions } from './use-party-choices.ts'

/** Somebody with the name they are shown by, as long as it is known. */
export type NamedParty = Pick<PartyRecord, 'userId' | 'teamId' | 'name'>

interface Props extends ChoiceOptions {
  accountId: number
  label: string
  description?: string
  value: readonly NamedParty[]
  onChange: (value: NamedParty[]) => void
  max: number
  autofocus?: boolean
}

/** Several people and teams. */
export function PartiesInput(props: Props) {
  const { t } = useTranslation()
  const { accountId, label, description, value, onChange, max, autofocus, ...options } = props
  const [typed, setTyped] = useState('')
  const { groups, isComing } = usePartyChoices(accountId, typed, options)
  // Those who are chosen keep their names while others are looked for.
  const chosen = value.map((one) => ({ value: partyText(one), label: one.name ?? t('owners.unknown') }))
  const isChosen = new Set(chosen.map((one) => one.value))
  const others = groups.map(({ group, items }) => ({
    group,
    items: items.filter((one) => !isChosen.has(one.value)),
  }))
  const known = new Map(
    [...chosen, ...others.flatMap(({ items }) => items)].map((one) => [one.value, one.label]),
  )
  function choose(texts: string[]) {
    const kept = new Map(value.map((one) => [partyText(one), one]))
    onChange(texts.map((text) => kept.get(text) ?? { ...readParty(text), name: known.get(text) ?? null }))
  }
  return (
    <MultiSelect
      data-autofocus={autofocus || undefined}
      label={label}
      description={description}
      placeholder={value.length === 0 ? t('owners.choose') : undefined}
      data={[...chosen, ...others.filter(({ items }) => items.length > 0)]}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      nothingFoundMessage={isComing ? t('common.loading') : t('owners.nobodyFound')}
      hidePickedOptions
      maxValues={max}
      maxDropdownHeight={260}
      value={chosen.map((one) => one.value)}
      onChange={choose}
    />
  )
}
