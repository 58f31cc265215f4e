import type { ReadTx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { beginning, type ChainPosition, type ScannedEvent } from './chain-scan.ts'
import { genesis } from './chain.ts'
import { checkpointLine } from './checkpoint-file.ts'
import { checkpointsBetween } from './checkpoints.queries.ts'
import { eventTypeByCode } from './event-names.ts'
import { fullBatch, readBatch } from './read-chain.ts'

export const exportFormat = 'vigie-journal/1'

export interface ExportHeader {
  format: string
  accountId: number
  exportedAt: string
  genesis: string
  head: { seq: number; hash: string; at: string } | null
  checkpoints: number
}

/**
 * The whole chain as text: a header, the checkpoints, then each event with the bytes its hash is made from. Comes
 * in pieces of a batch, so that it needs little memory; `tx` must be a snapshot.
 */
export async function* exportJournal(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  exportedAt: Date,
): AsyncGenerator<{ text: string; reached: number; head: number }> {
  const { accountId } = scope
  const { head, last } = await header(tx, accountId, exportedAt)
  yield { text: head, reached: 0, head: last }
  for (let after: ChainPosition | null = null; ;) {
    const { rows }: { rows: ScannedEvent[] } = await readBatch(tx, accountId, { after, size: fullBatch })
    const end = rows.at(-1)
    if (end) yield { text: rows.map(eventLine).join(''), reached: end.seq, head: last }
    if (!end || rows.length < fullBatch) return
    const time = isDate(end.occurred_at) ? end.occurred_at.getTime() : 0
    after = { ...beginning(accountId), seq: end.seq, time }
  }
}

async function header(
  tx: ReadTx,
  accountId: number,
  exportedAt: Date,
): Promise<{ head: string; last: number }> {
  const head = await tx
    .selectFrom('journal_head')
    .select(['seq', 'hash', 'occurred_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const checkpoints = await checkpointsBetween(tx, { accountId }, [1, Number.MAX_SAFE_INTEGER])
  const about: ExportHeader = {
    format: exportFormat,
    accountId,
    exportedAt: exportedAt.toISOString(),
    genesis: genesis(accountId).toString('hex'),
    head: head
      ? { seq: head.seq, hash: head.hash.toString('hex'), at: head.occurred_at.toISOString() }
      : null,
    checkpoints: checkpoints.length,
  }
  const lines = [JSON.stringify(about), ...checkpoints.map(checkpointLine)]
  return { head: `${lines.join('\n')}\n`, last: head?.seq ?? 0 }
}

function eventLine(event: ScannedEvent): string {
  const { occurred_at: at, detail, stray_microseconds: stray } = event
  return `${JSON.stringify({
    seq: event.seq,
    eventId: event.event_id,
    eventType: event.event_type,
    eventName: eventTypeByCode(event.event_type)?.name ?? null,
    resourceType: event.resource_type,
    resourceId: event.resource_id,
    thirdpartyId: event.thirdparty_id,
    dossierId: event.dossier_id,
    documentId: event.document_id,
    occurredAt: isDate(at) ? at.toISOString() : null,
    ...(stray !== 0 && { strayMicroseconds: stray }),
    actorType: event.actor_type,
    actorId: event.actor_id,
    detailHash: event.detail_hash.toString('hex'),
    hash: event.hash.toString('hex'),
    salt: detail?.salt.toString('hex') ?? null,
    payload: detail?.payload.toString('base64') ?? null,
  })}\n`
}

/** A forged row may hold a time no calendar has. */
function isDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}
