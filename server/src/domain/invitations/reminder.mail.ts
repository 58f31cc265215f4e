import type { Language } from '../../platform/kernel/index.ts'
import type { NewMail } from '../../platform/mail/index.ts'
import type { Addressee } from './addressees.queries.ts'
import type { RequestedItems } from './requested-items.ts'
import { askingMail, type Asking, type AskingWords } from './asking.mail.ts'
import type { InvitationSettings } from './settings.ts'

/** What is still missing, late first. */
export function reminderMail(
  scope: { accountId: number },
  to: Addressee,
  asking: Asking & { readonly asked: RequestedItems },
  settings: InvitationSettings,
): NewMail {
  return askingMail(scope, to, { ...asking, ...words[to.language](to, asking.asked) }, settings)
}

const template = 'contact.reminder'

const words: Record<Language, (to: Addressee, requested: RequestedItems) => AskingWords> = {
  en: ({ account, company }, { count, late }) => {
    const pieces = count === 1 ? '1 document' : `${count} documents`
    return {
      template,
      subject: `${company}: ${pieces} still expected by ${account}`,
      title: `${pieces} still expected`,
      paragraphs: [
        `${account} still expects the following from ${company}${late > 0 ? ` (${late} late)` : ''}:`,
      ],
    }
  },
  fr: ({ account, company }, { count, late }) => {
    const pieces = count === 1 ? '1 document attendu' : `${count} documents attendus`
    return {
      template,
      subject: `${company}\u00a0: ${pieces} par ${account}`,
      title: count === 1 ? 'Un document est encore attendu' : `${count} documents sont encore attendus`,
      paragraphs: [
        `${account} attend encore de ${company} ce qui suit${late > 0 ? `, dont ${late} en retard` : ''}\u00a0:`,
      ],
    }
  },
}
