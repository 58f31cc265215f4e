import { Button } from '@mantine/core'
import { IconBuildings, IconFilterOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../ui/data-table.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { Surface } from '../../../ui/surface.tsx'
import { TeachingState } from '../../../ui/teaching-state.tsx'
import type { AttributeDefinition, PortfolioPage } from '../portfolio.queries.ts'
import type { Ticked } from '../bulk/use-selection.ts'
import { useColumns } from './columns.tsx'
import { nameOf } from './name-of.ts'
import { Pager } from './pager.tsx'
import classes from './portfolio.module.css'
import { filtersOf, sizeOf, sortOf } from './portfolio-search.ts'
import type { Portfolio } from './use-portfolio.ts'

interface Props {
  portfolio: Portfolio
  definitions: readonly AttributeDefinition[]
  page: UseQueryResult<PortfolioPage>
  /** Null for who may change nothing. */
  selected: Ticked | null
  onSelect: (selected: Ticked) => void
  onAdd: (() => void) | null
}

export function Rows({ portfolio, definitions, page, selected, onSelect, onAdd }: Props) {
  const { t } = useTranslation()
  const columns = useColumns(portfolio.columns, definitions)
  const { search, change } = portfolio
  if (page.isError) {
    const retry = () => void page.refetch()
    return <ProblemAlert title={t('portfolio.loadFailed')} error={page.error} onRetry={retry} />
  }
  if (page.data?.totalElements === 0) return <Nothing portfolio={portfolio} onAdd={onAdd} />
  const rows = page.data?.content ?? null
  const names = new Map(rows?.map((row) => [row.thirdpartyId, nameOf(row)]))
  const selection = selected !== null && {
    selected: new Set(selected.keys()),
    nameOf: (key: number) => t('portfolio.selectOne', { name: names.get(key) }),
    onChange: (next: Set<number>) =>
      onSelect(new Map(Array.from(next, (key) => [key, names.get(key) ?? selected.get(key) ?? '']))),
  }
  return (
    <div aria-busy={page.isPlaceholderData} data-stale={page.isPlaceholderData} className={classes.rows}>
      <DataTable
        label={t('portfolio.tableLabel')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.thirdpartyId}
        sort={sortOf(search)}
        onSort={({ key, direction }) => change({ sort: `${key},${direction}` })}
        skeletonRows={Math.min(sizeOf(search), 12)}
        {...(selection !== false && { selection })}
      />
      {page.data !== undefined && <Pager portfolio={portfolio} page={page.data} />}
    </div>
  )
}

/** Nothing at all, or nothing of what was asked for. */
function Nothing({ portfolio, onAdd }: Pick<Props, 'portfolio' | 'onAdd'>) {
  const { t } = useTranslation()
  if (Object.keys(filtersOf(portfolio.search)).length > 0) {
    return (
      <Surface>
        <TeachingState
          icon={<IconFilterOff size={32} stroke={1.6} />}
          title={t('portfolio.noneTitle')}
          detail={t('portfolio.noneDetail')}
        >
          <Button mt="xs" variant="default" onClick={portfolio.clearFilters}>
            {t('common.clearFilters')}
          </Button>
        </TeachingState>
      </Surface>
    )
  }
  return (
    <Surface>
      <TeachingState
        icon={<IconBuildings size={32} stroke={1.6} />}
        title={t('portfolio.emptyTitle')}
        detail={onAdd === null ? t('portfolio.emptyReader') : t('portfolio.emptyDetail')}
      >
        {onAdd !== null && (
          <Button mt="xs" onClick={onAdd}>
            {t('portfolio.add')}
          </Button>
        )}
      </TeachingState>
    </Surface>
  )
}
