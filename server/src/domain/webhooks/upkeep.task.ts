import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { wholeAccount, jobScope, type Scope } from '../../platform/kernel/index.ts'
import { enqueueDelivery, enqueueFanOut } from './enqueue-delivery.ts'

interface UpkeepDeps {
  readonly accountIds: (db: Db) => Promise<number[]>
}

/** Left behind for this long, something has lost its job. */
const overdueMs = 120_000

/**
 * A net below the jobs, should one have failed too often: endpoints that are behind the journal, or have deliveries
 * that nobody sends, get theirs again.
 */
export const sweepWebhooks =
  ({ accountIds }: UpkeepDeps): Handler<'webhooks.sweep'> =>
  async (_payload, { db, clock, signal }) => {
    const edge = new Date(clock.now().getTime() - overdueMs)
    for (const accountId of await accountIds(db)) {
      signal.throwIfAborted()
      const scope = jobScope(accountId, 'webhooks.sweep')
      const late = await lateEndpoints(db, scope, edge)
      if (late.length === 0) continue
      await db.write(scope, async (tx) => {
        for (const endpointId of late) await enqueueDelivery(tx, scope, endpointId)
        await enqueueFanOut(tx, scope)
      })
    }
  }

async function lateEndpoints(db: Db, { accountId }: Scope, edge: Date): Promise<number[]> {
  const { rows } = await db.read(wholeAccount(accountId), (tx) =>
    sql<{ endpointId: number }>`
      select w.endpoint_id as "endpointId" from webhook_endpoint w
      left join journal_head h on h.account_id = w.account_id
      left join administration_head a on a.account_id = w.account_id
      left join screening_change_head s on s.account_id = w.account_id
      where w.account_id = ${accountId} and w.state = 'ACTIVE' and w.deleted_at is null and (
        ('EVENTS' = any(w.classes) and w.cursor_seq < h.seq)
        or ('ADMINISTRATION' = any(w.classes) and w.administration_cursor < a.seq)
        or ('SCREENING' = any(w.classes) and w.screening_cursor < s.seq)
        or exists (
          select from webhook_delivery d where d.account_id = ${accountId} and d.endpoint_id = w.endpoint_id
            and d.next_attempt_at < ${edge}::timestamptz))`.execute(tx),
  )
  return rows.map(({ endpointId }) => endpointId)
}

const stride = 5_000

/** Ends the log after its days, and what is left of deleted endpoints. What still waits stays. */
export const purgeWebhooks =
  ({ accountIds, logDays }: UpkeepDeps & { logDays: number }): Handler<'webhooks.purge'> =>
  async (_payload, { db, clock, signal }) => {
    const edge = new Date(clock.now().getTime() - logDays * 86_400_000)
    for (const accountId of await accountIds(db)) {
      const deletedEndpoints = sql`select endpoint_id from webhook_endpoint
        where account_id = ${accountId} and deleted_at is not null`
      for (const [table, key, over] of [
        ['webhook_attempt', 'attempt_id', sql`started_at < ${edge}::timestamptz`],
        ['webhook_delivery', 'delivery_id', sql`settled_at < ${edge}::timestamptz`],
        ['webhook_delivery', 'delivery_id', sql`endpoint_id in (${deletedEndpoints})`],
        ['webhook_endpoint', 'endpoint_id', sql`deleted_at is not null`],
      ] as const) {
        const remove = removal(accountId, sql.table(table), sql.ref(key), over)
        for (let removed = stride; removed === stride;) {
          signal.throwIfAborted()
          const done = await db.write(wholeAccount(accountId), (tx) => remove.execute(tx))
          removed = Number(done.numAffectedRows ?? 0)
        }
      }
    }
  }

function removal(
  accountId: number,
  table: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  over: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`delete from ${table} where account_id = ${accountId} and ${key} in (
    select ${key} from ${table} where account_id = ${accountId} and ${over} limit ${stride})`
}
