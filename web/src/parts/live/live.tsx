import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './live.module.css'
import { useLive } from './use-live.ts'

/** Live updates of the account's pages, and a word when they stop. It lies over the page, so nothing moves. */
export function Live({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const { isReachable } = useLive(accountId)
  return (
    <output className={classes.place}>
      {!isReachable && (
        <span className={classes.notice}>
          <IconWifiOff size={17} stroke={1.8} aria-hidden="true" />
          {t('shell.offline')}
        </span>
      )}
    </output>
  )
}
