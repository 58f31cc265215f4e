import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { MailKind } from './mail-kind.tsx'
import type { MailSummary } from './mailbox.queries.ts'
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
            <span className={classes.tags}>
              <MailKind mail={mail} />
              {mail.status === 'FAILED' && <Pill tone="bad">{t('mailbox.FAILED')}</Pill>}
              <span className={classes.ago}>{format.ago(mail.createdAt)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
