import { sql } from 'kysely'
import { recordOperatorAct, type OperatorAct } from '../../platform/administration/index.ts'
import { withAccount, type ReadTx, type Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { requeueMails } from '../../platform/mail/index.ts'
import { requireAccount } from '../accounts/index.ts'

/** So many of the newest are looked at, however many an account has written. */
export const newestMails = 1_000
const shownRefused = 100

interface DayRow {
  day: string
  waiting: number
  sent: number
  refused: number
}

interface RefusedRow {
  mailId: number
  template: string
  recipient: string
  attempts: number
  fault: string | null
  delivery: string | null
  createdAt: Date
}

/** Never the text, and of the address only enough to tell two apart. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  const end = address.slice(address.lastIndexOf('.'))
  return `${first}…@…${at < 0 || !end.startsWith('.') ? '' : end}`
}

export async function readMailsOfAccount(tx: Tx, accountId: number) {
  await requireAccount(tx, accountId)
  return withAccount(tx, accountId, async () => ({
    days: await countByDay(tx, accountId),
    refused: (await findRefused(tx, accountId)).map((mail) => ({
      ...mail,
      recipient: maskAddress(mail.recipient),
    })),
  }))
}

async function countByDay(tx: ReadTx, accountId: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where status = 'QUEUED')::int as waiting,
      count(*) filter (where status = 'SENT')::int as sent,
      count(*) filter (where status = 'FAILED')::int as refused
    from (select created_at, status from mail where account_id = ${accountId}
      order by mail_id desc limit ${newestMails}) newest
    group by 1 order by 1 desc limit 31`.execute(tx)
  return rows
}

async function findRefused(tx: ReadTx, accountId: number): Promise<RefusedRow[]> {
  const { rows } = await sql<RefusedRow>`
    select mail_id as "mailId", template, recipient, attempts, last_error as fault, delivery,
      created_at as "createdAt"
    from (select * from mail where account_id = ${accountId} order by mail_id desc limit ${newestMails}) newest
    where status = 'FAILED' order by mail_id desc limit ${shownRefused}`.execute(tx)
  return rows
}

/** Those that can be: a link that was forgotten, or an address that refuses, needs a new mail. */
export async function resendMails(
  tx: Tx,
  by: OperatorAct,
  { accountId, mailIds }: { accountId: number; mailIds: readonly number[] },
): Promise<number> {
  await requireAccount(tx, accountId)
  const count = await withAccount(tx, accountId, () => requeueMails(tx, { accountId }, mailIds))
  if (count === 0) return 0
  const waiting = await withAccount(tx, accountId, () =>
    tx
      .selectFrom('mail')
      .select('mail_id')
      .where('account_id', '=', accountId)
      .where('mail_id', 'in', mailIds)
      .where('status', '=', 'QUEUED')
      .execute(),
  )
  // Under the key of its first job: one that still waits is not doubled.
  for (const { mail_id: mailId } of waiting)
    await enqueue(tx, 'mail.send', { accountId, mailId }, { jobKey: `mail:${mailId}` })
  recordOperatorAct(tx, by, { name: 'MAILS_SENT_AGAIN', after: { count }, accountIds: [accountId] })
  return count
}
