import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import {
  eventColumns,
  eventTypes,
  resourceTypeCodes,
  viewEvents,
  type EventName,
  type EventRow,
  type EventView,
  type ResourceType,
} from '../../../platform/journal/index.ts'
import { AppError, parseEventSecond, type Scope } from '../../../platform/kernel/index.ts'

export interface PastEventsQuery {
  readonly type: ResourceType
  readonly ids: readonly number[]
  /** The names that change what is shown of it. */
  readonly names: ReadonlySet<EventName>
}

/** The end of the second that was asked for, which must have come. */
export async function endOfSecond(tx: ReadTx, scope: Scope, asOf: string): Promise<Date> {
  const second = parseEventSecond(asOf)
  const { rows } = await sql<{ now: Date }>`select account_now(${scope.accountId}) as now`.execute(tx)
  const [clock] = rows
  if (!second || !clock || second > clock.now) {
    throw new AppError('AS_OF_INVALID', {}, { members: { parameter: 'asOf' } })
  }
  return new Date(second.getTime() + 1_000)
}

/** What happened to these resources before a moment, in the order of the journal. */
export async function eventsBefore(
  tx: ReadTx,
  scope: Scope,
  wanted: readonly PastEventsQuery[],
  end: Date,
): Promise<EventView[]> {
  const rows: EventRow[] = []
  for (const { type, ids, names } of wanted) {
    const codes = eventTypes.filter(({ name }) => names.has(name)).map(({ code }) => code)
    // "event_type + 0" keeps the planner from answering by the index on types.
    const found = await sql<EventRow>`
      select ${eventColumns} from event e
      left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
      where e.account_id = ${scope.accountId} and e.resource_type = ${resourceTypeCodes[type]}
        and e.resource_id = any(${[...ids]}::bigint[]) and e.occurred_at < ${end}
        and (e.event_type + 0) = any(${codes}::int[])`.execute(tx)
    rows.push(...found.rows)
  }
  return viewEvents(
    tx,
    scope,
    rows.toSorted((a, b) => a.seq - b.seq),
  )
}

/** When the journal first tells of a resource; null when it never does. */
export async function existsSince(
  tx: ReadTx,
  scope: Scope,
  { type, id }: { readonly type: ResourceType; readonly id: number },
): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select wire_time(min(occurred_at)) as since from event
    where account_id = ${scope.accountId} and resource_type = ${resourceTypeCodes[type]}
      and resource_id = ${id}`.execute(tx)
  return rows[0]?.since ?? null
}
