import { sql } from 'kysely'
import type { ReadTx, Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'

type OfAccount = Pick<Scope, 'accountId'>

export interface WaitingMails {
  mails: number
  /** To how many different addresses. */
  recipients: number
}

export async function countWaitingMails(tx: ReadTx, { accountId }: OfAccount): Promise<WaitingMails> {
  const { rows } = await sql<WaitingMails>`
    select count(*)::int as mails, count(distinct recipient)::int as recipients
    from mail where account_id = ${accountId} and status = 'QUEUED'`.execute(tx)
  return rows[0] ?? { mails: 0, recipients: 0 }
}

interface Dropped {
  readonly mailIds: readonly number[]
  /** For the mailbox: a word of ours. */
  readonly reason: 'DROPPED' | 'RESTORED'
}

/** Mails that shall not leave any more, and open no door either. Returns how many still waited. */
export async function dropMails(tx: Tx, { accountId }: OfAccount, dropped: Dropped): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ status: 'FAILED', last_error: dropped.reason, secret: null })
    .where('account_id', '=', accountId)
    .where('mail_id', '=', (mail) => mail.fn.any(mail.val([...dropped.mailIds])))
    .where('status', '=', 'QUEUED')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

// Where the secret of a link stood; see secret-link.ts.
const mark = '\uE000'

/**
 * Mails that were given up, to be tried again. Not those whose link was forgotten meanwhile, or whose recipient is known
 * not to get them: whoever sent these has to make a new one.
 */
export async function requeueMails(
  tx: Tx,
  { accountId }: OfAccount,
  mailIds: readonly number[],
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ status: 'QUEUED', last_error: null, open_attempts: 0 })
    .where('account_id', '=', accountId)
    .where('mail_id', '=', (mail) => mail.fn.any(mail.val([...mailIds])))
    .where('status', '=', 'FAILED')
    .where('delivery', 'is', null)
    .where('body_text', '!=', '')
    .where(sql<boolean>`(secret is not null or strpos(body_text || body_html, ${mark}) = 0)`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
