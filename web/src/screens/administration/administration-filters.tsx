import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mentionableQuery } from '../../parts/comments/comments.queries.ts'
import journal from '../../parts/journal/journal.module.css'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useAdministrationSearch } from './administration-search.ts'
import { areaOf, areas, isArea } from './entry-area.ts'
import { entryNames } from './entry-text.ts'

export function AdministrationFilters() {
  const { t } = useTranslation()
  const { search, change, isFiltered } = useAdministrationSearch()
  return (
    <search className={journal.filters} aria-label={t('administration.filters')}>
      <Select
        label={t('administration.area')}
        placeholder={t('administration.areaAny')}
        data={areas.map((area) => ({ value: area, label: t(`administration.areas.${area}`) }))}
        value={isArea(search.area) ? search.area : null}
        onChange={(area) => change({ area, names: null })}
        clearable
      />
      <NamesFilter />
      <ActorFilter />
      <TextInput
        type="date"
        label={t('administration.from')}
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('administration.to')}
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          className={journal.clear}
          onClick={() => change({ area: null, names: null, actor: null, from: null, to: null })}
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </search>
  )
}

function NamesFilter() {
  const { t } = useTranslation()
  const { search, change } = useAdministrationSearch()
  const chosen = search.names?.split(',') ?? []
  const labels = Object.entries(entryNames(t))
  const offered = isArea(search.area) ? [search.area] : areas
  return (
    <MultiSelect
      label={t('administration.names')}
      placeholder={chosen.length === 0 ? t('administration.namesAny') : ''}
      data={offered.map((area) => ({
        group: t(`administration.areas.${area}`),
        items: labels.filter(([name]) => areaOf(name) === area).map(([value, label]) => ({ value, label })),
      }))}
      value={chosen}
      onChange={(value) => change({ names: value.join(',') })}
      className={journal.names}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={340}
      clearButtonProps={{ 'aria-label': t('common.clearFilters') }}
    />
  )
}

const kinds = ['USER', 'API_CLIENT', 'CONTACT', 'PROVIDER', 'DIRECTORY', 'JOB', 'OPERATOR', 'ANYONE'] as const

function ActorFilter() {
  const { t } = useTranslation()
  const { search, change } = useAdministrationSearch()
  const { data: people } = useQuery(mentionableQuery(useAccountId(), ''))
  const users = people?.content ?? []
  return (
    <Select
      label={t('administration.actor')}
      placeholder={t('administration.actorAny')}
      data={[
        {
          group: t('administration.actorGroup'),
          items: kinds.map((kind) => ({ value: kind, label: t(`administration.actorKind.${kind}`) })),
        },
        {
          group: t('administration.actorPeople'),
          items: users.map(({ userId, name }) => ({ value: `USER ${userId}`, label: name })),
        },
      ]}
      value={search.actor ?? null}
      onChange={(actor) => change({ actor })}
      searchable
      clearable
    />
  )
}
