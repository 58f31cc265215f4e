import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatIdentifier } from '../../../ui/format.ts'
import { useAccountId } from '../../../ui/use-account-id.ts'
import type { PortfolioRow } from '../portfolio.queries.ts'
import classes from './portfolio.module.css'

/** `withNumber` where no column of its own tells the number. */
export function NameCell({ row, withNumber }: { row: PortfolioRow; withNumber: boolean }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <span className={classes.name}>
      <Link
        to="/account/$accountId/thirdparties/$thirdpartyId"
        params={{ accountId, thirdpartyId: row.thirdpartyId }}
        className={classes.link}
      >
        {row.name ?? t('portfolio.unnamed')}
      </Link>
      {row.archived && <span className={classes.mark}>{t('portfolio.archivedMark')}</span>}
      {withNumber && row.legalIdentifier !== null && (
        <span className={classes.number}>
          {t(`add.${row.legalIdentifier.code}`)} {formatIdentifier(row.legalIdentifier)}
        </span>
      )}
    </span>
  )
}
