import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'

/** Where processes tell one another whose rights have changed. */
export const standingChannel = 'vigie_standing'
export const everybody = '*'

// A notice holds 8,000 bytes at most. Beyond a few of them it is cheaper for all to forget everybody.
const marksPerNotice = 300
const mostNotices = 4

/** The marks of whatever is remembered of a person or client, in the form of the principal's key. */
export const personMark = (userId: number): string => `user:${userId}`
export const clientMark = (apiClientId: number): string => `client:${apiClientId}`

/**
 * Tells every process, once this transaction is committed, to forget what it remembers: of people, of a session or of one
 * token. Rolled back, nobody hears of it.
 */
export async function announceStanding(tx: Tx, marks: readonly string[]): Promise<void> {
  if (marks.length === 0) return
  const notices = Array.from({ length: Math.ceil(marks.length / marksPerNotice) }, (_, nth) =>
    marks.slice(nth * marksPerNotice, (nth + 1) * marksPerNotice).join(' '),
  )
  const payloads = notices.length > mostNotices ? [everybody] : notices
  for (const payload of payloads) await sql`select pg_notify(${standingChannel}, ${payload})`.execute(tx)
}

/** The same of everybody: for what an account asks of all its people and clients, and for its tree of units. */
export async function announceToAll(tx: Tx): Promise<void> {
  await announceStanding(tx, [everybody])
}

/**
 * The same for what people and clients see. Webhooks are told too, so that one made by somebody limited stays limited
 * should its maker leave before anything else happens.
 */
export async function announceSight(
  tx: Tx,
  { accountId }: { readonly accountId: number },
  marks: readonly string[],
): Promise<void> {
  if (marks.length === 0) return
  await announceStanding(tx, marks)
  // Under a key of its own: the fan-out of events is queued under the lock of their chain, which is not held here.
  await enqueue(tx, 'webhooks.fan-out', { accountId }, { jobKey: `webhooks.sight:${accountId}` })
}
