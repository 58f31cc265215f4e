import type { Language } from '../../platform/kernel/index.ts'
import type { NewMail } from '../../platform/mail/index.ts'
import {
  askingMail,
  type Addressee,
  type Asking,
  type AskingWords,
  type InvitationSettings,
  type RequestedItems,
} from '../invitations/index.ts'

/** What ends soon, with the last day of each. */
export function expiryMail(
  scope: { accountId: number },
  to: Addressee,
  asking: Asking & { readonly asked: RequestedItems },
  settings: InvitationSettings,
): NewMail {
  return askingMail(scope, to, { ...asking, ...words[to.language](to, asking.asked.count) }, settings)
}

const template = 'contact.expiry'

const words: Record<Language, (to: Addressee, count: number) => AskingWords> = {
  en: ({ account, company }, count) => ({
    template,
    subject: `${company}: ${count === 1 ? 'a document expires' : `${count} documents expire`} soon`,
    title: count === 1 ? 'A document expires soon' : `${count} documents expire soon`,
    paragraphs: [
      `${account} holds documents of ${company} that expire soon. Please send new ones in time, so that ${company} stays compliant:`,
    ],
  }),
  fr: ({ account, company }, count) => ({
    template,
    subject: `${company}\u00a0: ${count === 1 ? 'un document expire' : `${count} documents expirent`} bientôt`,
    title: count === 1 ? 'Un document expire bientôt' : `${count} documents expirent bientôt`,
    paragraphs: [
      `${account} détient des documents de ${company} qui arrivent à échéance. Merci d’envoyer les nouveaux à temps pour que ${company} reste en règle\u00a0:`,
    ],
  }),
}
