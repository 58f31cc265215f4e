import { AdministrationScan, administrationBeginning, type ChainedEntry } from '../administration/index.ts'
import {
  beginning,
  CheckpointSet,
  EventScan,
  type Breach,
  type ChainName,
  type ChainPosition,
  type ChainScan,
  type Checkpoint,
  type ScannedEvent,
} from '../journal/index.ts'
import { parseBytes, parseTime } from './copy-text.ts'
import type { NamedRow } from './read-table.ts'

export interface ChainVerdict {
  readonly accountId: number
  readonly chain: ChainName
  /** The last that holds. */
  readonly seq: number
  readonly hash: string
  /** The newest checkpoint the chain agrees with. */
  readonly agreed: number | null
  readonly breach: Breach | null
}

/** Reads a table of the copy in the order of its key. */
export type ReadTable = (name: string) => AsyncIterable<NamedRow[]>

/** Both chains of every account, recomputed from what was copied. */
export async function verifyChains(read: ReadTable): Promise<ChainVerdict[]> {
  return [...(await verifyEvents(read)), ...(await verifyEntries(read))]
}

async function verifyEvents(read: ReadTable): Promise<ChainVerdict[]> {
  const walk = new ChainWalk<ScannedEvent>('EVENTS', {
    heads: await readHeads(read('journal_head')),
    checkpoints: await readCheckpointRows(read('journal_checkpoint'), 'EVENTS'),
    begin: (accountId) => new EventScan(beginning(accountId)),
  })
  const details = new DetailRows(read('event_detail'))
  for await (const rows of read('event')) {
    for (const row of rows) {
      const event = parseEvent(row)
      const { found, orphan } = await details.find(event)
      if (orphan) walk.break(orphan.account_id, { brokenSeq: orphan.seq, fault: 'DETAIL_ORPHAN' })
      walk.take({ ...event, detail: found })
    }
  }
  const orphan = await details.left()
  if (orphan) walk.break(orphan.account_id, { brokenSeq: orphan.seq, fault: 'DETAIL_ORPHAN' })
  return walk.end()
}

async function verifyEntries(read: ReadTable): Promise<ChainVerdict[]> {
  const walk = new ChainWalk<ChainedEntry>('ADMINISTRATION', {
    heads: await readHeads(read('administration_head')),
    checkpoints: await readCheckpointRows(read('administration_checkpoint'), 'ADMINISTRATION'),
    begin: (accountId) => new AdministrationScan(administrationBeginning(accountId)),
  })
  for await (const rows of read('administration_event')) {
    for (const row of rows) walk.take(parseEntry(row))
  }
  return walk.end()
}

interface WalkOptions<Row extends Linked> {
  readonly heads: Map<number, ChainPosition>
  readonly checkpoints: ReadonlyMap<number, Checkpoint[]>
  readonly begin: (accountId: number) => ChainScan<Row>
}

interface Linked {
  readonly account_id: number
  readonly seq: number
  readonly hash: Buffer
  readonly occurred_at: Date
}

/** One pass over the chains of all accounts, one after the other, as their rows are sorted. */
class ChainWalk<Row extends Linked> {
  readonly #chain: ChainName
  readonly #options: WalkOptions<Row>
  readonly #scans = new Map<number, { scan: ChainScan<Row>; kept: CheckpointSet }>()
  readonly #breaches = new Map<number, Breach>()

  constructor(chain: ChainName, options: WalkOptions<Row>) {
    this.#chain = chain
    this.#options = options
  }

  take(row: Row): void {
    const { account_id: accountId } = row
    const { scan, kept } = this.#of(accountId)
    if (this.#breaches.has(accountId)) return
    const breach = scan.take(row, kept.at(row.seq))
    if (breach) this.break(accountId, breach)
  }

  break(accountId: number, breach: Breach): void {
    this.#of(accountId)
    if (!this.#breaches.has(accountId)) this.#breaches.set(accountId, breach)
  }

  end(): ChainVerdict[] {
    const { heads, checkpoints } = this.#options
    for (const accountId of [...heads.keys(), ...checkpoints.keys()]) this.#of(accountId)
    return [...this.#scans].map(([accountId, { scan, kept }]) => {
      const breach = this.#breaches.get(accountId) ?? this.#endBreach(accountId, scan, kept)
      const { seq, hash } = scan.reached
      const agreed = scan.agreed?.seq ?? null
      return { accountId, chain: this.#chain, seq, hash: hash.toString('hex'), agreed, breach }
    })
  }

  #endBreach(accountId: number, scan: ChainScan<Row>, kept: CheckpointSet): Breach | null {
    const head = this.#options.heads.get(accountId)
    const { reached } = scan
    if (!head) return reached.seq > 0 ? { brokenSeq: reached.seq, fault: 'HEAD_MISSING' } : null
    if (head.seq > reached.seq) return { brokenSeq: reached.seq + 1, fault: 'TRUNCATED' }
    const isSame = head.seq === reached.seq && (head.seq === 0 || isAt(head, reached))
    if (!isSame) return { brokenSeq: reached.seq, fault: 'HEAD_ALTERED' }
    const beyond = kept.beyond(reached.seq)
    return beyond && scan.outrunBy(beyond)
  }

  #of(accountId: number) {
    const known = this.#scans.get(accountId)
    if (known) return known
    const { begin, checkpoints } = this.#options
    const of = { accountId, chain: this.#chain }
    const made = { scan: begin(accountId), kept: new CheckpointSet(of, checkpoints.get(accountId) ?? []) }
    this.#scans.set(accountId, made)
    return made
  }
}

const isAt = (head: ChainPosition, reached: ChainPosition) =>
  head.hash.equals(reached.hash) && head.time === reached.time

/** Details lie beside their events, sorted alike. */
class DetailRows {
  readonly #batches: AsyncIterator<NamedRow[]>
  #batch: NamedRow[] = []
  #nth = 0

