import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { queueMails, renderMail, type NewMail } from '../../platform/mail/index.ts'
import { subjectLine } from './words.ts'
import type { InvitationSettings } from './settings.ts'

/** Why a contact is no help any more. */
export type Matter = 'SILENT' | 'BOUNCED' | 'NOT_ME' | 'DECLINED' | 'NO_ANSWER'

export interface About {
  readonly thirdpartyId: number
  readonly contactId: number
  readonly person: string
  readonly email: string
  readonly matter: Matter
  /** The name of a colleague they gave, empty where they gave an address only; null for nobody. */
  readonly named?: string | null
}

interface Buyer {
  userId: number
  email: string
  language: Language
  account: string
  company: string
  moment: Date
}

/** Tells those who look after third parties, each in their language. */
export async function mailBuyers(
  tx: Tx,
  scope: Scope,
  about: About,
  { publicUrl }: Pick<InvitationSettings, 'publicUrl'>,
): Promise<void> {
  const { thirdpartyId, contactId, matter, person, email, named = null } = about
  const url = `${publicUrl}/app/account/${scope.accountId}/thirdparties/${thirdpartyId}`
  const who = person === '' ? email : `${person} (${email})`
  const mails = (await buyersOf(tx, scope, thirdpartyId)).map((buyer): NewMail => {
    const { language, company, account } = buyer
    const { subject, title, said, next } = words[language](who, company)[matter]
    return {
      dedupeKey: `contact.${matter}:${contactId}:${buyer.moment.getTime()}:${buyer.userId}`,
      template: `contact.${matter.toLowerCase().replaceAll('_', '-')}`,
      recipient: buyer.email,
      language,
      subject: subjectLine(subject),
      ...renderMail({
        language,
        title,
        paragraphs: named === null ? [said, next] : [said, ...namedWords[language](plainName(named))],
        action: { label: open[language], url },
        footer: footer[language](account),
      }),
    }
  })
  await queueMails(tx, scope, mails)
}

/** The managers who see the company; where there are none, the administrators who do. */
async function buyersOf(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<Buyer[]> {
  const { rows } = await sql<Buyer & { manages: boolean }>`
    select u.user_id as "userId", u.email, u.language, a.name as account,
      coalesce(t.name, t.identifier_value) as company, 'MANAGER' = any(m.roles) as manages,
      account_now(a.account_id) as moment
    from membership m
    join app_user u on u.user_id = m.user_id and u.active
    join account a on a.account_id = m.account_id
    join thirdparty t on t.account_id = m.account_id and t.thirdparty_id = ${thirdpartyId}
    where m.account_id = ${accountId} and m.active and m.roles && array['MANAGER', 'ADMIN']
      and member_sees(m.account_id, m.user_id, t.unit_set_id)
    order by u.user_id`.execute(tx)
  const managers = rows.filter(({ manages }) => manages)
  return managers.length > 0 ? managers : rows
}

interface Words {
  subject: string
  title: string
  said: string
  next: string
}

const open: Record<Language, string> = { en: 'Open the third party', fr: 'Ouvrir le tiers' }
const footer: Record<Language, (account: string) => string> = {
  en: (account) => `Sent to those who manage the third parties of ${account}.`,
  fr: (account) => `Envoyé aux personnes qui suivent les tiers de ${account}.`,
}

const nameAnother = {
  en: 'What to do next: add another contact. The invitation is sent automatically as soon as something is requested.',
  fr: 'Ce qu’il faut faire\u00a0: ajoutez un autre contact. L’invitation part automatiquement dès que quelque chose est demandé.',
}

// The address stays out of the mail, where a program would make a link of what a stranger wrote.
const namedWords: Record<Language, (name: string) => string[]> = {
  en: (name) => [
    name === '' ? 'They suggest a colleague instead.' : `They suggest a colleague instead: ${name}.`,
    'What to do next: open the third party and choose “Invite” or “Dismiss” among its contacts. Nothing is sent to this person before then.',
  ],
  fr: (name) => [
    name === ''
      ? 'Un collègue est proposé à sa place.'
      : `Un collègue est proposé à sa place\u00a0: ${name}.`,
    'Ce qu’il faut faire\u00a0: ouvrez le tiers et choisissez «\u00a0Inviter\u00a0» ou «\u00a0Écarter\u00a0» parmi ses contacts. Rien n’est envoyé à cette personne d’ici là.',
  ],
}

/** Letters only: nothing of it can look like an address on the web. */
function plainName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}’'-]+/gu, ' ').trim()
}

