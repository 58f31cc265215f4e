import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { colorOf, paletteClass, type ChartColor } from '../../ui/charts/chart-colors.ts'
import { StackedBar } from '../../ui/charts/stacked-bar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ratings } from '../../ui/rating-badge.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import classes from './dashboard.module.css'
import type { Statistics } from './dashboard.queries.ts'

const indicators = ['LEGAL_COMPLIANCE', 'FINANCIAL_RISK', 'CYBERSECURITY', 'ENVIRONMENTAL_IMPACT'] as const

export function RatingsPanel({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('dashboard.ratings')} help={t('dashboard.ratingsHelp')}>
      <div className={classes.rows}>
        {indicators.map((code) => (
          <div key={code} className={classes.rating}>
            <span className={classes.rowLabel}>{t(`events.indicator.${code}`)}</span>
            {statistics === undefined ? (
              <Skeleton height={22} />
            ) : (
              <Bar code={code} statistics={statistics} />
            )}
          </div>
        ))}
      </div>
      <Letters />
    </Panel>
  )
}

interface BarProps {
  code: (typeof indicators)[number]
  statistics: Statistics
}

function Bar({ code, statistics }: BarProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const indicator = t(`events.indicator.${code}`)
  const hrefOf = (rating: string) => accountAddress(accountId, 'thirdparties', { [`rating.${code}`]: rating })
  const found = statistics.indicators.find((one) => one.code === code)
  const rated = ratings.map((letter) => ({
    label: t('dashboard.ratedAs', { indicator, rating: letter }),
    mark: letter,
    value: found?.ratings[letter] ?? 0,
    color: letter,
    href: hrefOf(letter),
  }))
  const known = rated.reduce((sum, { value }) => sum + value, 0)
  // A company of which nothing at all is known has no row of its own to be counted.
  const unknown = Math.max(found?.unknown ?? 0, statistics.thirdParties.total - known)
  const rest = {
    label: t('dashboard.notRated', { indicator }),
    mark: '?',
    value: unknown,
    color: 'unknown' as ChartColor,
    href: hrefOf('UNKNOWN'),
  }
  return (
    <StackedBar label={t('dashboard.ratingsOf', { indicator })} parts={[...rated, rest]} legend={false} />
  )
}

function Letters() {
  const { t } = useTranslation()
  return (
    <ul className={`${classes.letters} ${paletteClass}`}>
      {ratings.map((letter) => (
        <li key={letter}>
          <span style={{ background: colorOf(letter) }} />
          {letter}
        </li>
      ))}
      <li>
        <span style={{ background: colorOf('unknown') }} />
        {t('dashboard.unknown')}
      </li>
    </ul>
  )
}
