import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { quotasOf } from '../accounts/index.ts'
import type { InvitationSettings } from './settings.ts'

interface Row {
  invitations: number
  mails: number
  secondsToHour: number
  secondsToDay: number
}

export interface Allowance {
  /** How many of the wanted mails may be written; they are counted. */
  readonly granted: number
  /** Set when fewer mails were granted than requested: the limit that applied, and when it allows more. */
  readonly quota: string
  readonly retrySeconds: number
}

/** One row per account, locked until the mails are written: two senders at once cannot both take the last one. */
export async function takeAllowance(
  tx: Tx,
  { accountId }: Scope,
  settings: InvitationSettings,
  { kind, wanted }: { kind: 'INVITATION' | 'REMINDER'; wanted: number },
): Promise<Allowance> {
  const { rows } = await sql<Row>`
    insert into mail_allowance as m (account_id, hour, day)
    select ${accountId}, date_trunc('hour', moment), (moment at time zone 'UTC')::date
    from account_now(${accountId}) moment
    on conflict (account_id) do update set hour = excluded.hour, day = excluded.day,
      invitations = case when m.hour = excluded.hour then m.invitations else 0 end,
      mails = case when m.day = excluded.day then m.mails else 0 end
    returning invitations, mails,
      ceil(extract(epoch from hour + interval '1 hour' - account_now(account_id)))::int as "secondsToHour",
      ceil(extract(epoch from (day + 1)::timestamp at time zone 'UTC' - account_now(account_id)))::int
        as "secondsToDay"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Account ${accountId} has no count of its mails.`)
  const own = await quotasOf(tx, { accountId })
  const limits = {
    invitationsPerHour: own.INVITATIONS_PER_HOUR ?? settings.limits.invitationsPerHour,
    mailsPerDay: own.CONTACT_MAILS_PER_DAY ?? settings.limits.mailsPerDay,
  }
  const invitations = kind === 'INVITATION'
  const ofHour = invitations ? limits.invitationsPerHour - row.invitations : Infinity
  const ofDay = limits.mailsPerDay - row.mails
  const granted = Math.max(0, Math.min(wanted, ofHour, ofDay))
  await tx
    .updateTable('mail_allowance')
    .set((count) => ({
      mails: count('mails', '+', granted),
      invitations: count('invitations', '+', invitations ? granted : 0),
    }))
    .where('account_id', '=', accountId)
    .execute()
  const byDay = ofDay <= ofHour
  const quota = byDay ? `${limits.mailsPerDay} / 24 h` : `${limits.invitationsPerHour} / h`
  return { granted, quota, retrySeconds: Math.max(1, byDay ? row.secondsToDay : row.secondsToHour) }
}
