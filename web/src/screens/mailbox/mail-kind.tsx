import { useTranslation } from 'react-i18next'
import type { mailbox } from '../../i18n/en/mailbox.ts'
import type { MailSummary } from './mailbox.queries.ts'
import classes from './mailbox.module.css'

type Kind = keyof (typeof mailbox)['kind']

export const mailKinds = [
  'welcome',
  'contact-invited',
  'contact-re-invited',
  'contact-reminder',
  'contact-expiry',
  'contact-actions',
  'contact-silent',
  'contact-bounced',
  'contact-not-me',
  'contact-declined',
  'contact-no-answer',
  'comment-mention',
  'response-rejected',
  'response-sent-back',
  'portal-link',
  'webhook-disabled',
] as const satisfies Kind[]

/** The name the server has for a kind. */
export const templateOf = (kind: Kind) => kind.replace('-', '.')

const kindOf = (template: string) => mailKinds.find((kind) => templateOf(kind) === template)

/** What a mail is about in a word; nothing for one we have no word for. */
export function MailKind({ mail: { template } }: { mail: Pick<MailSummary, 'template'> }) {
  const { t } = useTranslation()
  const kind = kindOf(template)
  if (kind === undefined) return null
  return <span className={classes.kind}>{t(`mailbox.kind.${kind}`)}</span>
}
