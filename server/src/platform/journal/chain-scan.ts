import { signatureHolds, type Checkpoint } from './checkpoint.ts'
import { detailHash, genesis, linkHash, saltLength, type ChainedEvent, type EventDetail } from './chain.ts'
import { eventTypeByCode, resourceTypeCodes } from './event-names.ts'

export const faults = [
  'GAP',
  'ALTERED',
  'DETAIL_ALTERED',
  'DETAIL_MISSING',
  'DETAIL_ORPHAN',
  'TIME_REVERSED',
  'TRUNCATED',
  'HEAD_ALTERED',
  'HEAD_MISSING',
  // The journal ends before an event that a checkpoint vouches for.
  'CHECKPOINT_AHEAD',
  // The chain holds in itself, but is not the one the checkpoint was made of.
  'CHECKPOINT_MISMATCH',
  // The checkpoint itself is not genuine.
  'CHECKPOINT_FORGED',
] as const

export type Fault = (typeof faults)[number]

export interface Breach {
  readonly brokenSeq: number
  readonly fault: Fault
}

export interface ScannedEvent extends ChainedEvent {
  /** What a JavaScript date cannot hold; the service writes whole milliseconds, so anything here is a forgery. */
  stray_microseconds: number | null
  detail?: EventDetail | undefined
}

export interface ChainPosition {
  readonly seq: number
  readonly hash: Buffer
  readonly time: number
}

/** Where a chain stands before its first event. */
export function beginning(accountId: number): ChainPosition {
  return { seq: 0, hash: genesis(accountId), time: 0 }
}

/** What every chain has: numbers without a gap, each row with the hash that follows from the one before. */
interface Linked {
  readonly seq: number
  readonly hash: Buffer
  readonly occurred_at: Date
}

/** One pass over a chain, wherever its rows come from. Tells the first thing that does not hold. */
export abstract class ChainScan<Row extends Linked> {
  readonly from: number
  reached: ChainPosition
  /** The last checkpoint that the chain agreed with, and how many did. */
  agreed: Checkpoint | null = null
  checkpoints = 0
  /** Who signed those. */
  readonly keyIds = new Set<string>()
  readonly #trusted: ReadonlySet<string> | null

  /** Without trusted keys, each checkpoint is checked with the key it names. */
  constructor(from: ChainPosition, trusted: ReadonlySet<string> | null = null) {
    this.from = from.seq
    this.reached = from
    this.#trusted = trusted
  }

  protected abstract faultOf(row: Row, previous: ChainPosition): Fault | null

  /** What a checkpoint signs of a row's hash. */
  protected signedHash(hash: Buffer): Buffer {
    return hash
  }

  /** The next row, with the checkpoints made of it. */
  take(row: Row, checkpoints: readonly Checkpoint[] = []): Breach | null {
    const fault = this.faultOf(row, this.reached)
    // A hole is named by the number that should stand there, not by its neighbour.
    if (fault) return { brokenSeq: fault === 'GAP' ? this.reached.seq + 1 : row.seq, fault }
    this.reached = { seq: row.seq, hash: row.hash, time: row.occurred_at.getTime() }
    for (const checkpoint of checkpoints) {
      const breach = this.#compare(checkpoint)
      if (breach) return breach
    }
    for (const checkpoint of checkpoints) this.agree(checkpoint)
    return null
  }

  /** A checkpoint beyond the end: rows were there once, unless it is a forgery. */
  outrunBy(checkpoint: Checkpoint): Breach {
    const isGenuine = this.#isGenuine(checkpoint)
    return isGenuine
      ? { brokenSeq: this.reached.seq + 1, fault: 'CHECKPOINT_AHEAD' }
      : { brokenSeq: checkpoint.seq, fault: 'CHECKPOINT_FORGED' }
  }

  #compare(checkpoint: Checkpoint): Breach | null {
    const { seq, hash, at } = checkpoint
    if (!this.#isGenuine(checkpoint)) return { brokenSeq: seq, fault: 'CHECKPOINT_FORGED' }
    if (!hash.equals(this.signedHash(this.reached.hash)) || at.getTime() !== this.reached.time) {
      return { brokenSeq: seq, fault: 'CHECKPOINT_MISMATCH' }
    }
    return null
  }

  agree(checkpoint: Checkpoint): void {
    this.agreed = checkpoint
    this.checkpoints += 1
    this.keyIds.add(checkpoint.keyId)
  }

  #isGenuine(checkpoint: Checkpoint): boolean {
    return (this.#trusted?.has(checkpoint.keyId) ?? true) && signatureHolds(checkpoint)
  }
}

/** Of the events. */
export class EventScan extends ChainScan<ScannedEvent> {
  protected faultOf(event: ScannedEvent, previous: ChainPosition): Fault | null {
    return findEventFault(event, previous)
  }
}

function findEventFault(event: ScannedEvent, previous: ChainPosition): Fault | null {
  if (event.seq > previous.seq + 1) return 'GAP'
  if (event.seq !== previous.seq + 1) return 'ALTERED'
  const type = eventTypeByCode(event.event_type)
  if (!type || resourceTypeCodes[type.resourceType] !== event.resource_type) return 'ALTERED'
  if (event.stray_microseconds !== 0) return 'ALTERED'
  if (!linkHash(event, previous.hash).equals(event.hash)) return 'ALTERED'
  if (event.occurred_at.getTime() < previous.time) return 'TIME_REVERSED'
  if (!event.detail) return 'DETAIL_MISSING'
  // Of another length, bytes could wander between salt and payload under the same digest.
  if (event.detail.salt.length !== saltLength) return 'DETAIL_ALTERED'
  return detailHash(event.detail).equals(event.detail_hash) ? null : 'DETAIL_ALTERED'
}
