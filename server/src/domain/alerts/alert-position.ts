import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export interface AlertPosition {
  readonly eventSeq: number
  readonly changeSeq: number
  readonly watchedOn: string | null
  readonly now: Date
  /** Active members: who could be told. */
  readonly people: number
}

/** Whoever makes alerts of the account holds it until the commit. */
export async function lockPosition(tx: Tx, { accountId }: Scope): Promise<AlertPosition> {
  const { rows } = await sql<AlertPosition>`
    insert into alert_position as p (account_id) values (${accountId})
    on conflict (account_id) do update set event_seq = p.event_seq
    returning p.event_seq as "eventSeq", p.change_seq as "changeSeq", p.watched_on::text as "watchedOn",
      account_now(p.account_id) as now,
      (select count(*)::int from membership m where m.account_id = ${accountId} and m.active) as people`.execute(
    tx,
  )
  const [position] = rows
  if (!position) throw new Error('The position of alerts was not written.')
  return position
}

export async function movePosition(
  tx: Tx,
  { accountId }: Scope,
  reached: { event_seq?: number; change_seq?: number; watched_on?: string },
): Promise<void> {
  await tx.updateTable('alert_position').set(reached).where('account_id', '=', accountId).execute()
}

/** How many alerts are made at once: few where many could be told of each, so that no statement takes long. */
export const batchFor = ({ people }: AlertPosition): number =>
  Math.max(20, Math.min(1_000, Math.floor(100_000 / Math.max(people, 1))))
