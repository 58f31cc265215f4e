import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { addDays, formatDate, type Scope } from '../../platform/kernel/index.ts'
import { batchFor, movePosition, type AlertPosition } from './alert-position.ts'
import { keptDays, storeAlerts, type NewAlert } from './store-alerts.ts'

const silentDays = 3

/**
 * What no event tells: a day went by and something was not given, or a provider has been silent for days. A day is
 * looked at once, when it is over; the first look only takes note of the day.
 */
export async function watchDates(tx: Tx, scope: Scope, position: AlertPosition): Promise<boolean> {
  const { watchedOn, now } = position
  const today = formatDate(now)
  if (watchedOn === null || watchedOn >= today) {
    if (watchedOn === null) await movePosition(tx, scope, { watched_on: today })
    return false
  }
  const oldest = addDays(today, -keptDays)
  const day = watchedOn < oldest ? oldest : watchedOn
  const next = addDays(day, 1)
  const found = await findOverdue(tx, scope, { day, occurredAt: `${next}T00:00:00Z` })
  if (next === today) found.push(...(await findSilence(tx, scope, now)))
  const size = batchFor(position)
  for (let from = 0; from < found.length; from += size)
    await storeAlerts(tx, scope, now, found.slice(from, from + size))
  await movePosition(tx, scope, { watched_on: next })
  return next < today
}

interface OverdueDocument {
  readonly documentId: number
  readonly dossierId: number
  readonly thirdpartyId: number
}

/** Required documents whose last day this was, and which nobody has answered well. */
async function findOverdue(
  tx: Tx,
  { accountId }: Scope,
  { day, occurredAt }: { readonly day: string; readonly occurredAt: string },
): Promise<NewAlert[]> {
  const { rows } = await sql<OverdueDocument>`
    select c.document_id as "documentId", c.dossier_id as "dossierId", c.thirdparty_id as "thirdpartyId"
    from document c join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id
    where c.account_id = ${accountId} and c.due_date = ${day}::date and c.stopped_at is null and c.required
      and c.status in ('MISSING', 'ACTION_REQUIRED', 'INVALID') and c.status_reason <> 'NO_SOURCE'
      and d.archived_at is null
    order by c.document_id`.execute(tx)
  return rows.map((one) => ({
    ...one,
    kind: 'OVERDUE',
    facts: { dueDate: day },
    source: `due:${one.documentId}:${day}`,
    occurredAt,
    actor: null,
  }))
}

/** One alert a week for each provider, however many companies wait for it. */
async function findSilence(tx: Tx, { accountId }: Scope, now: Date): Promise<NewAlert[]> {
  const { rows } = await sql<{ provider: string; companies: number; week: string }>`
    select m.provider, count(*)::int as companies, to_char(${now}::timestamptz at time zone 'UTC', 'IYYY-IW') as week
    from datahub_monitoring m
    where m.account_id = ${accountId} and m.active and m.failure = 'UNAVAILABLE'
      and m.failing_since <= ${now}::timestamptz - make_interval(days => ${silentDays})
    group by m.provider order by m.provider`.execute(tx)
  return rows.map(({ provider, companies, week }) => ({
    kind: 'PROVIDER_SILENT',
    facts: { provider, companies },
    source: `provider:${provider}:${week}`,
    thirdpartyId: null,
    dossierId: null,
    documentId: null,
    occurredAt: now.toISOString(),
    actor: null,
  }))
}
