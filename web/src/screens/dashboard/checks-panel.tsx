import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { checkStatisticsQuery } from '../../parts/check-statistics/check-statistics.queries.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useSight } from '../../ui/use-sight.ts'
import { BarList, type BarRow } from './bar-list.tsx'
import classes from './dashboard.module.css'

const mostTypes = 5

/** How much the checks decided alone, for whoever sees the whole account; nothing where they decided nothing. */
export function ChecksPanel() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { all } = useSight(accountId)
  const { data } = useQuery({ ...checkStatisticsQuery(accountId), enabled: all })
  if (data === undefined || data.total.accepted + data.total.sentBack + data.total.sampled === 0) return null
  const { total, types } = data
  const rows = types
    .toSorted((a, b) => b.checked - a.checked)
    .slice(0, mostTypes)
    .map(({ documentTypeCode, name, checked, shareAlone }): BarRow => ({
      key: documentTypeCode,
      label: name[i18n.language as keyof typeof name],
      share: (shareAlone ?? 0) / 100,
      value: format.percent((shareAlone ?? 0) / 100),
      detail: t('dashboard.checksOf', { count: checked }),
    }))
  return (
    <Panel
      title={t('dashboard.checks')}
      help={t('dashboard.checksHelp')}
      actions={
        <ButtonLink
          to="/account/$accountId/settings/automatic-checks"
          params={{ accountId }}
          size="compact-sm"
          variant="light"
        >
          {t('dashboard.openChecks')}
        </ButtonLink>
      }
    >
      <BarList label={t('dashboard.checks')} rows={rows} />
      <p className={classes.note}>
        {t('dashboard.wrongDecisions', { disagreed: format.number(total.disagreed), count: total.sampled })}
      </p>
    </Panel>
  )
}
