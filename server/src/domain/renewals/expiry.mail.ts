import type { Language } from '../../platform/kernel/index.ts'
import { renderMail, type NewMail } from '../../platform/mail/index.ts'
import {
  aboutLink,
  greeting,
  onBehalf,
  openSpace,
  subjectLine,
  unsubscribing,
  type Addressee,
  type Asked,
  type InvitationSettings,
} from '../invitations/index.ts'

export interface ExpiryWarning {
  readonly asked: Asked
  readonly link: string
  /** The account's present day. */
  readonly day: string
}

/** What ends soon, with the last day of each. */
export function expiryMail(
  scope: { accountId: number },
  to: Addressee,
  { asked, link, day }: ExpiryWarning,
  settings: InvitationSettings,
): NewMail {
  const { language, contactId } = to
  const { subject, title, paragraphs } = words[language](to, asked.count)
  const { headers, footerLink } = unsubscribing(scope, to, settings)
  return {
    dedupeKey: `contact.expiry:${contactId}:${day}`,
    template: 'contact.expiry',
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

const words: Record<Language, (to: Addressee, count: number) => Words> = {
  en: ({ account, company }, count) => ({
    subject: `${company}: ${count === 1 ? 'a document expires' : `${count} documents expire`} soon`,
    title: count === 1 ? 'A document expires soon' : `${count} documents expire soon`,
    paragraphs: [
      `${account} holds valid documents of ${company} that end soon. Please send new ones in time, so that ${company} stays in order:`,
    ],
  }),
  fr: ({ account, company }, count) => ({
    subject: `${company}\u00a0: ${count === 1 ? 'un document expire' : `${count} documents expirent`} bientôt`,
    title: count === 1 ? 'Un document expire bientôt' : `${count} documents expirent bientôt`,
    paragraphs: [
      `${account} détient des documents valides de ${company} qui arrivent à échéance. Envoyez les nouveaux à temps pour que ${company} reste en règle\u00a0:`,
    ],
  }),
}
