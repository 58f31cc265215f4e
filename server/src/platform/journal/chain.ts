import { hash } from 'node:crypto'

/** One event as the chain sees it; all of it identifiers, times and digests. */
export interface ChainedEvent {
  account_id: number
  seq: number
  event_id: number
  event_type: number
  resource_type: number
  resource_id: number
  thirdparty_id: number | null
  dossier_id: number | null
  document_id: number | null
  occurred_at: Date
  actor_type: string
  actor_id: number | null
  detail_hash: Buffer
  hash: Buffer
}

export interface EventDetail {
  salt: Buffer
  payload: Buffer
}

export const saltLength = 32

/** The hash before the first event: bound to the account, so a chain cannot be moved to another. */
export function genesis(accountId: number): Buffer {
  return hash('sha256', `vigie journal ${accountId}`, 'buffer')
}

/** Written a second time, apart from the database's own function: the verifier must not trust what it verifies. */
export function linkHash(event: ChainedEvent, previous: Buffer): Buffer {
  const text = [
    'v1',
    event.account_id,
    event.seq,
    event.event_id,
    event.event_type,
    event.resource_type,
    event.resource_id,
    event.thirdparty_id ?? '',
    event.dossier_id ?? '',
    event.document_id ?? '',
    event.occurred_at.getTime(),
    event.actor_type,
    event.actor_id ?? '',
    event.detail_hash.toString('hex'),
    previous.toString('hex'),
  ].join('|')
  return hash('sha256', text, 'buffer')
}

export function detailHash({ salt, payload }: EventDetail): Buffer {
  return hash('sha256', Buffer.concat([salt, payload]), 'buffer')
}
