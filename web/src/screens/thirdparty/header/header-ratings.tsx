import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../../i18n/en/index.ts'
import { RatingBadge } from '../../../ui/rating-badge.tsx'
import classes from '../thirdparty.module.css'
import { indicatorsQuery } from '../thirdparty.queries.ts'
import { usePlace } from '../use-place.ts'

type KnownIndicator = keyof Texts['indicators']['code']

const usual = 4

/** The ratings at a glance; each leads to how it comes about. */
export function HeaderRatings() {
  const { t } = useTranslation()
  const place = usePlace()
  const { data, isPending } = useQuery(indicatorsQuery(place))
  if (isPending) {
    return (
      <div className={classes.ratings} aria-busy="true">
        {Array.from({ length: usual }, (_, index) => (
          <Skeleton key={index} width={112} height={32} radius={8} />
        ))}
      </div>
    )
  }
  if (data === undefined) return null
  return (
    <ul className={classes.ratings} aria-label={t('thirdparty.ratings')}>
      {data.map(({ code, label, rating }) => (
        <li key={code}>
          <Link
            to="/account/$accountId/thirdparties/$thirdpartyId"
            params={place}
            search={{ tab: 'indicators' }}
            resetScroll={false}
            className={classes.rating}
            title={label}
          >
            <RatingBadge rating={rating} />
            {t(`indicators.code.${code as KnownIndicator}`, { defaultValue: label })}
          </Link>
        </li>
      ))}
    </ul>
  )
}
