import { sql } from 'kysely'
import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'

export const mailSummary = [
  'mail_id',
  'template',
  'recipient',
  'language',
  'subject',
  'status',
  'attempts',
  'last_error',
  'delivery',
  'created_at',
  'sent_at',
] as const

/** In a sandbox whoever looks may play the recipient; elsewhere nobody but the recipient is shown a way in. */
export function getMail(tx: ReadTx, scope: Scope, mailId: number) {
  const isSandbox = sql<boolean>`exists (select from account a where a.account_id = mail.account_id and a.kind = 'SANDBOX')`
  return tx
    .selectFrom('mail')
    .select([...mailSummary, 'message_id', 'body_text', 'body_html'])
    .select(sql<string | null>`case when ${isSandbox} then secret end`.as('secret'))
    .where('account_id', '=', scope.accountId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
}

export type MailState = 'QUEUED' | 'SENT' | 'FAILED'

/** What became of mails, by the keys they were written under; one that was not written is not there. */
export async function mailStates(
  tx: ReadTx,
  { accountId }: Scope,
  dedupeKeys: readonly string[],
): Promise<Map<string, MailState>> {
  if (dedupeKeys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('mail')
    .select(['dedupe_key', 'status'])
    .where('account_id', '=', accountId)
    .where('dedupe_key', 'in', dedupeKeys)
    .execute()
  return new Map(rows.map(({ dedupe_key, status }) => [dedupe_key, status as MailState]))
}
