import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './mailbox.module.css'

interface Props {
  accountId: number
  mails: MailSummary[]
}

export function MailList({ accountId, mails }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className={classes.mails} aria-label={t('mailbox.listLabel')}>
      {mails.map((mail) => (
        <li key={mail.mailId}>
          <Link
            to="/account/$accountId/mailbox"
            params={{ accountId }}
            search={{ mail: mail.mailId }}
            className={classes.mail}
            activeOptions={{ exact: true }}
          >
            <span className={classes.subject}>{mail.subject}</span>
            <span className={classes.line}>{mail.recipient}</span>
            <span className={classes.line}>
              {format.moment(mail.createdAt)}
              {mail.status === 'FAILED' && ` · ${t('mailbox.FAILED')}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
