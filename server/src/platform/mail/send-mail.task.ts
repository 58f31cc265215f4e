import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { Handler } from '../jobs/index.ts'
import type { Scope } from '../kernel/index.ts'
import { countMail } from '../metrics/index.ts'
import { fillSecret } from './secret-link.ts'
import { DeliveryFault, WithheldMail, type MailTransport } from './transport.ts'

/** A mail whose recipient the relay refused for good. */
export interface RefusedMail {
  readonly mailId: number
  readonly contactId: number | null
  readonly recipient: string
}

/** In the transaction that settles the mail. */
export type OnRefused = (tx: Tx, scope: Scope, refused: RefusedMail) => Promise<void>

/** What the mailbox shows of a mail that may have arrived twice already: it is not risked a third time. */
const perhapsSent = 'PERHAPS_SENT'
const mostOpenAttempts = 2

/**
 * Sends one mail of the outbox. The only moment that can make two copies is between the relay's word and
 * our commit; both copies then carry the same Message-ID, and there is no third.
 */
export function sendMail(transport: MailTransport, onRefused?: OnRefused): Handler<'mail.send'> {
  return async ({ mailId }, { db, scope, isLastAttempt, log }) => {
    const mail = await db.write(scope, (tx) => claimMail(tx, scope, { mailId, domain: transport.domain }))
    if (!mail) return
    if (mail.openAttempts > mostOpenAttempts) {
      await db.write(scope, async (tx) => {
        const given = { mailId, status: 'FAILED', last_error: perhapsSent, isOpen: true } as const
        if (await settleMail(tx, scope, given)) await forgetSecret(tx, scope, mailId)
      })
      countMail('failed')
      log.warn({ accountId: scope.accountId, mailId }, 'mail has perhaps been sent, and is not sent again')
      return
    }
    try {
      await transport.send({ ...mail, ...fillSecret(mail, mail.secret) })
    } catch (error) {
      if (!(error instanceof DeliveryFault)) throw error
      const { code, isPermanent, isOfRecipient, isUncertain: isOpen } = error
      const { contactId, recipient } = mail
      const isWithheld = error instanceof WithheldMail
      const status = isPermanent || isLastAttempt ? 'FAILED' : 'QUEUED'
      await db.write(scope, async (tx) => {
        const finished = await settleMail(tx, scope, { mailId, status, last_error: code, isOpen })
        if (finished && status === 'FAILED') await forgetSecret(tx, scope, mailId, isWithheld)
        if (finished && isPermanent && isOfRecipient)
          await onRefused?.(tx, scope, { mailId, contactId, recipient })
      })
      countMail(isWithheld ? 'withheld' : isPermanent ? 'refused' : isLastAttempt ? 'failed' : 'retried')
      if (!isPermanent) throw error
      const about = { accountId: scope.accountId, mailId, code }
      if (isWithheld) log.info(about, 'mail withheld: the address is reserved for examples')
      else log.warn(about, 'mail refused for good')
      return
    }
    await db.write(scope, async (tx) => {
      await settleMail(tx, scope, { mailId, status: 'SENT', last_error: null, isOpen: false })
      await forgetSecret(tx, scope, mailId, transport.keepsMails)
    })
    countMail('sent')
  }
}

/** Counts the attempt, as one whose end nobody knows yet, and fixes the whole Message-ID before a byte leaves; undefined when already settled. */
function claimMail(tx: Tx, scope: Scope, { mailId, domain }: { mailId: number; domain: string }) {
  return tx
    .updateTable('mail')
    .set((mail) => ({
      attempts: mail('attempts', '+', 1),
      open_attempts: mail('open_attempts', '+', 1),
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
      'secret',
      'contact_id as contactId',
      'open_attempts as openAttempts',
      sql<Record<string, string>>`headers`.as('headers'),
    ])
    .executeTakeFirst()
}

interface Settlement {
  mailId: number
  status: 'QUEUED' | 'SENT' | 'FAILED'
  last_error: string | null
  /** Nobody knows what came of the attempt. */
  isOpen: boolean
}

/** False when somebody else has settled it. */
async function settleMail(
  tx: Tx,
  scope: Scope,
  { mailId, status, last_error, isOpen }: Settlement,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({
      status,
      last_error,
      ...(!isOpen && { open_attempts: sql<number>`greatest(open_attempts - 1, 0)` }),
      ...(status === 'SENT' ? { sent_at: sql<Date>`account_now(${scope.accountId})` } : {}),
    })
    .where('account_id', '=', scope.accountId)
    .where('mail_id', '=', mailId)
    // A slow worker must not reopen what the one that took over has settled.
    .where('status', '=', 'QUEUED')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Once it has left or failed, our copy opens no door any more: neither to a reader of the mailbox nor of a backup.
 * Sending again makes a new link. Where nothing leaves the house, whoever tries out a sandbox needs the link in it.
 */
async function forgetSecret(
  tx: Tx,
  { accountId }: Scope,
  mailId: number,
  isKeptInSandboxes = false,
): Promise<void> {
  await sql`
    update mail m set secret = null from account a
    where m.account_id = ${accountId} and m.mail_id = ${mailId} and a.account_id = m.account_id
      and m.secret is not null and not (${isKeptInSandboxes} and a.kind = 'SANDBOX')`.execute(tx)
}
