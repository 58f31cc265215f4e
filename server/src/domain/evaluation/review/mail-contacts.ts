import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Language, Scope, Theme } from '../../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../../platform/mail/index.ts'
import { contactsOf, issueAccessLinks } from '../../contacts/index.ts'
import { isAskedOutside } from '../status/answerer.ts'
import type { HeldResponse } from '../status/hold-response.ts'

export interface Names {
  readonly account: string
  readonly company: string
  readonly document: Record<Language, string>
}

export interface Words {
  readonly subject: string
  readonly title: string
  readonly paragraphs: string[]
  readonly label: string
  readonly footer: string
}

interface AnswerMail {
  readonly template: string
  /** Names the cause: nobody hears of the same one twice. */
  readonly cause: string
  readonly publicUrl: string
  readonly words: Record<Language, (names: Names) => Words>
}

/** Writes to those of the third party who answer for the theme of a document, each in their language. */
export async function mailContacts(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  { template, cause, publicUrl, words }: AnswerMail,
): Promise<'SENT' | 'NO_CONTACT' | 'NOT_SHARED'> {
  const { outside, theme, ...names } = await factsFor(tx, scope, held)
  if (!outside) return 'NOT_SHARED'
  const contacts = (await contactsOf(tx, scope, held.document.thirdpartyId)).filter(
    ({ state, themes }) => state !== 'BOUNCED' && (themes.length === 0 || themes.includes(theme)),
  )
  if (contacts.length === 0) return 'NO_CONTACT'
  const contactIds = contacts.map(({ contactId }) => contactId)
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl })
  for (const { contactId, email, language } of contacts) {
    const { subject, title, paragraphs, label, footer } = words[language](names)
    const action = { label, url: linkOf(contactId) }
    await queueMail(tx, scope, {
      dedupeKey: `${template}:${cause}:${contactId}`,
      template,
      recipient: email,
      language,
      contactId,
      subject: subject.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
      ...renderMail({ language, title, paragraphs, action, footer }),
    })
  }
  return 'SENT'
}

async function factsFor(tx: Tx, scope: Scope, { document }: HeldResponse) {
  const { rows } = await sql<Names & { theme: Theme; outside: boolean }>`
    select a.name as account, coalesce(t.name, t.identifier_value) as company, v.definition -> 'name' as document,
      v.definition ->> 'theme' as theme, ${isAskedOutside('c')} as outside
    from account a
    join document c on c.account_id = a.account_id and c.document_id = ${document.documentId}
    join thirdparty t on t.account_id = a.account_id and t.thirdparty_id = ${document.thirdpartyId}
    join document_type_version v on v.account_id = a.account_id and v.code = c.code
      and v.type_version = c.type_version
    where a.account_id = ${scope.accountId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Document ${document.documentId} is held and has no type.`)
  return facts
}
