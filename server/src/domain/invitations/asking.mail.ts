import { renderMail, type NewMail, type SecretLink } from '../../platform/mail/index.ts'
import type { Addressee } from './addressees.queries.ts'
import type { RequestedItems } from './requested-items.ts'
import type { InvitationSettings } from './settings.ts'
import { buildUnsubscribeLinks } from './unsubscribe-token.ts'
import { aboutLink, greeting, onBehalf, openSpace, subjectLine } from './words.ts'

/** What a contact is asked for on one day, with the link to answer it. */
export interface Asking {
  readonly asked: Pick<RequestedItems, 'items'>
  readonly link: SecretLink
  /** The account's present day. */
  readonly day: string
}

export interface AskingWords {
  readonly template: 'contact.reminder' | 'contact.expiry' | 'contact.actions'
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** A list of what is awaited with a button to send them: once for each person, day and kind of mail. */
export function askingMail(
  scope: { accountId: number },
  to: Addressee,
  { asked, link, day, template, subject, title, paragraphs }: Asking & AskingWords,
  settings: InvitationSettings,
): NewMail {
  const { language, contactId } = to
  const { headers, footerLink } = buildUnsubscribeLinks(scope, to, settings)
  return {
    dedupeKey: `${template}:${contactId}:${day}`,
    template,
    recipient: to.email,
    language,
    contactId,
    headers,
    subject: subjectLine(subject),
    ...renderMail({
      language,
      title,
      paragraphs: [greeting[language](to.person), ...paragraphs],
      items: asked.items,
      closing: [aboutLink[language]],
      action: { label: openSpace[language], url: link },
      footer: onBehalf[language](to),
      footerLink,
    }),
  }
}