  constructor(rows: AsyncIterable<NamedRow[]>) {
    this.#batches = rows[Symbol.asyncIterator]()
  }

  /** The detail of an event, and the first one before it that belongs to none. */
  async find(event: { account_id: number; seq: number }) {
    let orphan: { account_id: number; seq: number } | null = null
    for (let row = await this.#peek(); row; row = await this.#peek()) {
      const key = { account_id: numberOf(row('account_id')), seq: numberOf(row('seq')) }
      const order = key.account_id - event.account_id || key.seq - event.seq
      if (order > 0) break
      this.#nth += 1
      const found = { salt: parseBytes(row('salt')), payload: parseBytes(row('payload')) }
      if (order === 0) return { found, orphan }
      orphan ??= key
    }
    return { found: undefined, orphan }
  }

  async left(): Promise<{ account_id: number; seq: number } | null> {
    const row = await this.#peek()
    return row ? { account_id: numberOf(row('account_id')), seq: numberOf(row('seq')) } : null
  }

  async #peek(): Promise<NamedRow | null> {
    while (this.#nth >= this.#batch.length) {
      const { value, done } = await this.#batches.next()
      if (done) return null
      this.#batch = value
      this.#nth = 0
    }
    return this.#batch[this.#nth] ?? null
  }
}

async function readHeads(rows: AsyncIterable<NamedRow[]>): Promise<Map<number, ChainPosition>> {
  const heads = new Map<number, ChainPosition>()
  for await (const batch of rows) {
    for (const row of batch) {
      const time = parseTime(row('occurred_at')).date.getTime()
      const position = { seq: numberOf(row('seq')), hash: parseBytes(row('hash')), time }
      heads.set(numberOf(row('account_id')), position)
    }
  }
  return heads
}

async function readCheckpointRows(
  rows: AsyncIterable<NamedRow[]>,
  chain: ChainName,
): Promise<Map<number, Checkpoint[]>> {
  const checkpoints = new Map<number, Checkpoint[]>()
  for await (const batch of rows) {
    for (const row of batch) {
      const accountId = numberOf(row('account_id'))
      const known = checkpoints.get(accountId) ?? []
      checkpoints.set(accountId, known)
      known.push({
        accountId,
        chain,
        seq: numberOf(row('seq')),
        hash: parseBytes(row('hash')),
        at: parseTime(row('occurred_at')).date,
        madeAt: parseTime(row('made_at')).date,
        keyId: row('key_id') ?? '',
        publicKey: parseBytes(row('public_key')),
        signature: parseBytes(row('signature')),
      })
    }
  }
  return checkpoints
}

function parseEvent(row: NamedRow): ScannedEvent {
  const { date, strayMicroseconds } = parseTime(row('occurred_at'))
  return {
    account_id: numberOf(row('account_id')),
    seq: numberOf(row('seq')),
    event_id: numberOf(row('event_id')),
    event_type: numberOf(row('event_type')),
    resource_type: numberOf(row('resource_type')),
    resource_id: numberOf(row('resource_id')),
    thirdparty_id: numberOrNull(row('thirdparty_id')),
    dossier_id: numberOrNull(row('dossier_id')),
    document_id: numberOrNull(row('document_id')),
    occurred_at: date,
    stray_microseconds: strayMicroseconds,
    actor_type: row('actor_type') ?? '',
    actor_id: numberOrNull(row('actor_id')),
    detail_hash: parseBytes(row('detail_hash')),
    hash: parseBytes(row('hash')),
  }
}

function parseEntry(row: NamedRow): ChainedEntry {
  const { date, strayMicroseconds } = parseTime(row('occurred_at'))
  return {
    account_id: numberOf(row('account_id')),
    seq: numberOf(row('seq')),
    occurred_at: date,
    stray_microseconds: strayMicroseconds,
    name: row('name') ?? '',
    actor_type: row('actor_type') ?? '',
    actor_id: numberOrNull(row('actor_id')),
    subject_type: row('subject_type'),
    subject_id: numberOrNull(row('subject_id')),
    salt: parseBytes(row('salt')),
    payload: parseBytes(row('payload')),
    detail_hash: parseBytes(row('detail_hash')),
    hash: parseBytes(row('hash')),
  }
}

const numberOf = (field: string | null) => Number(field ?? Number.NaN)
const numberOrNull = (field: string | null) => (field === null ? null : Number(field))
