import { useTranslation } from 'react-i18next'
import type { mailbox } from '../../i18n/en/mailbox.ts'
import type { MailSummary } from './mailbox.queries.ts'
import classes from './mailbox.module.css'

type Kind = keyof (typeof mailbox)['kind']

const kinds: readonly string[] = [
  'welcome',
  'contact-invited',
  'contact-re-invited',
  'contact-reminder',
  'contact-expiry',
  'contact-silent',
  'contact-bounced',
  'contact-not-me',
  'contact-declined',
  'contact-no-answer',
  'comment-mention',
  'response-rejected',
  'portal-link',
  'webhook-disabled',
] satisfies Kind[]

/** What a mail is about in a word; nothing for one we have no word for. */
export function MailKind({ mail: { template } }: { mail: Pick<MailSummary, 'template'> }) {
  const { t } = useTranslation()
  const kind = template.replaceAll('.', '-')
  if (!kinds.includes(kind)) return null
  return <span className={classes.kind}>{t(`mailbox.kind.${kind as Kind}`)}</span>
}
