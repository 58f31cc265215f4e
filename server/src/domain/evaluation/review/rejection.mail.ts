import type { Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { HeldResponse } from '../status/hold-response.ts'
import { mailContacts, type Names, type Words } from './mail-contacts.ts'

interface Told {
  readonly comment: string | null
  /** It had been accepted before. */
  readonly revoked: boolean
  readonly publicUrl: string
}

/** Tells the contacts what is wrong and what to do. */
export function mailRejection(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  told: Told,
): Promise<'SENT' | 'NO_CONTACT' | 'NOT_SHARED'> {
  return mailContacts(tx, scope, held, {
    template: 'response.rejected',
    cause: String(held.responseId),
    publicUrl: told.publicUrl,
    words: { en: (names) => english(names, told), fr: (names) => french(names, told) },
  })
}

const english = ({ account, company, document }: Names, { comment, revoked }: Told): Words => ({
  subject: `To be sent again: ${document.en}`,
  title: 'A document must be sent again',
  paragraphs: [
    revoked
      ? `${account} no longer accepts the document “${document.en}” of ${company}, which it had accepted before.`
      : `${account} could not accept the document “${document.en}” of ${company}.`,
    comment ? `Reason given:\n${comment}` : 'No further reason was given.',
    `What to do next: prepare a document that answers this remark and send it from your space, which the button below opens without a password (once, within 14 days). Your file stays incomplete until then.`,
  ],
  label: 'Send it again',
  footer: `Sent on behalf of ${account} because you are its contact for ${company}.`,
})

const french = ({ account, company, document }: Names, { comment, revoked }: Told): Words => ({
  subject: `À renvoyer\u00a0: ${document.fr}`,
  title: 'Un document est à renvoyer',
  paragraphs: [
    revoked
      ? `${account} n’accepte plus le document «\u00a0${document.fr}\u00a0» de ${company}, qui avait été accepté auparavant.`
      : `${account} n’a pas pu accepter le document «\u00a0${document.fr}\u00a0» de ${company}.`,
    comment ? `Motif indiqué\u00a0:\n${comment}` : 'Aucun autre motif n’a été indiqué.',
    `Ce qu’il faut faire\u00a0: préparez un document qui répond à cette remarque et envoyez-le depuis votre espace, que le bouton ci-dessous ouvre sans mot de passe (une fois, dans les 14 jours). Votre dossier reste incomplet d’ici là.`,
  ],
  label: 'Renvoyer le document',
  footer: `Envoyé pour le compte de ${account}, dont vous êtes l’interlocuteur pour ${company}.`,
})
