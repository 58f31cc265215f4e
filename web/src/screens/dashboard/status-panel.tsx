import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChartColor } from '../../ui/charts/chart-colors.ts'
import { Donut } from '../../ui/charts/donut.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { dossierStatuses, type DossierStatus } from '../../ui/status-pills.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import classes from './dashboard.module.css'
import type { Statistics } from './dashboard.queries.ts'

const colors: Record<DossierStatus, ChartColor> = {
  VALID: 'good',
  ONGOING: 'info',
  BELOW_EXPECTATION: 'caution',
  ACTION_REQUIRED: 'warning',
  INVALID: 'bad',
  ABSENT: 'neutral',
}

const order = ['VALID', 'ONGOING', 'BELOW_EXPECTATION', 'ACTION_REQUIRED', 'INVALID', 'ABSENT'] as const

export function StatusPanel({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const counts = new Map(statistics?.thirdParties.byDossierStatus.map(({ code, count }) => [code, count]))
  const parts = order.map((status) => ({
    label: t(`labels.dossierStatus.${status}`),
    value: counts.get(status) ?? 0,
    color: colors[status],
    href: accountAddress(accountId, 'thirdparties', { dossierStatus: status }),
  }))
  return (
    <Panel title={t('dashboard.portfolio')} help={t('dashboard.portfolioHelp')}>
      <div className={classes.donut}>
        {statistics === undefined ? (
          <DonutSkeleton />
        ) : (
          <Donut
            label={t('dashboard.portfolio')}
            parts={parts}
            centre={
              <>
                <span className={classes.centreValue} data-long={statistics.thirdParties.total >= 100_000}>
                  {format.number(statistics.thirdParties.total)}
                </span>
                <span className={classes.centreLabel}>{t('dashboard.companies')}</span>
              </>
            }
          />
        )}
      </div>
    </Panel>
  )
}

function DonutSkeleton() {
  return (
    <div className={classes.donutWaiting}>
      <Skeleton circle height={164} />
      <div className={classes.grow}>
        {dossierStatuses.map((status) => (
          <Skeleton key={status} height={12} my={9} radius="xl" />
        ))}
      </div>
    </div>
  )
}
