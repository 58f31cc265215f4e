import { MultiSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { PartyInput } from '../../parts/owners/party-input.tsx'
import { partyText, readParty } from '../../parts/owners/party.ts'
import { usePartyName } from '../../parts/owners/use-party-name.ts'
import { UnitInput } from '../../parts/units/unit-input.tsx'
import { useUnits } from '../../parts/units/use-units.ts'
import { countryCodes } from '../../ui/country-codes.ts'
import { useFormat } from '../../ui/format.ts'
import { termsQuery, type RuleDraft } from './owners-page.queries.ts'

interface Props {
  accountId: number
  /** Null for a new one. */
  place: number | null
  rule: RuleDraft | null
  onKeep: (rule: RuleDraft) => void
  onClose: () => void
}

type Terms = Omit<RuleDraft, 'owner'>

const anything: Terms = { countries: [], categories: [], criticalities: [], unitId: null }

/** Nothing is sent yet: the list is saved as a whole. */
export function RuleDialog({ accountId, place, rule, onKeep, onClose }: Props) {
  const { t } = useTranslation()
  const [terms, setTerms] = useState<Terms>(rule ?? anything)
  const [owner, setOwner] = useState(rule === null ? null : partyText(rule.owner))
  const name = usePartyName(accountId, owner)
  function submit() {
    if (owner === null) return
    const { countries, categories, criticalities, unitId } = terms
    const isSame = rule !== null && partyText(rule.owner) === owner
    const party = isSame ? rule.owner : { ...readParty(owner), name, active: true }
    onKeep({ countries, categories, criticalities, unitId, owner: party })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={place === null ? t('owners.rules.addTitle') : t('owners.rules.changeTitle', { place })}
      submit={place === null ? t('common.add') : t('common.change')}
      onSubmit={submit}
      pending={false}
      disabled={owner === null}
    >
      {place === null && (
        <Text size="sm" c="dimmed">
          {t('owners.rules.example')}
        </Text>
      )}
      <TermsFields accountId={accountId} terms={terms} onChange={setTerms} />
      <PartyInput accountId={accountId} label={t('owners.rules.owner')} value={owner} onChange={setOwner} />
    </FormDialog>
  )
}

interface TermsProps {
  accountId: number
  terms: Terms
  onChange: (terms: Terms) => void
}

/** What is left empty may be anything. */
function TermsFields({ accountId, terms, onChange }: TermsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { choices } = useUnits(accountId)
  const { data: options } = useQuery(termsQuery(accountId))
  const { countries, categories, criticalities, unitId } = terms
  const any = (chosen: readonly string[]) => (chosen.length === 0 ? t('owners.rules.any') : '')
  const known = (all: readonly string[] | undefined, chosen: readonly string[]) => [
    ...new Set([...(all ?? []), ...chosen]),
  ]
  return (
    <>
      <MultiSelect
        data-autofocus
        openOnFocus={false}
        label={t('owners.rules.categories')}
        placeholder={any(categories)}
        data={known(options?.categories, categories)}
        value={categories}
        onChange={(chosen) => onChange({ ...terms, categories: chosen })}
      />
      <MultiSelect
        label={t('owners.rules.criticalities')}
        placeholder={any(criticalities)}
        data={known(options?.criticalities, criticalities)}
        value={criticalities}
        onChange={(chosen) => onChange({ ...terms, criticalities: chosen })}
      />
      <MultiSelect
        label={t('owners.rules.countries')}
        placeholder={any(countries)}
        searchable
        maxDropdownHeight={260}
        data={countryCodes.map((value) => ({ value, label: format.country(value) }))}
        value={countries}
        onChange={(chosen) => onChange({ ...terms, countries: chosen })}
      />
      {choices.length > 0 && (
        <UnitInput
          accountId={accountId}
          label={t('owners.rules.unit')}
          description={t('owners.rules.unitHelp')}
          placeholder={t('owners.rules.any')}
          value={unitId}
          onChange={(chosen) => onChange({ ...terms, unitId: chosen })}
        />
      )}
    </>
  )
}
