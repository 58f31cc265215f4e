import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { indicatorsQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { IndicatorTile } from './indicator-tile.tsx'
import classes from './indicators.module.css'

const usual = 4

/** The indicators on the overview; each leads to how it comes about. */
export function IndicatorTiles() {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { data, isError } = useQuery(indicatorsQuery(ids))
  if (isError) return null
  return (
    <section className={classes.tiles} aria-label={t('indicators.title')} aria-busy={data === undefined}>
      {data === undefined
        ? Array.from({ length: usual }, (_, index) => <Skeleton key={index} height={124} radius={12} />)
        : data.map((indicator) => (
            <Link
              key={indicator.code}
              to="/account/$accountId/thirdparties/$thirdpartyId"
              params={ids}
              search={{ tab: 'indicators', indicator: indicator.code }}
              resetScroll={false}
              className={classes.tile}
            >
              <IndicatorTile indicator={indicator} />
            </Link>
          ))}
    </section>
  )
}
