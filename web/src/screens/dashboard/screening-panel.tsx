import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { useHitSight } from '../../parts/screening/use-hit-sight.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import { BarList, type BarRow } from './bar-list.tsx'
import classes from './dashboard.module.css'
import { screeningStatisticsQuery } from './dashboard.queries.ts'

type ScreeningStatistics = Answer<'getScreeningStatistics'>

/** Hits that wait, for whoever may see them; nothing where nobody has been screened. */
export function ScreeningPanel() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const isSeen = useHitSight(accountId) === true
  const { data } = useQuery({ ...screeningStatisticsQuery(accountId), enabled: isSeen })
  if (!isSeen || data === undefined) return null
  if (data.companies.screened === 0 && data.byList.length === 0) return null
  return (
    <Panel
      title={t('dashboard.screening')}
      actions={
        <ButtonLink
          to="/account/$accountId/screening"
          params={{ accountId }}
          search={{}}
          size="compact-sm"
          variant="light"
        >
          {t('dashboard.openHits')}
        </ButtonLink>
      }
    >
      <WaitingHits open={data.open} />
      <ScreenedCompanies companies={data.companies} />
    </Panel>
  )
}

function WaitingHits({ open }: { open: ScreeningStatistics['open'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  if (open.oldestSince === null) {
    return (
      <p className={classes.done}>
        <strong>{t('dashboard.noHits')}</strong>
        {t('dashboard.noHitsDetail')}
      </p>
    )
  }
  const rows = open.byClass.map(({ class: hitClass, total, older }): BarRow => ({
    key: hitClass,
    label: t(`dashboard.hitClass.${hitClass}`),
    share: total / open.total,
    value: format.number(total),
    href: accountAddress(accountId, 'screening', { class: hitClass }),
    ...(older > 0 && { detail: t('dashboard.olderHits', { count: older }), tone: 'bad' as const }),
  }))
  return (
    <>
      <BarList label={t('dashboard.screening')} rows={rows} />
      <p className={classes.note}>{t('dashboard.oldestHit', { ago: format.ago(open.oldestSince) })}</p>
    </>
  )
}

function ScreenedCompanies({ companies }: { companies: ScreeningStatistics['companies'] }) {
  const { t } = useTranslation()
  const { screened, neverScreened } = companies
  return (
    <p className={classes.note}>
      {t('dashboard.screened', { count: screened })}
      {neverScreened > 0 && ` ${t('dashboard.neverScreened', { count: neverScreened })}`}
    </p>
  )
}
