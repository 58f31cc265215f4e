import { VisuallyHidden } from '@mantine/core'
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RatingBadge } from '../../../ui/rating-badge.tsx'
import type { Indicator } from '../thirdparty.queries.ts'
import classes from './indicators.module.css'

/** Value, rating and how sure it is. */
export function IndicatorTile({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation()
  const { label, value, rating, state } = indicator
  return (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.figure}>
        <RatingBadge rating={rating} size="lg" />
        {value === null ? (
          <span className={classes.unknown}>{t('indicators.unknown')}</span>
        ) : (
          <span className={classes.value}>
            {value}
            <small> {t('indicators.ofHundred')}</small>
          </span>
        )}
        <Trend indicator={indicator} />
      </span>
      {(state === 'PARTIAL' || state === 'STALE') && (
        <span className={classes.note} data-state={state}>
          {t(`indicators.stateShort.${state}`)}
        </span>
      )}
    </>
  )
}

export function Trend({ indicator: { value, previousValue } }: { indicator: Indicator }) {
  const { t } = useTranslation()
  const change = value === null || previousValue === null ? 0 : value - previousValue
  if (change === 0) return null
  const Icon = change > 0 ? IconTrendingUp : IconTrendingDown
  const text = t(change > 0 ? 'indicators.up' : 'indicators.down', { value: Math.abs(change) })
  return (
    <span className={classes.trend} data-direction={change > 0 ? 'up' : 'down'} title={text}>
      <Icon size={16} aria-hidden="true" />
      <span aria-hidden="true">{change > 0 ? `+${change}` : `−${Math.abs(change)}`}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
