import { IconBuildings, IconMailbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/index.ts'
import classes from './shell.module.css'

export function Navigation({ account }: { account: Account }) {
  const { t } = useTranslation()
  const params = { accountId: account.accountId }
  return (
    <ul className={classes.list}>
      <li>
        <Link to="/account/$accountId/thirdparties" params={params} className={classes.item}>
          <IconBuildings size={20} stroke={1.7} aria-hidden="true" />
          {t('shell.portfolio')}
        </Link>
      </li>
      {account.rights.includes('administer') && (
        <li>
          <Link to="/account/$accountId/mailbox" params={params} className={classes.item}>
            <IconMailbox size={20} stroke={1.7} aria-hidden="true" />
            {t('shell.mailbox')}
          </Link>
        </li>
      )}
    </ul>
  )
}
