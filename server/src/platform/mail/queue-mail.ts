import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import { enqueue, enqueueMany } from '../jobs/index.ts'
import type { Language, Scope } from '../kernel/index.ts'
import { hasLineBreak, isPlainAddress } from './safe-text.ts'

export interface NewMail {
  /** Names the cause, the recipient and the template: a second mail of the same key is not written. */
  dedupeKey: string
  template: string
  recipient: string
  language: Language
  subject: string
  text: string
  html: string
  /** Of the link in it, as `renderMail` gives it. */
  secret?: string | null
  /** The contact it is written to: whoever looks after contacts hears when the address is refused for good. */
  contactId?: number
  /** Beyond the ordinary ones. */
  headers?: Readonly<Record<string, string>>
}

/** Writes a mail to the outbox and queues its sending. Returns null when that mail was already written. */
export async function queueMail(
  tx: Tx,
  scope: Pick<Scope, 'accountId'>,
  mail: NewMail,
): Promise<number | null> {
  requireSound(mail)
  const written = await tx
    .insertInto('mail')
    .values({
      account_id: scope.accountId,
      dedupe_key: mail.dedupeKey,
      template: mail.template,
      recipient: mail.recipient,
      language: mail.language,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      secret: mail.secret ?? null,
      message_id: newMessageId(scope.accountId),
      headers: JSON.stringify(mail.headers ?? {}),
      contact_id: mail.contactId ?? null,
      created_at: sql<Date>`account_now(${scope.accountId})`,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'dedupe_key']).doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  if (!written) return null
  const mailId = written.mail_id
  await enqueue(tx, 'mail.send', { accountId: scope.accountId, mailId }, { jobKey: `mail:${mailId}` })
  return mailId
}

/** The same for many at once, in two statements. Returns how many were written. */
export async function queueMails(tx: Tx, scope: Scope, mails: readonly NewMail[]): Promise<number> {
  if (mails.length === 0) return 0
  const { accountId } = scope
  for (const mail of mails) requireSound(mail)
  const rows = mails.map((mail) => ({
    headers: {},
    contactId: null,
    secret: null,
    ...mail,
    messageId: newMessageId(accountId),
  }))
  const { rows: written } = await sql<{ mailId: number }>`
    insert into mail (account_id, dedupe_key, template, recipient, language, subject, body_text, body_html,
      secret, message_id, headers, contact_id, created_at)
    select ${accountId}, r."dedupeKey", r.template, r.recipient, r.language, r.subject, r.text, r.html,
      r.secret, r."messageId", r.headers, r."contactId", account_now(${accountId})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("dedupeKey" text, template text, recipient text,
      language text, subject text, text text, html text, secret text, "messageId" text, headers jsonb, "contactId" bigint)
    on conflict (account_id, dedupe_key) do nothing returning mail_id as "mailId"`.execute(tx)
  const jobs = written.map(({ mailId }) => ({ accountId, mailId }))
  await enqueueMany(tx, 'mail.send', jobs, { startMs: 0, everyMs: 0, priority: 0 })
  return written.length
}

function requireSound({ subject, recipient, headers = {} }: NewMail): void {
  if (hasLineBreak(subject)) throw new Error('The subject of a mail is one line.')
  if (!isPlainAddress(recipient)) throw new Error('A mail has exactly one recipient, a plain address.')
  if (Object.values(headers).some(hasLineBreak)) throw new Error('A header of a mail is one line.')
}

const messageIdShape = /^<?([0-9a-f-]{36}\.(\d{1,15})@[^\s<>@]{1,255})>?$/

/** Names the account: whoever reports on a mail knows nothing else of it. The sender adds the domain. */
const newMessageId = (accountId: number): string => `${randomUUID()}.${accountId}`

/** A Message-ID as a relay writes it, with or without its brackets; null for one that we cannot have made. */
export function readMessageId(text: string): { messageId: string; accountId: number } | null {
  const [, messageId, account] = messageIdShape.exec(text.trim()) ?? []
  return messageId === undefined ? null : { messageId, accountId: Number(account) }
}
