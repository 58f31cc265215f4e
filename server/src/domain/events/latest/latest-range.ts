import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { eventTypes, resourceTypeCodes } from '../../../platform/journal/index.ts'
import { AppError, parseDate, parseEventSecond, type Scope } from '../../../platform/kernel/index.ts'

export interface TimeRange {
  readonly from: Date | null
  /** Excluded. */
  readonly to: Date | null
}

const second = 1_000
const day = 86_400_000

/** What was asked in days or seconds, both ends included. */
export function parseRange(from: string | undefined, to: string | undefined): TimeRange {
  const start = from === undefined ? null : parseMoment('from', from)
  const last = to === undefined ? null : parseMoment('to', to)
  const end = last && new Date(last.at.getTime() + last.lengthMs)
  if (start && end && start.at >= end) throw new AppError('EVENT_RANGE_REVERSED')
  return { from: start?.at ?? null, to: end }
}

function parseMoment(parameter: string, text: string): { at: Date; lengthMs: number } {
  const date = parseDate(text)
  const at = date ?? parseEventSecond(text)
  if (!at) throw new AppError('EVENT_DATE_INVALID', { parameter }, { members: { parameter } })
  return { at, lengthMs: date ? day : second }
}

const codes = eventTypes.map(({ code }) => code)
const resources = eventTypes.map(({ resourceType }) => resourceTypeCodes[resourceType])
const types = sql`unnest(${codes}::smallint[], ${resources}::smallint[]) t (code, resource)`

/**
 * Numbers between which the events of a range lie. Numbers follow time, but no index leads from a moment to its
 * number: one look for each type of event along the index on types does. Among events of one moment any may be
 * found, so the bounds are wide rather than narrow, and the walk compares times as well.
 */
export async function seqBounds(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  { from, to }: TimeRange,
): Promise<{ above: number; below: number | null }> {
  if (from === null && to === null) return { above: 0, below: null }
  const { rows } = await sql<{ above: number | null; below: number | null }>`
    select max(before.seq) as above, min(behind.seq) as below from ${types}
    left join lateral (
      select n.seq from event n
      where n.account_id = ${accountId} and n.resource_type = t.resource and n.event_type = t.code
        and n.occurred_at < ${from}::timestamptz
      order by n.occurred_at desc limit 1) before on true
    left join lateral (
      select n.seq from event n
      where n.account_id = ${accountId} and n.resource_type = t.resource and n.event_type = t.code
        and n.occurred_at >= ${to}::timestamptz
      order by n.occurred_at limit 1) behind on true`.execute(tx)
  return { above: rows[0]?.above ?? 0, below: rows[0]?.below ?? null }
}
