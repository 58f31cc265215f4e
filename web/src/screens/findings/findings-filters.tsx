import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { severities } from '../../parts/findings/findings.queries.ts'
import { themes } from '../../ui/theme-label.tsx'
import { severitiesOf, type FindingsSearch } from './findings-search.ts'
import classes from './findings-page.module.css'

interface Props {
  search: FindingsSearch
  onChange: (change: Partial<Record<keyof FindingsSearch, unknown>>) => void
}

export function FindingsFilters({ search, onChange }: Props) {
  const { t } = useTranslation()
  const chosen = severitiesOf(search)
  const clearButtonProps = { 'aria-label': t('common.clearFilters') }
  return (
    <search className={classes.filters} aria-label={t('common.filter')}>
      <MultiSelect
        className={classes.wide}
        label={t('findings.filter.severity')}
        placeholder={chosen.length === 0 ? t('findings.filter.anySeverity') : ''}
        data={severities.map((value) => ({ value, label: t(`findings.severity.${value}`) }))}
        value={chosen}
        clearable
        clearButtonProps={clearButtonProps}
        onChange={(values) => onChange({ severity: values.join(',') })}
      />
      <Select
        className={classes.wide}
        label={t('findings.filter.theme')}
        placeholder={t('findings.filter.anyTheme')}
        data={themes.map((value) => ({ value, label: t(`labels.theme.${value}`) }))}
        value={search.theme ?? null}
        clearable
        clearButtonProps={clearButtonProps}
        onChange={(theme) => onChange({ theme })}
      />
      <Select
        className={classes.wide}
        label={t('findings.filter.waiting')}
        placeholder={t('findings.filter.anyWaiting')}
        data={(['overdue', 'verify'] as const).map((value) => ({
          value,
          label: t(`findings.filter.${value}`),
        }))}
        value={search.waiting ?? null}
        clearable
        clearButtonProps={clearButtonProps}
        onChange={(waiting) => onChange({ waiting })}
      />
      <SegmentedControl
        aria-label={t('findings.filter.which')}
        value={search.which ?? 'open'}
        data={(['open', 'closed', 'all'] as const).map((value) => ({
          value,
          label: t(`findings.filter.${value}`),
        }))}
        onChange={(which) => onChange({ which: which === 'open' ? undefined : which })}
      />
    </search>
  )
}
