import { sql } from 'kysely'
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

/** What narrows the list: mails to addresses that begin so, mails of one kind. */
export interface MailFilter {
  recipient?: string
  template?: string
}

export interface MailsRequest {
  size: number
  offset: number
  /** Only mails written before this one; the walk goes from the newest to the oldest. */
  before: number | null
  filter?: MailFilter
}

// Counting is most of what a page costs, and nobody pages through more.
const countCap = 2_000
const recipientKey = sql<string>`recipient collate "C"`
// Behind every address that begins the same.
const afterAll = '\u{10ffff}'

function matching(tx: ReadTx, scope: Scope, { recipient, template }: MailFilter) {
  let found = tx.selectFrom('mail').where('account_id', '=', scope.accountId)
  if (recipient !== undefined) {
    const from = recipient.trim().toLowerCase()
    found = found.where(recipientKey, '>=', from).where(recipientKey, '<', from + afterAll)
  }
  if (template !== undefined) found = found.where('template', '=', template)
  return found
}

export async function listMails(
  tx: ReadTx,
  scope: Scope,
  { size, offset, before, filter = {} }: MailsRequest,
) {
  const found = matching(tx, scope, filter)
  let page = found.select(summary).orderBy('mail_id', 'desc').limit(size).offset(offset)
  if (before !== null) page = page.where('mail_id', '<', before)
  const counting = tx
    .selectFrom(
      found
        .select('mail_id')
        .limit(countCap + 1)
        .as('counted'),
    )
    .select((mail) => mail.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const [{ total }, rows] = await Promise.all([counting, page.execute()])
  return { rows, total: Math.min(total, countCap), totalIsExact: total <= countCap }
}

/** In a sandbox whoever looks may play the recipient; elsewhere nobody but the recipient is shown a way in. */
export function getMail(tx: ReadTx, scope: Scope, mailId: number) {
  const isSandbox = sql<boolean>`exists (select from account a where a.account_id = mail.account_id and a.kind = 'SANDBOX')`
  return tx
    .selectFrom('mail')
    .select([...summary, 'message_id', 'body_text', 'body_html'])
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
