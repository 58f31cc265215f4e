import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'

const summary = [
  'mail_id',
  'template',
  'recipient',
  'language',
  'subject',
  'status',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const

export interface MailsRequest {
  size: number
  offset: number
  /** Only mails written before this one; the walk goes from the newest to the oldest. */
  before: number | null
}

export async function listMails(tx: ReadTx, scope: Scope, { size, offset, before }: MailsRequest) {
  const ofAccount = tx.selectFrom('mail').where('account_id', '=', scope.accountId)
  let page = ofAccount.select(summary).orderBy('mail_id', 'desc').limit(size).offset(offset)
  if (before !== null) page = page.where('mail_id', '<', before)
  const { total } = await ofAccount
    .select((mail) => mail.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: await page.execute(), total }
}

export function getMail(tx: ReadTx, scope: Scope, mailId: number) {
  return tx
    .selectFrom('mail')
    .select([...summary, 'message_id', 'body_text', 'body_html'])
    .where('account_id', '=', scope.accountId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
}
