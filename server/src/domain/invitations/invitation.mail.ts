import type { Language } from '../../platform/kernel/index.ts'
import { renderMail, type NewMail, type SecretLink } from '../../platform/mail/index.ts'
import type { Addressee } from './addressees.queries.ts'
import type { RequestedItems } from './requested-items.ts'
import { buildUnsubscribeLinks } from './unsubscribe-token.ts'
import type { InvitationSettings } from './settings.ts'
import { aboutLink, greeting, onBehalf, openSpace, subjectLine } from './words.ts'

export type InvitationKind = 'INVITED' | 'RE_INVITED' | 'RE_INVITED_AUTO'

export interface Invitation {
  readonly kind: InvitationKind
  readonly asked: RequestedItems
  readonly link: SecretLink
  /** Tells one invitation of a person from the next. */
  readonly cause: string
  /** No automatic one follows. */
  readonly last: boolean
}

export function invitationMail(
  scope: { accountId: number },
  to: Addressee,
  invitation: Invitation,
  settings: InvitationSettings,
): NewMail {
  const { kind, asked, link, cause } = invitation
  const { language, contactId } = to
  const { subject, title, paragraphs, closing } = words[language](to, invitation)
  // Somebody who never answers gets it again and again: they may say that they want no more of it.
  const { headers, footerLink } =
    kind === 'RE_INVITED_AUTO'
      ? buildUnsubscribeLinks(scope, to, settings)
      : { headers: {}, footerLink: null }
  return {
    dedupeKey: `contact.invitation:${contactId}:${cause}`,
    template: kind === 'INVITED' ? 'contact.invited' : 'contact.re-invited',
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
      closing: [...closing, aboutLink[language], notYou[language]],
      action: { label: openSpace[language], url: link },
      footer: onBehalf[language](to),
      ...(footerLink && { footerLink }),
    }),
  }
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  closing: string[]
}

const words: Record<Language, (to: Addressee, invitation: Invitation) => Words> = {
  en: ({ account, company }, { kind, asked, last }) => ({
    subject:
      kind === 'INVITED'
        ? `${account} asks for documents from ${company}`
        : `Reminder: ${account} asks for documents from ${company}`,
    title:
      kind === 'INVITED'
        ? `${account} needs documents from ${company}`
        : `${account} is waiting for your answer`,
    paragraphs: [
      `${account} works with ${company}, or is about to, and must make sure that its suppliers meet their obligations. We were given your address as that of the right person to ask.`,
      asked.count === 0
        ? 'Nothing is requested from you for now. Your portal shows what was sent and what will be requested.'
        : 'Here is what is requested, by when, and on what basis:',
    ],
    closing: last
      ? [
          `This is our last message: if we hear nothing from you within 7 days, we will stop writing to you and let ${account} know.`,
        ]
      : [],
  }),
  fr: ({ account, company }, { kind, asked, last }) => ({
    subject:
      kind === 'INVITED'
        ? `${account} demande des documents à ${company}`
        : `Rappel\u00a0: ${account} demande des documents à ${company}`,
    title:
      kind === 'INVITED'
        ? `${account} a besoin de documents de ${company}`
        : `${account} attend votre réponse`,
    paragraphs: [
      `${account} travaille avec ${company}, ou s’apprête à le faire, et doit s’assurer que ses fournisseurs respectent leurs obligations. Votre adresse nous a été donnée comme celle de la bonne personne.`,
      asked.count === 0
        ? 'Rien ne vous est demandé pour l’instant. Votre espace montre ce qui a été envoyé et ce qui sera demandé.'
        : 'Voici ce qui est demandé, pour quand, et à quel titre\u00a0:',
    ],
    closing: last
      ? [
          `C’est notre dernier message\u00a0: sans nouvelles de votre part d’ici 7 jours, nous cesserons de vous écrire et en informerons ${account}.`,
        ]
      : [],
  }),
}

const notYou: Record<Language, string> = {
  en: 'Not the right person? Say so in your portal, and we will not write to you again.',
  fr: 'Vous n’êtes pas la bonne personne\u00a0? Dites-le dans votre espace, et nous ne vous écrirons plus.',
}
