import type { Language } from '../../platform/kernel/index.ts'
import { renderMail, type NewMail } from '../../platform/mail/index.ts'
import type { Addressee } from './addressees.queries.ts'
import type { Asked } from './asked-items.ts'
import type { InvitationSettings } from './settings.ts'
import { unsubscribing } from './unsubscribe-token.ts'
import { aboutLink, greeting, onBehalf, openSpace, subjectLine } from './words.ts'

export interface Reminder {
  readonly asked: Asked
  readonly link: string
  /** The account's present day. */
  readonly day: string
}

export function reminderMail(
  scope: { accountId: number },
  to: Addressee,
  { asked, link, day }: Reminder,
  settings: InvitationSettings,
): NewMail {
  const { language, contactId } = to
  const { subject, title, paragraphs } = words[language](to, asked)
  const { headers, footerLink } = unsubscribing(scope, to, settings)
  return {
    dedupeKey: `contact.reminder:${contactId}:${day}`,
    template: 'contact.reminder',
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

interface Words {
  subject: string
  title: string
  paragraphs: string[]
}

const words: Record<Language, (to: Addressee, asked: Asked) => Words> = {
  en: ({ account, company }, { count, late }) => {
    const pieces = count === 1 ? '1 document' : `${count} documents`
    return {
      subject: `${company}: ${pieces} still expected by ${account}`,
      title: `${pieces} still expected`,
      paragraphs: [
        `${account} still expects the following of ${company}${late > 0 ? ` (${late} late)` : ''}:`,
      ],
    }
  },
  fr: ({ account, company }, { count, late }) => {
    const pieces = count === 1 ? '1 document attendu' : `${count} documents attendus`
    return {
      subject: `${company}\u00a0: ${pieces} par ${account}`,
      title: count === 1 ? 'Un document est encore attendu' : `${count} documents sont encore attendus`,
      paragraphs: [
        `${account} attend encore de ${company} ce qui suit${late > 0 ? `, dont ${late} en retard` : ''}\u00a0:`,
      ],
    }
  },
}