const words: Record<Language, (who: string, company: string) => Record<Matter, Words>> = {
  en: (who, company) => ({
    SILENT: {
      subject: `No answer from ${company} after five reminders`,
      title: 'Five reminders, no answer',
      said: `${who}, contact of ${company}, has not responded to our last five reminders, and documents are still missing. We will send no more reminders until they visit the portal or something new is requested.`,
      next: 'What to do next: call them, or add another contact.',
    },
    BOUNCED: {
      subject: `Address refused: a contact of ${company}`,
      title: 'The address of a contact is refused',
      said: `The mail server of ${who}, contact of ${company}, permanently refuses this address. Nothing more will be sent to it.`,
      next: 'What to do next: correct the address, or add another contact.',
    },
    NOT_ME: {
      subject: `Wrong person: a contact of ${company}`,
      title: 'A contact is not the right person',
      said: `${who} says they are not the right person for ${company}. They were removed from its contacts.`,
      next: nameAnother.en,
    },
    DECLINED: {
      subject: `Declined: a contact of ${company}`,
      title: 'A contact declined',
      said: `${who} does not wish to answer for ${company}. They were removed from its contacts.`,
      next: nameAnother.en,
    },
    NO_ANSWER: {
      subject: `Never answered: a contact of ${company}`,
      title: 'A contact never answered',
      said: `${who}, contact of ${company}, has not responded to any of our seven invitations. They were removed from its contacts.`,
      next: nameAnother.en,
    },
  }),
  fr: (who, company) => ({
    SILENT: {
      subject: `Pas de réponse de ${company} après cinq rappels`,
      title: 'Cinq rappels restés sans réponse',
      said: `${who}, contact de ${company}, n’a pas réagi à nos cinq derniers rappels, et des documents manquent toujours. Nous n’enverrons plus de rappel avant une visite de sa part ou une nouvelle demande.`,
      next: 'Ce qu’il faut faire\u00a0: appelez cette personne, ou ajoutez un autre contact.',
    },
    BOUNCED: {
      subject: `Adresse refusée\u00a0: un contact de ${company}`,
      title: 'L’adresse d’un contact est refusée',
      said: `Le serveur de messagerie de ${who}, contact de ${company}, refuse définitivement cette adresse. Plus rien n’y est envoyé.`,
      next: 'Ce qu’il faut faire\u00a0: corrigez l’adresse, ou ajoutez un autre contact.',
    },
    NOT_ME: {
      subject: `Mauvaise personne\u00a0: un contact de ${company}`,
      title: 'Un contact n’est pas la bonne personne',
      said: `${who} indique ne pas être la bonne personne pour ${company}. Ce contact a été retiré.`,
      next: nameAnother.fr,
    },
    DECLINED: {
      subject: `Refus\u00a0: un contact de ${company}`,
      title: 'Un contact ne souhaite pas répondre',
      said: `${who} ne souhaite pas répondre pour ${company}. Ce contact a été retiré.`,
      next: nameAnother.fr,
    },
    NO_ANSWER: {
      subject: `Jamais de réponse\u00a0: un contact de ${company}`,
      title: 'Un contact n’a jamais répondu',
      said: `${who}, contact de ${company}, n’a répondu à aucune de nos sept invitations. Ce contact a été retiré.`,
      next: nameAnother.fr,
    },
  }),
}
