import { Button, Text } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FindingDrawer } from '../../parts/findings/finding-drawer.tsx'
import { findingsQuery } from '../../parts/findings/findings.queries.ts'
import { useFindingColumns } from '../../parts/findings/use-finding-columns.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { FindingsExport } from './findings-export.tsx'
import { FindingsFilters } from './findings-filters.tsx'
import { FindingsReport } from './findings-report.tsx'
import { filterOf, isNarrowed, noFilter, useFindingsSearch } from './findings-search.ts'

/** Every finding of the account that its reader may see, newest first. */
export function Findings() {
  const { t } = useTranslation()
  const [search, change] = useFindingsSearch()
  const list = useInfiniteQuery(findingsQuery(useAccountId(), filterOf(search)))
  const columns = useFindingColumns({ onShow: (finding) => change({ finding }), withCompany: true })
  const rows = list.data?.pages.flatMap(({ content }) => content) ?? null
  return (
    <>
      <PageHeader
        title={t('findings.title')}
        lead={t('findings.lead')}
        actions={<FindingsExport filter={filterOf(search)} />}
      />
      <FindingsReport />
      <FindingsFilters search={search} onChange={change} />
      {list.isError && (
        <ProblemAlert title={t('findings.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {rows?.length === 0 && <Nothing isFiltered={isNarrowed(search)} onClear={() => change(noFilter)} />}
      {rows?.length !== 0 && !(list.isError && rows === null) && (
        <>
          <Count first={list.data?.pages[0]} />
          <DataTable
            label={t('findings.title')}
            columns={columns}
            rows={rows}
            rowKey={({ findingId }) => findingId}
          />
          <LoadMore query={list} />
        </>
      )}
      <FindingDrawer findingId={search.finding ?? null} onClose={() => change({ finding: undefined })} />
    </>
  )
}

function Count({ first }: { first: { totalElements: number; totalIsExact: boolean } | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = format.number(first?.totalElements ?? 0)
  const text = first?.totalIsExact === false ? 'findings.about' : 'findings.count'
  return (
    <Text size="sm" c="dimmed" mb={8} aria-live="polite">
      {first === undefined ? t('common.loading') : t(text, { count: first.totalElements, number })}
    </Text>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <Surface>
      <TeachingState
        icon={<IconAlertOctagon size={32} stroke={1.6} />}
        title={t(isFiltered ? 'findings.noMatch' : 'findings.empty')}
        detail={t(isFiltered ? 'findings.noMatchDetail' : 'findings.emptyDetail')}
      >
        {isFiltered ? (
          <Button variant="default" onClick={onClear}>
            {t('common.clearFilters')}
          </Button>
        ) : (
          <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} variant="default">
            {t('dossier.list.toPortfolio')}
          </ButtonLink>
        )}
      </TeachingState>
    </Surface>
  )
}
