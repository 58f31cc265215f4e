import { Button, Text, Title } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconBuildings, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { portfolioQuery, type Page, type ThirdParty } from '../../api/index.ts'
import { useMayManage } from '../../app/use-rights.ts'
import { useFormat } from '../../ui/format.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AddDialog } from './add-dialog.tsx'
import { Pager } from './pager.tsx'
import { PortfolioCards } from './portfolio-cards.tsx'
import { PortfolioTable } from './portfolio-table.tsx'
import classes from './portfolio.module.css'

export function Portfolio() {
  const { t } = useTranslation()
  const { accountId } = useParams({ from: '/account/$accountId/thirdparties' })
  const { cursor } = useSearch({ from: '/account/$accountId/thirdparties' })
  const [adding, dialog] = useDisclosure(false)
  const mayManage = useMayManage(accountId)
  const page = useQuery(portfolioQuery(accountId, cursor))
  usePageTitle(t('portfolio.title'))
  return (
    <>
      <header className={classes.head}>
        <div>
          <Title order={1} size="h2">
            {t('portfolio.title')}
          </Title>
          <Count page={page.data} />
        </div>
        {mayManage && (
          <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={dialog.open}>
            {t('portfolio.add')}
          </Button>
        )}
      </header>
      {page.isError ? (
        <ProblemAlert
          title={t('portfolio.loadFailed')}
          error={page.error}
          onRetry={() => void page.refetch()}
        />
      ) : (
        <Rows page={page.data} stale={page.isPlaceholderData} onAdd={mayManage ? dialog.open : null} />
      )}
      <AddDialog accountId={accountId} opened={adding} onClose={dialog.close} />
    </>
  )
}

function Count({ page }: { page: Page<ThirdParty> | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (page === undefined) return <Text c="dimmed">{t('common.loading')}</Text>
  const total = format.number(page.totalElements)
  return (
    <Text c="dimmed">
      {page.totalIsExact ? t('portfolio.count', { total }) : t('portfolio.countAtLeast', { total })}
    </Text>
  )
}

interface RowsProps {
  page: Page<ThirdParty> | undefined
  /** The rows still shown belong to the page before. */
  stale: boolean
  onAdd: (() => void) | null
}

function Rows({ page, stale, onAdd }: RowsProps) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 74em)', false, { getInitialValueInEffect: false })
  if (page !== undefined && page.totalElements === 0) {
    return (
      <Surface>
        <TeachingState
          icon={<IconBuildings size={32} stroke={1.6} />}
          title={t('portfolio.emptyTitle')}
          detail={onAdd === null ? t('portfolio.emptyReader') : t('portfolio.emptyDetail')}
        >
          {onAdd !== null && (
            <Button mt="xs" variant="default" onClick={onAdd}>
              {t('portfolio.add')}
            </Button>
          )}
        </TeachingState>
      </Surface>
    )
  }
  const List = narrow ? PortfolioCards : PortfolioTable
  return (
    <div aria-busy={page === undefined || stale} data-stale={stale} className={classes.rows}>
      <List rows={page?.content ?? null} />
      {page !== undefined && <Pager page={page} />}
    </div>
  )
}
