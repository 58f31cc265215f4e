import { sql } from 'kysely'
import type { ReadTx, Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import type { RefusedMail } from './send-mail.task.ts'

/** From the least to the gravest: a mail may be late, arrive, come back all the same, and be complained about. */
export const deliveryKinds = ['DELAYED', 'DELIVERED', 'BOUNCED', 'COMPLAINED'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** The relay's clock may be behind ours by so much. */
const clockSlackMinutes = 5

export async function findMessage(
  tx: ReadTx,
  { accountId }: Scope,
  messageId: string,
): Promise<{ mailId: number }[]> {
  return tx
    .selectFrom('mail')
    .select('mail_id as mailId')
    .where('account_id', '=', accountId)
    .where('message_id', '=', messageId)
    .execute()
}

/** The last mail before that moment to each person of this address: somebody may answer for several companies. */
export async function findLastMails(
  tx: ReadTx,
  { accountId }: Scope,
  { recipient, at }: { recipient: string; at: Date },
): Promise<{ mailId: number }[]> {
  const { rows } = await sql<{ mailId: number }>`
    select distinct on (m.contact_id) m.mail_id as "mailId"
    from account a join mail m on m.account_id = a.account_id
    where a.account_id = ${accountId} and m.recipient collate "C" = ${recipient} and m.sent_at is not null
      and m.sent_at - make_interval(secs => a.clock_offset_ms / 1000.0)
        <= ${at}::timestamptz + make_interval(mins => ${clockSlackMinutes}::int)
    order by m.contact_id, m.mail_id desc`.execute(tx)
  return rows
}

interface Delivery {
  readonly mailId: number
  readonly kind: DeliveryKind
  readonly at: Date
  /** Of a bounce, never its sentence: that may quote the recipient. */
  readonly code: string
}

/** Undefined when as much, or worse, is known of it. */
export function noteDelivery(
  tx: Tx,
  { accountId }: Scope,
  { mailId, kind, at, code }: Delivery,
): Promise<RefusedMail | undefined> {
  const lesser = deliveryKinds.slice(0, deliveryKinds.indexOf(kind))
  return tx
    .updateTable('mail')
    .set({
      delivery: kind,
      delivery_at: at,
      ...(kind === 'BOUNCED' ? { status: 'FAILED', last_error: code, secret: null } : {}),
    })
    .where('account_id', '=', accountId)
    .where('mail_id', '=', mailId)
    .where((mail) =>
      mail.or([mail('delivery', 'is', null), mail('delivery', '=', mail.fn.any(mail.val(lesser)))]),
    )
    .returning(['mail_id as mailId', 'contact_id as contactId', 'recipient'])
    .executeTakeFirst()
}
