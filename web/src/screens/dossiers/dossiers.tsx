import { Button, Text } from '@mantine/core'
import { IconFolders, IconFolderSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { DossiersExport } from './dossiers-export.tsx'
import { DossiersFilters } from './dossiers-filters.tsx'
import { dossiersQuery } from './dossiers.queries.ts'
import { filterOf, sortOf, useListSearch } from './list-search.ts'
import { useDossierColumns } from './use-dossier-columns.tsx'

/** Every dossier of the account, however many there are: the server filters, orders and pages. */
export function Dossiers() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [search, change] = useListSearch()
  const list = useInfiniteQuery(dossiersQuery(accountId, filterOf(search)))
  const columns = useDossierColumns(accountId)
  const rows = list.data?.pages.flatMap(({ content }) => content) ?? null
  const isFiltered = Object.keys(search).some((name) => name !== 'sort')
  return (
    <>
      <PageHeader
        title={t('dossier.list.title')}
        lead={t('dossier.list.lead')}
        actions={<DossiersExport accountId={accountId} filter={filterOf(search)} />}
      />
      <DossiersFilters search={search} onChange={change} />
      {list.isError && (
        <ProblemAlert
          title={t('dossier.list.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {rows?.length === 0 && <Nothing isFiltered={isFiltered} onClear={() => change(noFilter)} />}
      {rows?.length !== 0 && !(list.isError && rows === null) && (
        <>
          <Count first={list.data?.pages[0]} />
          <DataTable
            label={t('dossier.list.title')}
            columns={columns}
            rows={rows}
            rowKey={({ dossierId }) => dossierId}
            sort={sortOf(search)}
            onSort={({ key, direction }) => change({ sort: `${key},${direction}` })}
          />
          <LoadMore query={list} />
        </>
      )}
    </>
  )
}

const noFilter = {
  status: undefined,
  type: undefined,
  due: undefined,
  owner: undefined,
  archived: undefined,
}

function Count({ first }: { first: { totalElements: number; totalIsExact: boolean } | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = format.number(first?.totalElements ?? 0)
  const text = first?.totalIsExact === false ? 'dossier.list.about' : 'dossier.list.count'
  return (
    <Text size="sm" c="dimmed" mb={8} aria-live="polite">
      {first === undefined ? t('common.loading') : t(text, { count: first.totalElements, number })}
    </Text>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  if (isFiltered) {
    return (
      <Surface>
        <TeachingState
          icon={<IconFolderSearch size={32} stroke={1.6} />}
          title={t('dossier.list.noMatch')}
          detail={t('dossier.list.noMatchDetail')}
        >
          <Button variant="default" onClick={onClear}>
            {t('common.clearFilters')}
          </Button>
        </TeachingState>
      </Surface>
    )
  }
  return (
    <Surface>
      <TeachingState
        icon={<IconFolders size={32} stroke={1.6} />}
        title={t('dossier.list.empty')}
        detail={t('dossier.list.emptyDetail')}
      >
        <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} variant="default">
          {t('dossier.list.toPortfolio')}
        </ButtonLink>
      </TeachingState>
    </Surface>
  )
}
