import { genesis } from './chain.ts'
import { beginning, EventScan, type Breach, type ChainPosition, type ScannedEvent } from './chain-scan.ts'
import { parseCheckpoint } from './checkpoint-file.ts'
import type { Checkpoint } from './checkpoint.ts'
import { exportFormat, type ExportHeader } from './export-journal.ts'
import { CheckpointSet } from './checkpoint-set.ts'
import { verdictOf, type Verdict } from './verdict.ts'

export type ExportVerdict = Verdict & { readonly accountId: number; readonly exportedAt: string }

export interface VerifyExportOptions {
  /** Compared besides those of the export. */
  readonly kept?: readonly Checkpoint[]
  readonly trusted?: ReadonlySet<string>
  /** Passes over the events up to the checkpoint with this number. */
  readonly since?: number
  readonly onProgress?: (reached: number, head: number) => void
}

/** Verifies an exported journal from its lines alone. */
export async function verifyExport(
  lines: AsyncIterable<string>,
  options: VerifyExportOptions = {},
): Promise<ExportVerdict> {
  const iterator = lines[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await iterator.next()
    return done ? null : value
  }
  const header = parseHeader(await next())
  const signed: Checkpoint[] = [...(options.kept ?? [])]
  for (let index = 0; index < header.checkpoints; index += 1) {
    const one = parseCheckpoint((await next()) ?? '')
    if (!one) throw new Error(`Line ${index + 2} of the export should be a checkpoint and is none.`)
    signed.push(one)
  }
  const external = new CheckpointSet({ accountId: header.accountId, chain: 'EVENTS' }, signed)
  const scan = new EventScan(startOf(header, external, options.since), options.trusted)
  const breach =
    (await verifyLines(next, { walk: scan, kept: external, header, options })) ??
    endBreach(scan, external, header)
  const { accountId, exportedAt } = header
  return { accountId, exportedAt, ...verdictOf(scan, { breach, complete: true }) }
}

interface Course {
  readonly walk: EventScan
  readonly kept: CheckpointSet
  readonly header: ExportHeader
  readonly options: VerifyExportOptions
}

const progressEvery = 2_000

async function verifyLines(
  next: () => Promise<string | null>,
  { walk, kept, header, options }: Course,
): Promise<Breach | null> {
  for (let line = await next(); line !== null; line = await next()) {
    const event = parseEvent(line, header.accountId)
    if (!event) return { brokenSeq: walk.reached.seq + 1, fault: 'ALTERED' }
    if (event.seq <= walk.from) {
      if (event.seq < walk.from || event.hash.equals(walk.reached.hash)) continue
      return { brokenSeq: event.seq, fault: 'CHECKPOINT_MISMATCH' }
    }
    const breach = walk.take(event, kept.at(event.seq))
    if (breach) return breach
    if (event.seq % progressEvery === 0) options.onProgress?.(event.seq, header.head?.seq ?? event.seq)
  }
  return null
}

function startOf(header: ExportHeader, external: CheckpointSet, since: number | undefined): ChainPosition {
  if (since === undefined) return beginning(header.accountId)
  const [checkpoint] = external.at(since)
  if (!checkpoint) throw new Error(`There is no checkpoint at event ${since}.`)
  return { seq: since, hash: checkpoint.hash, time: checkpoint.at.getTime() }
}

function endBreach(scan: EventScan, external: CheckpointSet, { head }: ExportHeader): Breach | null {
  const { seq, hash, time } = scan.reached
  if (!head) return seq > 0 ? { brokenSeq: seq, fault: 'HEAD_MISSING' } : null
  if (head.seq > seq) return { brokenSeq: seq + 1, fault: 'TRUNCATED' }
  if (head.seq < seq) return { brokenSeq: head.seq + 1, fault: 'HEAD_ALTERED' }
  if (head.seq > 0 && (head.hash !== hash.toString('hex') || Date.parse(head.at) !== time)) {
    return { brokenSeq: seq, fault: 'HEAD_ALTERED' }
  }
  const beyond = external.beyond(seq)
  return beyond && scan.outrunBy(beyond)
}

function parseHeader(line: string | null): ExportHeader {
  const header = parseJson(line ?? '') as unknown as ExportHeader | null
  if (header?.format !== exportFormat) throw new Error(`This is no export of a journal (${exportFormat}).`)
  if (
    !Number.isSafeInteger(header.accountId) ||
    header.genesis !== genesis(header.accountId).toString('hex')
  ) {
    throw new Error('The header of the export does not fit its account.')
  }
  return header
}

const isNumber = (value: unknown) => Number.isSafeInteger(value)
const isNumberOrNull = (value: unknown) => value === null || isNumber(value)

/** Null for what is no event at all; anything else is judged by its hash. */
function parseEvent(line: string, accountId: number): ScannedEvent | null {
  const it = parseJson(line)
  if (!it) return null
  const numbers = [it['seq'], it['eventId'], it['eventType'], it['resourceType'], it['resourceId']]
  const others = [it['thirdpartyId'], it['dossierId'], it['documentId'], it['actorId']]
  if (!numbers.every(isNumber) || !others.every(isNumberOrNull)) return null
  const { salt, payload, occurredAt } = it
  return {
    account_id: accountId,
    seq: it['seq'] as number,
    event_id: it['eventId'] as number,
    event_type: it['eventType'] as number,
    resource_type: it['resourceType'] as number,
    resource_id: it['resourceId'] as number,
    thirdparty_id: it['thirdpartyId'] as number | null,
    dossier_id: it['dossierId'] as number | null,
    document_id: it['documentId'] as number | null,
    occurred_at: new Date(String(occurredAt)),
    stray_microseconds: Number(it['strayMicroseconds'] ?? 0),
    actor_type: String(it['actorType']),
    actor_id: it['actorId'] as number | null,
    detail_hash: Buffer.from(String(it['detailHash']), 'hex'),
    hash: Buffer.from(String(it['hash']), 'hex'),
    detail:
      typeof salt === 'string' && typeof payload === 'string'
        ? { salt: Buffer.from(salt, 'hex'), payload: Buffer.from(payload, 'base64') }
        : undefined,
  }
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
