import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CompanyStatus } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import { BarList, type BarRow } from './bar-list.tsx'
import classes from './dashboard.module.css'
import type { Statistics } from './dashboard.queries.ts'

const maxCountries = 6

export function ProfilePanel({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('dashboard.profile')}>
      <div className={classes.profile}>
        {statistics === undefined ? (
          <Skeleton height={420} />
        ) : (
          <Lists thirdParties={statistics.thirdParties} />
        )}
      </div>
    </Panel>
  )
}

type Counted = { code: string | null; count: number }

function Lists({ thirdParties }: { thirdParties: Statistics['thirdParties'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { total, byStatus, byCriticality, byCountry } = thirdParties
  const rows = (counted: readonly Counted[], filter: string, nameOf: (code: string) => string) =>
    counted.map(({ code, count }): BarRow => ({
      key: code ?? '',
      label: code === null ? t('dashboard.noValue') : nameOf(code),
      share: total === 0 ? 0 : count / total,
      value: format.number(count),
      ...(code !== null && { href: accountAddress(accountId, 'thirdparties', { [filter]: code }) }),
    }))
  const named = byCountry.filter(({ code }) => code !== null)
  const others = named.slice(maxCountries)
  return (
    <>
      <Part
        title={t('dashboard.status')}
        rows={rows(byStatus, 'status', (code) => t(`status.${code as CompanyStatus}`))}
      />
      <Part title={t('dashboard.criticality')} rows={rows(byCriticality, 'criticality', (code) => code)} />
      <Part
        title={t('dashboard.countries')}
        rows={[
          ...rows(named.slice(0, maxCountries), 'countryCode', format.country),
          ...(others.length === 0 ? [] : [othersRow(others)]),
        ]}
      />
    </>
  )

  function othersRow(rest: readonly Counted[]): BarRow {
    const count = rest.reduce((sum, one) => sum + one.count, 0)
    const label = t('dashboard.others', { count: rest.length })
    return { key: 'others', label, share: count / total, value: format.number(count) }
  }
}

function Part({ title, rows }: { title: string; rows: readonly BarRow[] }) {
  return (
    <div>
      <h3 className={classes.small}>{title}</h3>
      <BarList label={title} rows={rows} />
    </div>
  )
}
