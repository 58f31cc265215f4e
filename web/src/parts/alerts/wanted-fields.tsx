import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { themes } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { criticalitiesQuery } from '../catalogue/catalogue.queries.ts'
import { alertKinds } from './wishes.ts'
import type { Wanted } from './use-wish-text.ts'

interface Props {
  wanted: Wanted
  onChange: (change: Partial<Wanted>) => void
}

/** Which alerts: for people, teams and rooms alike. */
export function WantedFields({ wanted, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <MultiSelect
        label={t('alerts.wantedKinds')}
        description={t('alerts.wantedKindsHelp')}
        placeholder={wanted.kinds.length === 0 ? t('alerts.everything') : ''}
        data={alertKinds.map((value) => ({ value, label: t(`alerts.kind.${value}`) }))}
        value={[...wanted.kinds]}
        onChange={(kinds) => onChange({ kinds })}
        searchable
        clearable
      />
      <MultiSelect
        label={t('alerts.wantedThemes')}
        description={t('alerts.wantedThemesHelp')}
        data={themes.map((value) => ({ value, label: t(`labels.theme.${value}`) }))}
        value={[...wanted.themes]}
        onChange={(chosen) => onChange({ themes: chosen })}
        searchable
        clearable
      />
      <CriticalityField
        value={wanted.minCriticality}
        onChange={(minCriticality) => onChange({ minCriticality })}
      />
    </>
  )
}

function CriticalityField({
  value,
  onChange,
}: {
  value: string | null
  onChange: (value: string | null) => void
}) {
  const { t } = useTranslation()
  const { data: options = [], isSuccess } = useQuery(criticalitiesQuery(useAccountId()))
  const lacks = isSuccess && options.length === 0
  return (
    <Select
      label={t('alerts.criticality')}
      {...(lacks && { description: t('alerts.criticalityNone') })}
      placeholder={t('alerts.criticalityAny')}
      disabled={lacks}
      clearable
      data={options.map((name, index) => ({
        value: name,
        label: t(index === 0 ? 'alerts.criticalityFirst' : 'alerts.criticalityFrom', { name }),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
