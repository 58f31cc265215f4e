import { Fieldset, MultiSelect, NumberInput, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { countryCodes } from '../../ui/country-codes.ts'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { isSection, sections } from './rule-text.ts'
import type { RuleDraft } from './rules.queries.ts'
import { criticalitiesQuery, dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'

interface Props {
  draft: RuleDraft
  onChange: (draft: RuleDraft) => void
  locked: boolean
  /** Whether to say what is missing. */
  tried: boolean
}

const numberOf = (value: string | number) => (value === '' ? null : Number(value))

export function RuleFields({ draft, onChange, locked, tried }: Props) {
  const { t } = useTranslation()
  const { data: types = [] } = useQuery(dossierTypesQuery(useAccountId()))
  const language = currentLanguage()
  const published = types.filter(({ version, archived }) => version !== null && !archived)
  return (
    <Stack gap="md">
      <TextInput
        data-autofocus
        label={t('rules.name')}
        value={draft.name}
        readOnly={locked}
        error={tried && draft.name.trim() === '' && t('rules.nameMissing')}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Criteria
        criteria={draft.criteria}
        locked={locked}
        onChange={(criteria) => onChange({ ...draft, criteria })}
      />
      <MultiSelect
        label={t('rules.dossierTypes')}
        description={t('rules.dossierTypesHelp')}
        searchable
        readOnly={locked}
        data={published.map(({ code, label }) => ({ value: code, label: label[language] }))}
        value={draft.dossierTypeCodes}
        error={tried && draft.dossierTypeCodes.length === 0 && t('rules.typesMissing')}
        onChange={(dossierTypeCodes) => onChange({ ...draft, dossierTypeCodes })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t('rules.dueDays')}
          description={t('rules.dueDaysHelp')}
          min={1}
          max={365}
          readOnly={locked}
          value={draft.dueDays ?? ''}
          onChange={(value) => onChange({ ...draft, dueDays: numberOf(value) })}
        />
        <NumberInput
          label={t('rules.priority')}
          description={t('rules.priorityHelp')}
          min={0}
          max={10_000}
          readOnly={locked}
          value={draft.priority}
          onChange={(value) => onChange({ ...draft, priority: numberOf(value) ?? 0 })}
        />
      </SimpleGrid>
    </Stack>
  )
}

interface CriteriaProps {
  criteria: RuleDraft['criteria']
  locked: boolean
  onChange: (criteria: RuleDraft['criteria']) => void
}

function Criteria({ criteria, locked, onChange }: CriteriaProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: criticalities = [] } = useQuery(criticalitiesQuery(useAccountId()))
  return (
    <Fieldset legend={t('rules.criteria')}>
      <Stack gap="sm">
        <MultiSelect
          label={t('rules.countries')}
          placeholder={criteria.countries.length === 0 ? t('rules.any') : ''}
          readOnly={locked}
          searchable={!locked}
          clearable={!locked}
          data={countryCodes.map((code) => ({ value: code, label: format.country(code) }))}
          value={criteria.countries}
          onChange={(countries) => onChange({ ...criteria, countries })}
        />
        <SectorField criteria={criteria} locked={locked} onChange={onChange} />
        <MultiSelect
          label={t('rules.criticalities')}
          placeholder={criteria.criticalities.length === 0 ? t('rules.any') : ''}
          readOnly={locked}
          data={[...new Set([...criticalities, ...criteria.criticalities])]}
          value={criteria.criticalities}
          onChange={(chosen) => onChange({ ...criteria, criticalities: chosen })}
        />
        <AmountFields criteria={criteria} locked={locked} onChange={onChange} />
      </Stack>
    </Fieldset>
  )
}

/** Sections by name, or a division or a class by its code. */
function SectorField({ criteria, locked, onChange }: CriteriaProps) {
  const { t } = useTranslation()
  const nameOf = (code: string) => (isSection(code) ? `${code} – ${t(`rules.sections.${code}`)}` : code)
  const codeOf = (text: string) => /^([A-U]) – /.exec(text)?.[1] ?? text.trim().toUpperCase()
  return (
    <TagsInput
      label={t('rules.sectors')}
      description={t('rules.sectorsHelp')}
      placeholder={criteria.sectors.length === 0 ? t('rules.any') : ''}
      readOnly={locked}
      clearable={!locked}
      data={sections.map(nameOf)}
      value={criteria.sectors.map(nameOf)}
      onChange={(texts) => onChange({ ...criteria, sectors: [...new Set(texts.map(codeOf))] })}
    />
  )
}

function AmountFields({ criteria, locked, onChange }: CriteriaProps) {
  const { t } = useTranslation()
  const { min, max } = criteria.purchaseAmount
  const set = (change: Partial<typeof criteria.purchaseAmount>) =>
    onChange({ ...criteria, purchaseAmount: { min, max, ...change } })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label={t('rules.amountMin')}
        thousandSeparator={t('rules.thousands')}
        readOnly={locked}
        hideControls={locked}
        min={0}
        value={min ?? ''}
        onChange={(value) => set({ min: numberOf(value) })}
      />
      <NumberInput
        label={t('rules.amountMax')}
        thousandSeparator={t('rules.thousands')}
        readOnly={locked}
        hideControls={locked}
        min={0}
        value={max ?? ''}
        onChange={(value) => set({ max: numberOf(value) })}
      />
    </SimpleGrid>
  )
}
