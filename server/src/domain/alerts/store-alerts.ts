import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { bankChangeSaidAt } from '../evaluation/index.ts'
import type { FoundAlert } from './alert-kinds.ts'
import { findAudience } from './find-audience.ts'
import { planMailings } from './plan-mailings.ts'

/** Something to tell, before it is known whom it concerns. */
export interface NewAlert extends FoundAlert {
  /** What it tells of; told once. */
  readonly source: string
  readonly thirdpartyId: number | null
  readonly dossierId: number | null
  readonly documentId: number | null
  readonly occurredAt: string
  /** The person who did it, if one did. */
  readonly actor: number | null
}

/** How long alerts are kept. */
export const keptDays = 90
const mailedDays = 7
const dayMs = 86_400_000

/**
 * Keeps what is new, finds whom it concerns, and plans their mails, all in the caller's transaction. What is older than
 * alerts are kept is left out; what is a week old is only shown in the page.
 */
export async function storeAlerts(
  tx: Tx,
  scope: Scope,
  now: Date,
  found: readonly NewAlert[],
): Promise<number> {
  const ageOf = ({ occurredAt }: NewAlert) => (now.getTime() - Date.parse(occurredAt)) / dayMs
  const kept = found.filter((one) => ageOf(one) < keptDays)
  if (kept.length === 0) return 0
  const written = await insertAlerts(tx, scope, now, kept)
  const bySource = new Map(kept.map((one) => [one.source, one]))
  const toTell = written.flatMap(({ alertId, source }) => {
    const one = bySource.get(source)
    return one ? [{ alertId, actor: one.actor, fresh: ageOf(one) < mailedDays }] : []
  })
  if (toTell.length === 0) return 0
  await planMailings(tx, scope, now, await findAudience(tx, scope, toTell))
  await wakeChannels(tx, scope, now)
  return toTell.length
}

/**
 * An answer whose checks call its bank details a change is graver than one more answer to review; any other answer that
 * was accepted without a person is none of this.
 */
async function insertAlerts(
  tx: Tx,
  { accountId }: Scope,
  now: Date,
  alerts: readonly NewAlert[],
): Promise<{ alertId: number; source: string }[]> {
  const saidAt = bankChangeSaidAt(sql`${accountId}::bigint`, sql`(g.facts ->> 'responseId')::bigint`)
  const { rows } = await sql<{ alertId: number; source: string }>`
    with given as materialized (
      select g.*, coalesce(case when g."documentId" is not null then array[v.theme]
          else array(select jsonb_array_elements_text(dv.definition -> 'themes')) end, '{}') as themes,
        ${saidAt} is not null as is_bank_change
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as g (source text, kind text, "thirdpartyId" bigint,
        "dossierId" bigint, "documentId" bigint, facts jsonb, "occurredAt" timestamptz)
      left join document c on c.account_id = ${accountId} and c.document_id = g."documentId"
      left join document_type_version v on v.account_id = ${accountId} and v.code = c.code
        and v.type_version = c.type_version
      left join dossier d on d.account_id = ${accountId} and d.dossier_id = g."dossierId"
      left join dossier_type_version dv on dv.account_id = ${accountId} and dv.code = d.type_code
        and dv.type_version = d.type_version)
    insert into alert (account_id, source, kind, thirdparty_id, dossier_id, document_id, themes, facts, occurred_at, made_at)
    select ${accountId}, g.source, case when g.is_bank_change then 'BANK_CHANGED' else g.kind end, g."thirdpartyId",
      g."dossierId", g."documentId", g.themes, g.facts, g."occurredAt", ${now}::timestamptz
    from given g where g.is_bank_change or g.kind <> 'BANK_CHANGED'
    order by g."occurredAt", g.source
    on conflict (account_id, source) do nothing
    returning alert_id as "alertId", source`.execute(tx)
  return rows
}

/** Rooms look for themselves what they are to be told. */
async function wakeChannels(tx: Tx, { accountId }: Scope, now: Date): Promise<void> {
  await tx
    .updateTable('alert_channel')
    .set({ due_at: now })
    .where('account_id', '=', accountId)
    .where('due_at', 'is', null)
    .execute()
}
