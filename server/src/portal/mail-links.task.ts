import { sql } from 'kysely'
import { issueAccessLink } from '../domain/contacts/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Handler } from '../platform/jobs/index.ts'
import { jobScope, type Language, type Scope } from '../platform/kernel/index.ts'
import { queueMail, renderMail } from '../platform/mail/index.ts'

interface Addressee {
  email: string
  language: Language
  account: string
  company: string
}

/** Impatience is met with one mail in this time. */
const mailEveryMs = 5 * 60_000

/** Sends each of these people a new way in, in their language. */
export const mailAccessLinks =
  ({ publicUrl }: { readonly publicUrl: string }): Handler<'portal.links'> =>
  async ({ contacts }, { db, clock, signal }) => {
    const slot = Math.floor(clock.now().getTime() / mailEveryMs)
    for (const { accountId, contactId } of contacts) {
      signal.throwIfAborted()
      const scope = jobScope(accountId, 'portal.links')
      const dedupeKey = `portal.link:${slot}:${contactId}`
      await db.write(scope, (tx) => mailLink(tx, scope, { contactId, publicUrl, dedupeKey }))
    }
  }

async function mailLink(
  tx: Tx,
  scope: Scope,
  { contactId, publicUrl, dedupeKey }: { contactId: number; publicUrl: string; dedupeKey: string },
): Promise<void> {
  const { rows } = await sql<Addressee>`
    select c.email, c.language, a.name as account, coalesce(t.name, t.identifier_value) as company
    from contact c
    join account a on a.account_id = c.account_id
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id
    where c.account_id = ${scope.accountId} and c.contact_id = ${contactId} and c.deleted_at is null
      and c.bounced_at is null
      and not exists (
        select from mail m where m.account_id = c.account_id and m.dedupe_key = ${dedupeKey})`.execute(tx)
  const [to] = rows
  if (!to) return
  const url = await issueAccessLink(tx, scope, { contactId, publicUrl })
  const { language } = to
  const { subject, label, ...said } = words[language](to)
  await queueMail(tx, scope, {
    dedupeKey,
    template: 'portal.link',
    recipient: to.email,
    language,
    contactId,
    subject: subject.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
    ...renderMail({ language, ...said, action: { label, url } }),
  })
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  label: string
  footer: string
}

const words: Record<Language, (to: Addressee) => Words> = {
  en: ({ account, company }) => ({
    subject: `Your access to the requests of ${account}`,
    title: 'Your new access link',
    paragraphs: [
      `You asked for a new link to answer the requests ${account} has made to ${company}.`,
      'It works once and for 14 days. If you did not ask for it, nothing needs to be done: nobody but you has received it.',
    ],
    label: 'Open my requests',
    footer: `Sent on behalf of ${account} because you are its contact for ${company}.`,
  }),
  fr: ({ account, company }) => ({
    subject: `Votre accès aux demandes de ${account}`,
    title: 'Votre nouveau lien d’accès',
    paragraphs: [
      `Vous avez demandé un nouveau lien pour répondre aux demandes que ${account} a adressées à ${company}.`,
      'Il fonctionne une seule fois, pendant 14 jours. Si vous ne l’avez pas demandé, vous n’avez rien à faire\u00a0: personne d’autre que vous ne l’a reçu.',
    ],
    label: 'Ouvrir mes demandes',
    footer: `Envoyé pour le compte de ${account}, dont vous êtes l’interlocuteur pour ${company}.`,
  }),
}
