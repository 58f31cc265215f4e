import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PartyInput } from '../../parts/owners/party-input.tsx'
import { dossierStatuses } from '../../ui/status-pills.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossiers.module.css'
import { statusesOf, type ListSearch } from './list-search.ts'
import { dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'

interface Props {
  search: ListSearch
  onChange: (change: Partial<Record<keyof ListSearch, unknown>>) => void
}

export function DossiersFilters({ search, onChange }: Props) {
  const { t } = useTranslation()
  const statuses = statusesOf(search)
  return (
    <search className={classes.filters} aria-label={t('common.filter')}>
      <TypeFilter search={search} onChange={onChange} />
      <MultiSelect
        className={classes.wide}
        label={t('dossier.list.status')}
        placeholder={statuses.length === 0 ? t('dossier.list.anyStatus') : ''}
        data={dossierStatuses.map((value) => ({ value, label: t(`labels.dossierStatus.${value}`) }))}
        value={statuses}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clearFilters') }}
        onChange={(chosen) => onChange({ status: chosen.join(',') })}
      />
      <PartyInput
        className={classes.wide}
        accountId={useAccountId()}
        label={t('owners.owner')}
        placeholder={t('owners.filter.anybody')}
        withMine
        value={search.owner ?? null}
        onChange={(owner) => onChange({ owner: owner ?? undefined })}
      />
      <TextInput
        className={classes.day}
        type="date"
        label={t('dossier.list.dueBefore')}
        value={search.due ?? ''}
        onChange={(event) => onChange({ due: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t('dossier.list.which')}
        value={search.archived === true ? 'archived' : 'open'}
        data={[
          { value: 'open', label: t('dossier.list.open') },
          { value: 'archived', label: t('dossier.list.archived') },
        ]}
        onChange={(value) => onChange({ archived: value === 'archived' ? true : undefined })}
      />
    </search>
  )
}

function TypeFilter({ search, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { data: types } = useQuery(dossierTypesQuery(useAccountId()))
  const language = i18n.language === 'fr' ? 'fr' : 'en'
  return (
    <Select
      className={classes.wide}
      label={t('dossier.list.type')}
      placeholder={t('dossier.list.anyType')}
      data={types?.map(({ code, label }) => ({ value: code, label: label[language] })) ?? []}
      value={search.type ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clearFilters') }}
      onChange={(chosen) => onChange({ type: chosen ?? undefined })}
    />
  )
}
