import type { Tx } from '../../platform/db/index.ts'
import {
  record,
  type EventData,
  type EventDataOf,
  type EventWordsOf,
  type Person,
} from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { CommentPlace } from './comment-place.ts'

type Change = 'ADDED' | 'UPDATED' | 'DELETED'
type What = Change | `MENTION_${Change}`
// A comment says the same wherever it stands.
type CommentData = EventDataOf<`THIRD_PARTY_COMMENT_${What}`>
type CommentWords = EventWordsOf<`THIRD_PARTY_COMMENT_${What}`>

interface CommentTexts {
  readonly what: What
  readonly data: CommentData
  readonly personal: { readonly person: Person; readonly data: CommentWords }[]
}

function recordAt(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, dossierId, documentId }: CommentPlace,
  { what, ...said }: CommentTexts,
): void {
  if (dossierId === undefined)
    record(tx, scope, { name: `THIRD_PARTY_COMMENT_${what}`, thirdpartyId, ...said })
  else if (documentId === undefined)
    record(tx, scope, { name: `DOSSIER_COMMENT_${what}`, thirdpartyId, dossierId, ...said })
  else record(tx, scope, { name: `DOCUMENT_COMMENT_${what}`, thirdpartyId, dossierId, documentId, ...said })
}

export interface CommentEvent {
  readonly commentId: number
  readonly change: Change
  /** Ids and nothing else: what is here can never be erased. */
  readonly data?:
    | Omit<EventDataOf<'THIRD_PARTY_COMMENT_ADDED'>, 'commentId'>
    | Omit<EventDataOf<'THIRD_PARTY_COMMENT_UPDATED'>, 'commentId'>
  /** The words, sealed for who wrote them; a client is nobody to be forgotten. */
  readonly words?: EventWordsOf<`THIRD_PARTY_COMMENT_${Change}`>
  readonly author: { readonly type: string; readonly id: number | null }
}

export function recordComment(tx: Tx, scope: Scope, place: CommentPlace, event: CommentEvent): void {
  const { commentId, change, data = {}, words, author } = event
  const { type, id } = author
  const sealed = type === 'USER' && id !== null && words !== undefined
  recordAt(tx, scope, place, {
    what: change,
    data: { commentId, ...(sealed ? data : mergeEventData(data, words ?? {})) },
    personal: sealed ? [{ person: { type: 'USER', id }, data: words }] : [],
  })
}

/** Both speak of `before` and `after`, one level down. */
function mergeEventData(data: EventData, words: EventData): EventData {
  const keys = [...new Set([...Object.keys(data), ...Object.keys(words)])]
  return Object.fromEntries(keys.map((key) => [key, both(data[key], words[key])]))
}

function both(one: unknown, other: unknown): unknown {
  if (one === undefined || other === undefined) return one ?? other
  return { ...(one as EventData), ...(other as EventData) }
}

export interface MentionChange {
  readonly userId: number
  readonly change: Change
  /** Null for somebody who has left. */
  readonly name: string | null
}

/** After the comment's own event, in the order of the people's ids. */
export function recordMentions(
  tx: Tx,
  scope: Scope,
  { commentId, place }: { readonly commentId: number; readonly place: CommentPlace },
  changes: readonly MentionChange[],
): void {
  for (const { userId, change, name } of changes.toSorted((a, b) => a.userId - b.userId)) {
    recordAt(tx, scope, place, {
      what: `MENTION_${change}`,
      data: { commentId, userId },
      personal: name === null ? [] : [{ person: { type: 'USER', id: userId }, data: { userName: name } }],
    })
  }
}
