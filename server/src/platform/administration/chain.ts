import { hash } from 'node:crypto'
import { detailHash, saltLength, ChainScan, type Fault, type ChainPosition } from '../journal/index.ts'

/** One entry as the chain sees it, with the bytes its words are kept in. */
export interface ChainedEntry {
  account_id: number
  seq: number
  occurred_at: Date
  /** What a JavaScript date cannot hold; anything here is a forgery. */
  stray_microseconds: number | null
  name: string
  actor_type: string
  actor_id: number | null
  subject_type: string | null
  subject_id: number | null
  salt: Buffer
  payload: Buffer
  detail_hash: Buffer
  hash: Buffer
}

/** Where a chain stands before its first entry: bound to the account, so it cannot be moved to another. */
export function administrationBeginning(accountId: number): ChainPosition {
  return { seq: 0, hash: hash('sha256', `vigie administration journal ${accountId}`, 'buffer'), time: 0 }
}

/** Written a second time, apart from the database's own function: the verifier must not trust what it verifies. */
export function administrationLink(entry: ChainedEntry, previous: Buffer): Buffer {
  const text = [
    'a1',
    entry.account_id,
    entry.seq,
    entry.name,
    entry.occurred_at.getTime(),
    entry.actor_type,
    entry.actor_id ?? '',
    entry.subject_type ?? '',
    entry.subject_id ?? '',
    entry.detail_hash.toString('hex'),
    previous.toString('hex'),
  ].join('|')
  return hash('sha256', text, 'buffer')
}

/** Under a name of its own, so that a checkpoint of this chain never passes for one of the events. */
export function signedHashOf(entryHash: Buffer): Buffer {
  return hash('sha256', `vigie administration checkpoint|${entryHash.toString('hex')}`, 'buffer')
}

/** One pass over an administration journal. */
export class AdministrationScan extends ChainScan<ChainedEntry> {
  protected faultOf(entry: ChainedEntry, previous: ChainPosition): Fault | null {
    if (entry.seq > previous.seq + 1) return 'GAP'
    if (entry.seq !== previous.seq + 1 || entry.stray_microseconds !== 0) return 'ALTERED'
    if (!administrationLink(entry, previous.hash).equals(entry.hash)) return 'ALTERED'
    if (entry.occurred_at.getTime() < previous.time) return 'TIME_REVERSED'
    if (entry.salt.length !== saltLength) return 'DETAIL_ALTERED'
    return detailHash(entry).equals(entry.detail_hash) ? null : 'DETAIL_ALTERED'
  }

  protected override signedHash(entryHash: Buffer): Buffer {
    return signedHashOf(entryHash)
  }
}
