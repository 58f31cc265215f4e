import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { queueMails, type NewMail } from '../../platform/mail/index.ts'
import { screeningSettings } from '../screening/index.ts'
import { alertKinds, type AlertKind } from './alert-kinds.ts'
import { composeAlertMail, mostCounted } from './alert.mail.ts'
import { alertColumns, type AlertRow } from './alerts.queries.ts'
import { channelOf, type MailedChannel } from './next-slot.ts'
import type { AlertMailSettings } from './unsubscribe-links.ts'

const peopleAtOnce = 50
/** More are counted, not told: nobody reads a longer mail. */
const mostTold = 30

/** Writes the mails that are due into the outbox, and says so in the same transaction. */
export const sendMailings =
  (settings: AlertMailSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    for (let taken = peopleAtOnce; taken === peopleAtOnce;) {
      signal?.throwIfAborted()
      taken = await db.write(scope, (tx) => sendDue(tx, scope, settings))
    }
  }

interface Due {
  readonly userId: number
  readonly channel: number
  readonly after: number
  readonly account: string
  readonly email: string
  readonly language: Language
  readonly active: boolean
  readonly mails: boolean
  readonly allUnits: boolean
  readonly sets: number[]
  readonly seesHits: boolean
  readonly readThrough: number
}

async function sendDue(tx: Tx, scope: Scope, settings: AlertMailSettings): Promise<number> {
  const due = await takeDue(tx, scope)
  // Somebody suspended finds it all in the page when they are back.
  const written = due.filter(({ active, mails }) => active && mails)
  const chosen = await chooseAlerts(tx, scope, written)
  const rows = await readAlerts(tx, scope, [...new Set(chosen.flatMap(({ told }) => told))])
  const mails = chosen
    .filter(({ total }) => total > 0)
    .map(({ one, told, total }): NewMail => {
      const alerts = told.flatMap((id) => rows.get(id) ?? [])
      const channel = channelOf(one.channel) as MailedChannel
      return composeAlertMail({ accountId: scope.accountId, ...one, channel, alerts, total }, settings)
    })
  await queueMails(tx, scope, mails)
  await settleMailings(tx, scope, due)
  return due.length
}

async function takeDue(tx: Tx, scope: Scope): Promise<Due[]> {
  const { accountId } = scope
  const { readersSeeHits } = await screeningSettings(tx, scope)
  const { rows } = await sql<Due>`
    select d.user_id as "userId", d.channel::int as channel, d.after_id as after, a.name as account, u.email, u.language,
      m.active and u.active as active, coalesce(p.mails, true) as mails, m.all_units as "allUnits",
      unit_sets_of(${accountId}, array(select mu.unit_id from membership_unit mu
        where mu.account_id = ${accountId} and mu.user_id = d.user_id)) as sets,
      ${readersSeeHits}::boolean or m.roles && array['ADMIN', 'MANAGER', 'REVIEWER']
        or ('AUDITOR' = any(m.roles) and m.all_units) as "seesHits",
      coalesce(p.read_through, 0) as "readThrough"
    from alert_mailing d
    join account a on a.account_id = d.account_id
    join membership m on m.account_id = d.account_id and m.user_id = d.user_id
    join app_user u on u.user_id = d.user_id
    left join alert_person p on p.account_id = d.account_id and p.user_id = d.user_id
    where d.account_id = ${accountId} and d.due_at <= account_now(${accountId})
    order by d.due_at, d.user_id limit ${peopleAtOnce} for update of d skip locked`.execute(tx)
  return rows
}

interface Waiting {
  readonly alertId: number
  readonly kind: AlertKind
  /** Null for what concerns the whole account. */
  readonly unitSetId: number | null
}

interface Chosen {
  readonly one: Due
  /** The gravest, then the newest. */
  readonly told: readonly number[]
  readonly total: number
}

/**
 * What each of them has not read yet and may see now. People share most alerts: those are read once for all. Each
 * question is asked by itself: right after a busy minute the database knows nothing of its new rows, and would read all
 * alerts for each of them.
 */
async function chooseAlerts(tx: ReadTx, scope: Scope, due: readonly Due[]): Promise<Chosen[]> {
  const newest: number[][] = []
  for (const one of due) newest.push(await newestFor(tx, scope, one))
  const known = await waitingAlerts(tx, scope, [...new Set(newest.flat())])
  return due.map((one, nth) => {
    const isSeen = ({ kind, unitSetId }: Waiting) =>
      (one.allUnits || (unitSetId !== null && one.sets.includes(unitSetId))) &&
      (one.seesHits || kind !== 'LIST_HIT')
    const seen = (newest[nth] ?? []).flatMap((id) => known.get(id) ?? []).filter(isSeen)
    const rank = ({ kind }: Waiting) => alertKinds.indexOf(kind)
    const told = seen.toSorted((a, b) => rank(a) - rank(b) || b.alertId - a.alertId).slice(0, mostTold)
    return { one, told: told.map(({ alertId }) => alertId), total: seen.length }
  })
}

async function newestFor(
  tx: ReadTx,
  { accountId }: Scope,
  { userId, channel, after, readThrough }: Due,
): Promise<number[]> {
  const { rows } = await sql<{ alertId: number }>`
    select r.alert as "alertId" from alert_recipient r
    where r.account_id = ${accountId} and r.person = ${userId} and r.alert > ${Math.max(after, readThrough)}
      and r.channel = ${channel}::smallint and r.read_at is null
    order by r.alert desc limit ${mostCounted}`.execute(tx)
  return rows.map(({ alertId }) => alertId)
}

/** Without those of companies that are put away. */
async function waitingAlerts(
  tx: ReadTx,
  { accountId }: Scope,
  alertIds: readonly number[],
): Promise<Map<number, Waiting>> {
  const { rows } = await sql<Waiting>`
    with found as materialized (
      select f.alert_id, f.kind, f.thirdparty_id from alert f
      where f.account_id = ${accountId} and f.alert_id = any(${[...alertIds]}::bigint[]))
    select f.alert_id as "alertId", f.kind, t.unit_set_id as "unitSetId" from found f
    left join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = f.thirdparty_id
    where t.archived_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.alertId, row]))
}

async function readAlerts(
  tx: ReadTx,
  { accountId }: Scope,
  alertIds: readonly number[],
): Promise<Map<number, AlertRow>> {
  const { rows } = await sql<AlertRow>`
    select ${alertColumns} from alert a
    where a.account_id = ${accountId} and a.alert_id = any(${[...alertIds]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.alertId, row]))
}

/** All that was there is told, read or not for their eyes any more; only of the suspended nothing is. */
async function settleMailings(tx: Tx, { accountId }: Scope, due: readonly Due[]): Promise<void> {
  const rows = due.map(({ userId, channel, active }) => ({ userId, channel, active }))
  await sql`
    update alert_mailing d set due_at = null,
      after_id = case when g.active then greatest(d.after_id, latest.id) else d.after_id end,
      sent_at = case when g.active then account_now(${accountId}) else d.sent_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("userId" bigint, channel smallint, active boolean),
      (select coalesce(max(alert_id), 0) as id from alert where account_id = ${accountId}) latest
    where d.account_id = ${accountId} and d.user_id = g."userId" and d.channel = g.channel`.execute(tx)
}
