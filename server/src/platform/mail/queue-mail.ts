import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/index.ts'
import { enqueue } from '../jobs/index.ts'
import type { Language, Scope } from '../kernel/index.ts'
import { hasLineBreak, isPlainAddress } from './address.ts'

export interface NewMail {
  /** Names the cause, the recipient and the template: a second mail of the same key is not written. */
  dedupeKey: string
  template: string
  recipient: string
  language: Language
  subject: string
  text: string
  html: string
}

/** Writes a mail to the outbox and queues its sending. Returns null when that mail was already written. */
export async function queueMail(tx: Tx, scope: Scope, mail: NewMail): Promise<number | null> {
  if (hasLineBreak(mail.subject)) throw new Error('The subject of a mail is one line.')
  if (!isPlainAddress(mail.recipient)) throw new Error('A mail has exactly one recipient, a plain address.')
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
      message_id: randomUUID(),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'dedupe_key']).doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  if (!written) return null
  const mailId = written.mail_id
  await enqueue(tx, 'mail.send', { accountId: scope.accountId, mailId }, { jobKey: `mail:${mailId}` })
  return mailId
}
