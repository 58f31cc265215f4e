import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { eventsAfter, eventTypes } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { findAlert, heardEvents } from './alert-kinds.ts'
import { batchFor, lockPosition, movePosition, type AlertPosition } from './alert-position.ts'
import { storeAlerts, type NewAlert } from './store-alerts.ts'
import { watchDates } from './watch-dates.ts'

/**
 * Makes alerts of what the journal, the screening and the calendar brought since the last time. How far it came is
 * written in the same transaction as the alerts: killed anywhere, it goes on where it stood.
 */
export async function makeAlerts(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (const makeBatch of sources) {
    for (let more = true; more;) {
      signal?.throwIfAborted()
      more = await db.write(scope, async (tx) => makeBatch(tx, scope, await lockPosition(tx, scope)))
    }
  }
}

/** The same in the transaction of who has just written the events, few as they are. */
export async function makeFirstAlerts(tx: Tx, scope: Scope): Promise<void> {
  for (const makeBatch of sources) {
    for (let more = true; more;) more = await makeBatch(tx, scope, await lockPosition(tx, scope))
  }
}

const sources = [hearEvents, hearHits, watchDates]

const heardTypes = eventTypes.filter(({ name }) => heardEvents.includes(name)).map(({ code }) => code)

async function hearEvents(tx: Tx, scope: Scope, position: AlertPosition): Promise<boolean> {
  const { eventSeq, now } = position
  const limit = batchFor(position)
  const page = await eventsAfter(tx, scope, { after: eventSeq, types: heardTypes, limit })
  const found = page.events.flatMap((event): NewAlert[] => {
    const alert = findAlert(event)
    const { seq, actor, thirdpartyId, dossierId, documentId } = event
    const occurredAt = `${event.occurredAt}Z`
    const by = actor.type === 'USER' ? actor.id : null
    return alert
      ? [{ ...alert, source: `event:${seq}`, thirdpartyId, dossierId, documentId, occurredAt, actor: by }]
      : []
  })
  await storeAlerts(tx, scope, now, found)
  await movePosition(tx, scope, { event_seq: page.reached })
  return page.reached < page.head
}

interface HitChange {
  readonly seq: number
  readonly thirdpartyId: number
  readonly hitClass: string
  readonly occurredAt: Date
}

async function hearHits(tx: Tx, scope: Scope, position: AlertPosition): Promise<boolean> {
  const { accountId } = scope
  const { changeSeq, now } = position
  const limit = batchFor(position)
  const { rows } = await sql<HitChange>`
    select c.seq, c.thirdparty_id as "thirdpartyId", c.hit_class as "hitClass", c.occurred_at as "occurredAt"
    from screening_change c
    where c.account_id = ${accountId} and c.seq > ${changeSeq} and c.name in ('HIT_OPENED', 'HIT_REOPENED')
    order by c.seq limit ${limit}`.execute(tx)
  const last = rows.at(-1)
  const found = rows.map(({ seq, thirdpartyId, hitClass, occurredAt }): NewAlert => ({
    kind: 'LIST_HIT',
    facts: { hitClass },
    source: `hit:${seq}`,
    thirdpartyId,
    dossierId: null,
    documentId: null,
    occurredAt: occurredAt.toISOString(),
    actor: null,
  }))
  await storeAlerts(tx, scope, now, found)
  if (last) await movePosition(tx, scope, { change_seq: last.seq })
  return rows.length === limit
}
