import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Day, Language, Scope } from '../../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../../platform/mail/index.ts'
import { contactsOf, issueAccessLinks } from '../../contacts/index.ts'

interface ChangeToTell {
  readonly responseId: number
  readonly thirdpartyId: number
  readonly company: string
  /** Enough to recognise an account, too little to pay to it. */
  readonly ending: string
  /** The day the details in force were accepted: who was a contact then is told now. */
  readonly formerSince: Day
  readonly publicUrl: string
}

/** Whoever would divert payments can add a contact of their own; those who were there before hear of it as well. */
export async function tellFormerContacts(tx: Tx, scope: Scope, change: ChangeToTell): Promise<void> {
  const { responseId, thirdpartyId, formerSince, publicUrl } = change
  const contacts = (await contactsOf(tx, scope, thirdpartyId)).filter(
    ({ state, createdAt }) => state !== 'BOUNCED' && createdAt.slice(0, 10) <= formerSince,
  )
  if (contacts.length === 0) return
  const account = await accountName(tx, scope)
  const contactIds = contacts.map(({ contactId }) => contactId)
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl })
  for (const { contactId, email, language } of contacts) {
    const { subject, label, ...words } = wordsOf[language]({ ...change, account })
    await queueMail(tx, scope, {
      dedupeKey: `bank.changed:${responseId}.${change.ending}:${contactId}`,
      template: 'bank.changed',
      recipient: email,
      language,
      contactId,
      subject: subject.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
      ...renderMail({ language, ...words, action: { label, url: linkOf(contactId) } }),
    })
  }
}

async function accountName(tx: Tx, { accountId }: Scope): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from account where account_id = ${accountId}`.execute(tx)
  return rows[0]?.name ?? ''
}

interface Facts extends Pick<ChangeToTell, 'company' | 'ending'> {
  readonly account: string
}

interface Words {
  readonly subject: string
  readonly title: string
  readonly paragraphs: string[]
  readonly label: string
  readonly footer: string
}

const wordsOf: Record<Language, (facts: Facts) => Words> = {
  en: ({ account, company, ending }) => ({
    subject: `New bank details were sent for ${company}`,
    title: 'New bank details were sent',
    paragraphs: [
      `${account} was given other bank details for ${company}: an account that ends in ${ending}. The present details stay in force until ${account} has checked this with you.`,
      `If your company sent them, there is nothing to do; somebody may call you to make sure.`,
      `If you know nothing of it, tell ${account} at once by phone, on a number you already have. Somebody may be trying to divert your payments.`,
    ],
    label: 'See what was sent',
    footer: `Sent on behalf of ${account} because you are its contact for ${company}.`,
  }),
  fr: ({ account, company, ending }) => ({
    subject: `De nouvelles coordonnées bancaires ont été envoyées pour ${company}`,
    title: 'De nouvelles coordonnées bancaires ont été envoyées',
    paragraphs: [
      `${account} a reçu d’autres coordonnées bancaires pour ${company}\u00a0: un compte qui se termine par ${ending}. Les coordonnées actuelles restent en vigueur tant que ${account} n’a pas vérifié ce changement avec vous.`,
      `Si votre société les a envoyées, vous n’avez rien à faire\u00a0; quelqu’un vous appellera peut-être pour s’en assurer.`,
      `Si vous n’en savez rien, prévenez tout de suite ${account} par téléphone, à un numéro que vous avez déjà. Quelqu’un cherche peut-être à détourner vos paiements.`,
    ],
    label: 'Voir ce qui a été envoyé',
    footer: `Envoyé pour le compte de ${account}, dont vous êtes l’interlocuteur pour ${company}.`,
  }),
}
