import { sql } from 'kysely'
import type { ReadTx } from '../../../../platform/db/index.ts'
import {
  eventTypes,
  genesis,
  keysOfBoxes,
  openDetails,
  type CheckpointFacts,
} from '../../../../platform/journal/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import type { ProofEvent } from './proof-manifest.ts'

interface Row extends Omit<ProofEvent, 'eventName' | 'words' | 'previousHash' | 'detail'> {
  previousHash: Buffer | null
  salt: Buffer | null
  payload: Buffer | null
}

const names = new Map<number, string>(eventTypes.map(({ code, name }) => [code, name]))
const resourceTypes = { DOSSIER: 2, DOCUMENT: 3 } as const

export interface Resource {
  readonly type: keyof typeof resourceTypes
  readonly id: number
}

/** The events of these resources in the order of the journal, each with the hash of the one before it. */
export async function journalExtract(
  tx: ReadTx,
  scope: Scope,
  resources: readonly Resource[],
): Promise<ProofEvent[]> {
  const { accountId } = scope
  const wanted = resources.map(({ type, id }) => ({ type: resourceTypes[type], id }))
  const { rows } = await sql<Row>`
    select e.seq, e.event_id as "eventId", e.event_type as "eventType", e.resource_type as "resourceType",
      e.resource_id as "resourceId", e.thirdparty_id as "thirdpartyId", e.dossier_id as "dossierId",
      e.document_id as "documentId", e.occurred_at as "occurredAt", e.actor_type as "actorType",
      e.actor_id as "actorId", e.detail_hash as "detailHash", e.hash, b.hash as "previousHash", d.salt, d.payload
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (type smallint, id bigint)
    join event e on e.account_id = ${accountId} and e.resource_type = w.type and e.resource_id = w.id
    left join event b on b.account_id = ${accountId} and b.seq = e.seq - 1
    left join event_detail d on d.account_id = ${accountId} and d.seq = e.seq
    order by e.seq`.execute(tx)
  const payloads = rows.map(({ payload }) => payload)
  const words = await openDetails(tx, scope, payloads)
  const keys = await keysOfBoxes(tx, scope, payloads)
  return rows.map(({ salt, payload, previousHash, ...event }, index) => ({
    ...event,
    eventName: names.get(event.eventType) ?? String(event.eventType),
    words: words[index]!,
    previousHash: previousHash ?? genesis(accountId),
    ...(salt && payload && { detail: { salt, payload, keys: keys[index]! } }),
  }))
}

/** How far the account's journal goes at this moment. */
export async function journalHead(tx: ReadTx, scope: Scope): Promise<CheckpointFacts | null> {
  const row = await tx
    .selectFrom('journal_head')
    .select(['seq', 'hash', 'occurred_at as at'])
    .where('account_id', '=', scope.accountId)
    .executeTakeFirst()
  return row ?? null
}
