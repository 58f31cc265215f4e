import { Skeleton } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import { formatIdentifier, useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import { StatusCell } from './status-cell.tsx'
import classes from './portfolio.module.css'

const columns = ['name', 'identifier', 'place', 'activity', 'status', 'added'] as const
const skeletonRows = Array.from({ length: 10 }, (_, index) => index)

/** `rows` is null while they are on their way. */
export function PortfolioTable({ rows }: { rows: ThirdParty[] | null }) {
  const { t } = useTranslation()
  return (
    <Surface className={classes.scroller}>
      <table className={classes.table} aria-label={t('portfolio.tableLabel')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={classes[column]}>
                {t(`portfolio.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === null
            ? skeletonRows.map((index) => <SkeletonRow key={index} />)
            : rows.map((row) => <Row key={row.thirdpartyId} row={row} />)}
        </tbody>
      </table>
    </Surface>
  )
}

function SkeletonRow() {
  return (
    <tr>
      {columns.map((column) => (
        <td key={column}>
          <Skeleton height={12} width={column === 'name' ? '70%' : '55%'} radius="xl" />
        </td>
      ))}
    </tr>
  )
}

function Row({ row }: { row: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { accountId } = useParams({ from: '/account/$accountId' })
  const { legalIdentifier, headOffice, countryCode } = row
  return (
    <tr>
      <th scope="row">
        <Link
          to="/account/$accountId/thirdparties/$thirdpartyId"
          params={{ accountId, thirdpartyId: row.thirdpartyId }}
          className={classes.link}
        >
          {row.name ?? t('portfolio.unnamed')}
        </Link>
        {row.code !== null && <span className={classes.code}>{row.code}</span>}
      </th>
      <td className={classes.number}>
        {formatIdentifier(legalIdentifier)}
        <span className={classes.kind}>{t(`add.${legalIdentifier.code}`)}</span>
      </td>
      <td>
        {headOffice?.city ?? '–'}
        {countryCode !== null && <span className={classes.kind}>{format.country(countryCode)}</span>}
      </td>
      <td>
        <span className={classes.clipped} title={row.mainActivity ?? undefined}>
          {row.mainActivity ?? row.nafCode ?? '–'}
        </span>
      </td>
      <td>
        <StatusCell row={row} />
      </td>
      <td className={classes.date}>{format.day(row.createdAt)}</td>
    </tr>
  )
}
