import { Chip, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { CalendarMenu } from './calendar-menu.tsx'
import { ExportButton } from './export-button.tsx'
import classes from './forecast.module.css'
import { forecastQuery, reasons, type Due, type Reason } from './forecast.queries.ts'
import { WeekList } from './week-list.tsx'

const horizons = [30, 60, 90, 365]
const usual = 90

/** What ends when, by week. */
export function Forecast() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { days: requested = usual } = useSearch({ from: '/account/$accountId/forecast' })
  const days = Math.min(Math.max(requested, 1), 366)
  const [chosen, setChosen] = useState<Reason[]>([])
  const query = useInfiniteQuery(forecastQuery(accountId, days, chosen))
  const pages = query.data?.pages ?? []
  const items = pages.flatMap(({ content }) => content)
  return (
    <>
      <PageHeader
        title={t('forecast.title')}
        lead={t('forecast.lead')}
        actions={
          <>
            <ExportButton days={days} chosen={chosen} isEmpty={items.length === 0} />
            <CalendarMenu days={days} />
          </>
        }
      />
      <Filters days={days} chosen={chosen} onChosen={setChosen} />
      {query.isError && (
        <ProblemAlert title={t('forecast.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <ForecastSkeleton />}
      {query.isSuccess && (
        <Found
          items={items}
          today={pages[0]?.today ?? ''}
          isFiltered={chosen.length > 0}
          isPart={query.hasNextPage}
        />
      )}
      <LoadMore query={query} />
    </>
  )
}

interface FilterProps {
  days: number
  chosen: Reason[]
  onChosen: (reasons: Reason[]) => void
}

function Filters({ days, chosen, onChosen }: FilterProps) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/account/$accountId/forecast' })
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label={t('forecast.horizon')}
        value={String(days)}
        onChange={(value) => void navigate({ search: { days: Number(value) }, replace: true })}
        data={horizons.map((count) => ({
          value: String(count),
          label: count === 365 ? t('forecast.year') : t('forecast.days', { count }),
        }))}
      />
      <Chip.Group multiple value={chosen} onChange={(value) => onChosen(value)}>
        <Group gap={6}>
          {reasons.map((reason) => (
            <Chip
              key={reason}
              value={reason}
              size="sm"
              variant="outline"
              title={t(`forecast.reasonHelp.${reason}`)}
            >
              {t(`forecast.reason.${reason}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  )
}

interface FoundProps {
  items: Due[]
  today: string
  isFiltered: boolean
  isPart: boolean
}

function Found({ items, today, isFiltered, isPart }: FoundProps) {
  const { t } = useTranslation()
  if (items.length > 0) return <WeekList items={items} today={today} isPart={isPart} />
  return (
    <Surface>
      <TeachingState
        icon={<IconCalendarDue size={30} stroke={1.6} />}
        title={t('forecast.empty')}
        detail={isFiltered ? t('forecast.emptyFilter') : t('forecast.emptyDetail')}
      />
    </Surface>
  )
}

function ForecastSkeleton() {
  return (
    <Surface className={classes.waiting}>
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} height={34} radius="md" />
      ))}
    </Surface>
  )
}
