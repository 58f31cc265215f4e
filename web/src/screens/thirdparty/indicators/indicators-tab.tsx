import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import stack from '../thirdparty.module.css'
import { indicatorsQuery, type Indicator } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { IndicatorTile } from './indicator-tile.tsx'
import { MeaningPanel } from './meaning-panel.tsx'
import classes from './indicators.module.css'

export function IndicatorsTab() {
  const { t } = useTranslation()
  const query = useQuery(indicatorsQuery(useThirdPartyIds()))
  if (query.isPending) return <Skeleton height={420} radius={12} />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('indicators.loadFailed')} error={query.error} onRetry={retry} />
  }
  if (query.data.length === 0) {
    return (
      <Panel title={t('indicators.title')}>
        <Text size="sm" c="dimmed">
          {t('indicators.none')}
        </Text>
      </Panel>
    )
  }
  return <Chosen indicators={query.data} />
}

const route = '/account/$accountId/thirdparties/$thirdpartyId' as const

/** Which one is looked at stands in the address. */
function Chosen({ indicators }: { indicators: readonly Indicator[] }) {
  const { t } = useTranslation()
  const { indicator: code } = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const choose = (indicator: string) =>
    void navigate({ search: { tab: 'indicators', indicator }, replace: true, resetScroll: false })
  const chosen = indicators.find((one) => one.code === code) ?? indicators[0]
  return (
    <div className={stack.stack}>
      <section className={classes.tiles} aria-label={t('indicators.choose')}>
        {indicators.map((indicator) => (
          <UnstyledButton
            key={indicator.code}
            className={classes.tile}
            aria-pressed={indicator.code === chosen?.code}
            onClick={() => choose(indicator.code)}
          >
            <IndicatorTile indicator={indicator} />
          </UnstyledButton>
        ))}
      </section>
      {chosen !== undefined && (
        <>
          <div className={stack.aside}>
            <HistoryPanel code={chosen.code} label={chosen.label} />
            <MeaningPanel indicator={chosen} />
          </div>
          <BreakdownPanel indicator={chosen} />
        </>
      )}
    </div>
  )
}
