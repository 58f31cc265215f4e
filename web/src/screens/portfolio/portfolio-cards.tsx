import { Skeleton } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import { formatIdentifier, useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import { StatusCell } from './status-cell.tsx'
import classes from './portfolio.module.css'

const skeletonCards = [0, 1, 2, 3, 4]

/** The portfolio on a narrow screen. */
export function PortfolioCards({ rows }: { rows: ThirdParty[] | null }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.cards} aria-label={t('portfolio.tableLabel')}>
      {rows === null
        ? skeletonCards.map((index) => (
            <li key={index}>
              <Surface className={classes.card}>
                <Skeleton height={14} width="60%" radius="xl" />
                <Skeleton height={10} width="45%" radius="xl" mt={16} />
                <Skeleton height={10} width="70%" radius="xl" mt={12} />
              </Surface>
            </li>
          ))
        : rows.map((row) => <Card key={row.thirdpartyId} row={row} />)}
    </ul>
  )
}

function Card({ row }: { row: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { accountId } = useParams({ from: '/account/$accountId' })
  const { legalIdentifier, headOffice, countryCode } = row
  const place = [headOffice?.city, countryCode === null ? null : format.country(countryCode)]
  return (
    <li>
      <Surface className={classes.card}>
        <Link
          to="/account/$accountId/thirdparties/$thirdpartyId"
          params={{ accountId, thirdpartyId: row.thirdpartyId }}
          className={classes.cardLink}
        >
          {row.name ?? t('portfolio.unnamed')}
        </Link>
        <p className={classes.cardLine}>
          {t(`add.${legalIdentifier.code}`)} {formatIdentifier(legalIdentifier)}
          {row.code !== null && ` · ${row.code}`}
        </p>
        <p className={classes.cardLine}>
          {place.filter((part) => typeof part === 'string').join(', ') || '–'}
        </p>
        {row.mainActivity !== null && <p className={classes.cardLine}>{row.mainActivity}</p>}
        <div className={classes.cardFoot}>
          <StatusCell row={row} />
          {t('thirdparty.addedOn', { date: format.day(row.createdAt) })}
        </div>
      </Surface>
    </li>
  )
}
