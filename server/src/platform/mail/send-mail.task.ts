import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { Handler } from '../jobs/index.ts'
import type { Scope } from '../kernel/index.ts'
import { DeliveryFault, type MailTransport } from './transport.ts'

/**
 * Sends one mail of the outbox. The only moment that can make two copies is between the relay's word and
 * our commit; both copies then carry the same Message-ID.
 */
export function sendMail(transport: MailTransport): Handler<'mail.send'> {
  return async ({ mailId }, { db, scope, isLastAttempt, log }) => {
    const mail = await db.write(scope, (tx) => claimMail(tx, scope, { mailId, domain: transport.domain }))
    if (!mail) return
    try {
      await transport.send(mail)
    } catch (error) {
      if (!(error instanceof DeliveryFault)) throw error
      const { code, isPermanent } = error
      const status = isPermanent || isLastAttempt ? 'FAILED' : 'QUEUED'
      await db.write(scope, (tx) => settleMail(tx, scope, { mailId, status, last_error: code }))
      if (!isPermanent) throw error
      log.warn({ accountId: scope.accountId, mailId, code }, 'mail refused for good')
      return
    }
    await db.write(scope, (tx) => settleMail(tx, scope, { mailId, status: 'SENT', last_error: null }))
  }
}

/** Counts the attempt and fixes the whole Message-ID before a byte leaves; undefined when already settled. */
function claimMail(tx: Tx, scope: Scope, { mailId, domain }: { mailId: number; domain: string }) {
  return tx
    .updateTable('mail')
    .set((mail) => ({
      attempts: mail('attempts', '+', 1),
      message_id: sql<string>`case when strpos(message_id, '@') > 0 then message_id
        else message_id || '@' || ${domain}::text end`,
    }))
    .where('account_id', '=', scope.accountId)
    .where('mail_id', '=', mailId)
    .where('status', '=', 'QUEUED')
    .returning([
      'message_id as messageId',
      'recipient',
      'language',
      'subject',
      'body_text as text',
      'body_html as html',
    ])
    .executeTakeFirst()
}

interface Settlement {
  mailId: number
  status: 'QUEUED' | 'SENT' | 'FAILED'
  last_error: string | null
}

async function settleMail(tx: Tx, scope: Scope, { mailId, status, last_error }: Settlement): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ status, last_error, ...(status === 'SENT' ? { sent_at: sql<Date>`now()` } : {}) })
    .where('account_id', '=', scope.accountId)
    .where('mail_id', '=', mailId)
    // A slow worker must not reopen what the one that took over has settled.
    .where('status', '=', 'QUEUED')
    .execute()
}
