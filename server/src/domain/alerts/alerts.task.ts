import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { enqueueForAccount, type Handler, type Handlers } from '../../platform/jobs/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { cleanAlerts } from './clean-alerts.ts'
import { makeAlerts } from './make-alerts.ts'
import { sendMailings } from './send-mailings.ts'
import { tellChannels, type ChannelDeps } from './tell-channels.ts'
import type { AlertMailSettings } from './unsubscribe-links.ts'

interface AlertTaskDeps {
  readonly accountIds: (db: Db) => Promise<number[]>
  /** Without them nobody is written to. */
  readonly mails: AlertMailSettings | null
  /** Without them no room is told. */
  readonly rooms: ChannelDeps | null
}

type AlertTasks = 'alerts.run' | 'alerts.run-account' | 'alerts.clean'

/** Every minute: what happened becomes alerts, and what is due leaves. */
export function alertTasks({ accountIds, mails, rooms }: AlertTaskDeps): Pick<Handlers, AlertTasks> {
  const runAccount: Handler<'alerts.run-account'> = async (_payload, { db, scope, signal }) => {
    await makeAlerts(db, scope, signal)
    if (mails) await sendMailings(mails)(db, scope, signal)
    if (mails && rooms) await tellChannels(rooms, mails.publicUrl)(db, scope, signal)
  }
  return {
    'alerts.run': async (_payload, { db, signal }) => {
      for (const accountId of await accountIds(db)) {
        signal.throwIfAborted()
        if (!(await hasWork(db, accountId))) continue
        await db.write(wholeAccount(accountId), (tx) =>
          enqueueForAccount(tx, 'alerts.run-account', accountId),
        )
      }
    },
    'alerts.run-account': runAccount,
    'alerts.clean': async (_payload, { db, signal }) => {
      for (const accountId of await accountIds(db)) await cleanAlerts(db, jobOf(accountId), signal)
    },
  }
}

const jobOf = (accountId: number) => ({
  ...wholeAccount(accountId),
  actor: { type: 'JOB' as const, id: null, name: 'alerts.clean' },
})

/** One look at a few indexes, so that an account where nothing happens costs next to nothing. */
async function hasWork(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await db.read(wholeAccount(accountId), (tx) =>
    sql<{ found: boolean }>`
      select coalesce(h.seq, 0) > coalesce(p.event_seq, 0) or coalesce(c.seq, 0) > coalesce(p.change_seq, 0)
        or p.watched_on is null or p.watched_on < (n.now at time zone 'UTC')::date
        or exists (select from alert_mailing m where m.account_id = ${accountId} and m.due_at <= n.now)
        or exists (select from alert_channel l where l.account_id = ${accountId} and l.due_at <= n.now) as found
      from (select account_now(${accountId}) as now) n
      left join alert_position p on p.account_id = ${accountId}
      left join journal_head h on h.account_id = ${accountId}
      left join screening_change_head c on c.account_id = ${accountId}`.execute(tx),
  )
  return rows[0]?.found ?? false
}
