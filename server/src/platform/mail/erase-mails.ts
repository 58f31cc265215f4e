import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { html, neutraliseText } from './safe-text.ts'

export interface Erased {
  /** In their normal form. */
  readonly addresses: readonly string[]
  /** Struck out of mails to others. */
  readonly names: readonly string[]
}

/**
 * Blanks every mail of the account to these addresses and returns how many. One that still waits is not sent any
 * more. The row stays: that a mail was sent, and when, is nobody's secret.
 */
export async function eraseMails(tx: Tx, scope: Scope, { addresses, names }: Erased): Promise<number> {
  const result = await tx
    .updateTable('mail')
    .set({
      recipient: 'erased@erased.invalid',
      subject: '-',
      body_text: '',
      body_html: '',
      secret: null,
      headers: '{}',
      status: sql<string>`case when status = 'QUEUED' then 'FAILED' else status end`,
      last_error: sql<string>`case when status = 'QUEUED' then 'ERASED' else last_error end`,
    })
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`lower(recipient) = any(${[...addresses]}::text[])`)
    .executeTakeFirst()
  await strikeOut(tx, scope, [...names, ...addresses])
  return Number(result.numUpdatedRows)
}

async function strikeOut(tx: Tx, scope: Scope, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const variants = words.flatMap((word) => [word, neutraliseText(word)])
  const spellings = new Set(variants.flatMap((word) => [word, html`${word}`.markup]))
  const literal = [...spellings].map((word) => word.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&'))
  // Not in the middle of another word.
  const pattern = `(?<![[:alnum:]])(${literal.join('|')})(?![[:alnum:]])`
  const struckOut = (column: 'subject' | 'body_text' | 'body_html') =>
    sql<string>`regexp_replace(${sql.ref(column)}, ${pattern}, '…', 'gi')`
  await tx
    .updateTable('mail')
    .set({
      subject: struckOut('subject'),
      body_text: struckOut('body_text'),
      body_html: struckOut('body_html'),
    })
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`(subject || ' ' || body_text || ' ' || body_html) ~* ${pattern}`)
    .execute()
}
