import type { EventName, EventView } from '../../platform/journal/index.ts'

export const alertKinds = [
  'PROCEDURE',
  'STRUCK_OFF',
  'DOSSIER_INVALID',
  'DOSSIER_STATUS',
  'PIECE_EXPIRED',
  'ANSWER_TO_REVIEW',
  'RATING_LOST',
  'LIST_HIT',
  'BANK_CHANGED',
  'CONTACT_UNREACHABLE',
  'PROVIDER_SILENT',
  'OVERDUE',
  'OWNERSHIP',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** The few words a text is made of. */
export type AlertFacts = Readonly<Record<string, string | number | null>>

export interface FoundAlert {
  readonly kind: AlertKind
  readonly facts: AlertFacts
}

/** Those that may become an alert; all others are not even read. */
export const heardEvents: readonly EventName[] = [
  'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
  'THIRD_PARTY_INFORMATION_UPDATED',
  'THIRD_PARTY_INDICATOR_UPDATED',
  'THIRD_PARTY_UPDATED',
  'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE',
  'DOSSIER_UPDATED',
  'DOSSIER_STATUS_UPDATED_ACTION_REQUIRED',
  'DOSSIER_STATUS_UPDATED_VALID',
  'DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION',
  'DOSSIER_STATUS_UPDATED_INVALID',
  'DOCUMENT_ANSWER_UPDATED',
  'DOCUMENT_ANSWER_ACCEPTED',
  'DOCUMENT_ANSWER_EXPIRED',
]

export type HeardEvent = Pick<EventView, 'eventName' | 'data' | 'actor'>

/**
 * What an event is to people, or null if nobody needs to hear of it. Of several events that tell of one thing only one
 * speaks: a status is recorded twice, and a gazette's news changes the record of the company as well.
 */
export function findAlert({ eventName, data, actor }: HeardEvent): FoundAlert | null {
  const said = data as Said
  switch (eventName) {
    case 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED':
      return { kind: 'PROCEDURE', facts: { procedure: wordOf(said['procedure']) } }
    case 'THIRD_PARTY_INFORMATION_UPDATED':
      return findStanding(said)
    case 'THIRD_PARTY_INDICATOR_UPDATED':
      return findLostRating(said)
    case 'THIRD_PARTY_UPDATED':
    case 'DOSSIER_UPDATED':
      return said['kind'] === 'OWNER' ? { kind: 'OWNERSHIP', facts: {} } : findLostContact(said)
    case 'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE':
      return { kind: 'CONTACT_UNREACHABLE', facts: { reason: 'REMOVED' } }
    case 'DOSSIER_STATUS_UPDATED_INVALID':
      return { kind: 'DOSSIER_INVALID', facts: { reason: wordOf(said['reason']) } }
    case 'DOSSIER_STATUS_UPDATED_ACTION_REQUIRED':
    case 'DOSSIER_STATUS_UPDATED_VALID':
    case 'DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION':
      return {
        kind: 'DOSSIER_STATUS',
        facts: { status: wordOf(said['after']), reason: wordOf(said['reason']) },
      }
    case 'DOCUMENT_ANSWER_UPDATED':
      return said['before'] === 'CHECKING' && said['after'] === 'PENDING'
        ? { kind: 'ANSWER_TO_REVIEW', facts: answerOf(said) }
        : null
    case 'DOCUMENT_ANSWER_ACCEPTED':
      // What nobody has looked at; it is kept only if its checks call its bank details a change.
      return actor.type === 'JOB' && said['reusedFrom'] === undefined
        ? { kind: 'BANK_CHANGED', facts: answerOf(said) }
        : null
    case 'DOCUMENT_ANSWER_EXPIRED':
      return { kind: 'PIECE_EXPIRED', facts: {} }
    default:
      return null
  }
}

type Said = Readonly<Record<string, unknown>>

const partOf = (value: unknown): Said => (typeof value === 'object' && value !== null ? (value as Said) : {})
const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 100) : null)
const answerOf = (said: Said): AlertFacts => ({
  responseId: typeof said['responseId'] === 'number' ? said['responseId'] : null,
})

function findStanding(said: Said): FoundAlert | null {
  const before = partOf(said['before'])['status']
  const after = partOf(said['after'])['status']
  // A company that was added struck off is no news of it.
  if (typeof before !== 'string') return null
  if (after === 'STRUCK_OFF') return { kind: 'STRUCK_OFF', facts: {} }
  // What gazettes announce is told by its own event.
  const isAnnounced = said['provider'] === 'announcements'
  return after === 'IN_COLLECTIVE_PROCEDURE' && !isAnnounced
    ? { kind: 'PROCEDURE', facts: { procedure: null } }
    : null
}

/** A letter further down the alphabet; what is no longer known is not worse. */
function findLostRating(said: Said): FoundAlert | null {
  const before = wordOf(partOf(said['before'])['rating'])
  const after = wordOf(partOf(said['after'])['rating'])
  if (before === null || after === null || after <= before) return null
  return { kind: 'RATING_LOST', facts: { indicator: wordOf(said['code']), before, after } }
}

function findLostContact(said: Said): FoundAlert | null {
  const change = partOf(said['contact'])['change']
  return change === 'BOUNCED' || change === 'SILENT'
    ? { kind: 'CONTACT_UNREACHABLE', facts: { reason: change } }
    : null
}
