import { Badge, Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import classes from './alerts.module.css'
import type { Alert } from './alerts.queries.ts'

interface Props {
  alert: Alert
  onRead: () => void
}

/** What happened, why it matters, and the next step behind its link. */
export function AlertEntry({ alert, onRead }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const router = useRouter()
  const { what, why, next, link, read, occurredAt, kind } = alert
  const open = (event: MouseEvent) => {
    if (!read) onRead()
    // Another tab or window is opened by the browser itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(link)
  }
  return (
    <li className={classes.alert} data-read={read}>
      <div className={classes.words}>
        <div className={classes.top}>
          <a href={link} className={classes.what} onClick={open}>
            {what}
          </a>
          {!read && (
            <Badge size="sm" variant="light" flex="none">
              {t('shell.alertNew')}
            </Badge>
          )}
        </div>
        <p className={classes.why}>{why}</p>
        <p className={classes.next}>{t('alerts.next', { next })}</p>
        <p className={classes.when}>
          {t(`alerts.kind.${kind}`)} · <time title={format.moment(occurredAt)}>{format.ago(occurredAt)}</time>
        </p>
      </div>
      {!read && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.mark}
          aria-label={t('alerts.markReadOf', { what })}
          onClick={onRead}
        >
          {t('alerts.markRead')}
        </Button>
      )}
    </li>
  )
}
