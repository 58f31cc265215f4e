import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { parseTime, type Answer } from '../../../api/index.ts'
import { useToday } from '../../../parts/answer/use-today.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { indicatorHistoryQuery, type Indicator } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'

type Past = Answer<'getIndicatorHistory'>['points'][number]

const chartHeight = 190

/** Oldest first; the last value holds until today. */
function pointsOf(past: readonly Past[], today: string) {
  const points = past.toReversed().map(({ since, value }) => ({ x: parseTime(since), y: value }))
  const last = points.at(-1)
  const end = new Date(`${today}T23:59:59Z`)
  return last === undefined || last.x >= end ? points : [...points, { x: end, y: last.y }]
}

export function HistoryPanel({ code, label }: Pick<Indicator, 'code' | 'label'>) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const today = useToday(ids.accountId)
  const query = useQuery(indicatorHistoryQuery(ids, code))
  return (
    <Panel title={t('indicators.history')}>
      {query.isPending && <Skeleton height={chartHeight} />}
      {query.isError && (
        <ProblemAlert
          title={t('indicators.historyFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && query.data.points.length < 2 && (
        <Text size="sm" c="dimmed">
          {t('indicators.historyOne')}
        </Text>
      )}
      {query.isSuccess && query.data.points.length > 1 && (
        <LineChart
          label={label}
          series={[{ label, points: pointsOf(query.data.points, today) }]}
          min={0}
          max={100}
          height={chartHeight}
        />
      )}
    </Panel>
  )
}
