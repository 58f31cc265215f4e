import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'

/**
 * Blanks every mail of the account to this address, which the caller has brought to its normal form. One that still
 * waits is not sent any more. The row stays: that a mail was sent, and when, is nobody's secret.
 */
export async function eraseMails(tx: Tx, scope: Scope, email: string): Promise<number> {
  const result = await tx
    .updateTable('mail')
    .set({
      recipient: 'erased@erased.invalid',
      subject: '-',
      body_text: '',
      body_html: '',
      status: sql<string>`case when status = 'QUEUED' then 'FAILED' else status end`,
      last_error: sql<string>`case when status = 'QUEUED' then 'ERASED' else last_error end`,
    })
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`lower(recipient) = ${email}`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
