import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../platform/mail/index.ts'
import { contactsOf, issueAccessLinks } from '../contacts/index.ts'
import type { Theme } from '../documents/index.ts'
import type { HeldResponse } from './hold-response.ts'

interface Told {
  readonly comment: string | null
  /** It had been accepted before. */
  readonly revoked: boolean
  readonly publicUrl: string
}

interface Names {
  account: string
  company: string
  document: Record<Language, string>
  theme: Theme
}

/** Tells those of the third party who answer for its theme, each in their language, what is wrong and what to do. */
export async function mailRejection(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  told: Told,
): Promise<'SENT' | 'NO_CONTACT'> {
  const names = await namesFor(tx, scope, held)
  const contacts = (await contactsOf(tx, scope, held.document.thirdpartyId)).filter(
    ({ state, themes }) => state !== 'BOUNCED' && (themes.length === 0 || themes.includes(names.theme)),
  )
  if (contacts.length === 0) return 'NO_CONTACT'
  const contactIds = contacts.map(({ contactId }) => contactId)
  const links = await issueAccessLinks(tx, scope, { contactIds, publicUrl: told.publicUrl })
  for (const { contactId, email, language } of contacts) {
    const { subject, title, paragraphs, label, footer } = words[language](names, told)
    const action = { label, url: links.get(contactId) ?? '' }
    await queueMail(tx, scope, {
      dedupeKey: `response.rejected:${held.responseId}:${contactId}`,
      template: 'response.rejected',
      recipient: email,
      language,
      contactId,
      subject: subject.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
      ...renderMail({ language, title, paragraphs, action, footer }),
    })
  }
  return 'SENT'
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  label: string
  footer: string
}

const words: Record<Language, (names: Names, told: Told) => Words> = {
  en: ({ account, company, document }, { comment, revoked }) => ({
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
  }),
  fr: ({ account, company, document }, { comment, revoked }) => ({
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
  }),
}

async function namesFor(tx: Tx, scope: Scope, { document }: HeldResponse): Promise<Names> {
  const { rows } = await sql<Names>`
    select a.name as account, coalesce(t.name, t.identifier_value) as company, v.definition -> 'name' as document,
      v.definition ->> 'theme' as theme
    from account a
    join thirdparty t on t.account_id = a.account_id and t.thirdparty_id = ${document.thirdpartyId}
    join document_type_version v on v.account_id = a.account_id and v.code = ${document.code}
      and v.type_version = ${document.typeVersion}
    where a.account_id = ${scope.accountId}`.execute(tx)
  const [names] = rows
  if (!names) throw new Error(`Document ${document.documentId} is held and has no type.`)
  return names
}
