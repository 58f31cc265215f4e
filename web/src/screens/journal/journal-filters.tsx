import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { families, familyOf } from '../../parts/timeline/event-family.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { CompanyFilter } from './company-filter.tsx'
import { useJournalSearch, type ActorChoice } from './journal-search.ts'
import classes from '../../parts/journal/journal.module.css'
import { dossiersOfQuery, peopleQuery } from './journal.queries.ts'

interface Props {
  actor: ActorChoice
  onActor: (actor: ActorChoice) => void
}

export function JournalFilters({ actor, onActor }: Props) {
  const { t } = useTranslation()
  const { search, change } = useJournalSearch()
  const isFiltered = Object.keys(search).length > 0 || actor !== null
  function clear() {
    onActor(null)
    change({ names: null, thirdparty: null, dossier: null, from: null, to: null })
  }
  return (
    <search className={classes.filters} aria-label={t('journal.filters')}>
      <NamesFilter />
      <CompanyFilter />
      {search.thirdparty !== undefined && <DossierFilter thirdpartyId={search.thirdparty} />}
      <ActorFilter actor={actor} onActor={onActor} />
      <TextInput
        type="date"
        label={t('journal.from')}
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('journal.to')}
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="subtle" className={classes.clear} onClick={clear}>
          {t('common.clearFilters')}
        </Button>
      )}
    </search>
  )
}

function NamesFilter() {
  const { t } = useTranslation()
  const { search, change } = useJournalSearch()
  const chosen = search.names?.split(',') ?? []
  const data = useMemo(() => {
    const labels = Object.entries(t('events.name', { returnObjects: true }))
    return families.map((family) => ({
      group: t(`events.group.${family}`),
      items: labels.filter(([name]) => familyOf(name) === family).map(([value, label]) => ({ value, label })),
    }))
  }, [t])
  return (
    <MultiSelect
      label={t('journal.names')}
      placeholder={chosen.length === 0 ? t('journal.namesAny') : ''}
      data={data}
      value={chosen}
      onChange={(value) => change({ names: value.join(',') })}
      className={classes.names}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={340}
      clearButtonProps={{ 'aria-label': t('common.clearFilters') }}
    />
  )
}

function DossierFilter({ thirdpartyId }: { thirdpartyId: number }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { search, change } = useJournalSearch()
  const { data } = useQuery(dossiersOfQuery(accountId, thirdpartyId))
  const known = data?.content.map(({ dossierId, type }) => ({
    value: String(dossierId),
    label: `${type.label} (${dossierId})`,
  }))
  return (
    <Select
      label={t('journal.dossier')}
      placeholder={t('journal.dossierAny')}
      data={known ?? []}
      value={search.dossier === undefined ? null : String(search.dossier)}
      onChange={(value) => change({ dossier: value === null ? null : Number(value) })}
      clearable
    />
  )
}

const kinds = ['USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER'] as const

function ActorFilter({ actor, onActor }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { data: people } = useQuery(peopleQuery(accountId))
  const users = people?.content ?? []
  return (
    <Select
      label={t('journal.actor')}
      placeholder={t('journal.actorAny')}
      data={[
        {
          group: t('journal.actorGroup'),
          items: kinds.map((kind) => ({ value: kind, label: t(`journal.actorKind.${kind}`) })),
        },
        {
          group: t('journal.actorPeople'),
          items: users.map(({ userId, name }) => ({ value: `USER ${userId}`, label: name })),
        },
      ]}
      value={actor}
      onChange={onActor}
      searchable
      clearable
    />
  )
}
