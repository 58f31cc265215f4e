import { describe, expect, it } from 'vitest'
import { findAlert, heardEvents, type HeardEvent } from './alert-kinds.ts'

const by = (type: HeardEvent['actor']['type']) => ({ type, id: null, name: null })
const told = (eventName: HeardEvent['eventName'], data: object, type: HeardEvent['actor']['type'] = 'JOB') =>
  findAlert({ eventName, data: data as HeardEvent['data'], actor: by(type) })

describe('What an event is to people', () => {
  it.each([
    ['THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED', { procedure: 'RECEIVERSHIP' }, 'PROCEDURE'],
    [
      'THIRD_PARTY_INFORMATION_UPDATED',
      { before: { status: 'ACTIVE' }, after: { status: 'STRUCK_OFF' } },
      'STRUCK_OFF',
    ],
    [
      'THIRD_PARTY_INDICATOR_UPDATED',
      { code: 'FINANCIAL_RISK', before: { rating: 'B' }, after: { rating: 'D' } },
      'RATING_LOST',
    ],
    ['THIRD_PARTY_UPDATED', { kind: 'OWNER' }, 'OWNERSHIP'],
    ['DOSSIER_UPDATED', { kind: 'OWNER' }, 'OWNERSHIP'],
    ['THIRD_PARTY_UPDATED', { contact: { contactId: 1, change: 'BOUNCED' } }, 'CONTACT_UNREACHABLE'],
    ['THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE', {}, 'CONTACT_UNREACHABLE'],
    ['DOSSIER_STATUS_UPDATED_INVALID', { after: 'INVALID', reason: 'EXPIRED' }, 'DOSSIER_INVALID'],
    ['DOSSIER_STATUS_UPDATED_VALID', { after: 'VALID' }, 'DOSSIER_STATUS'],
    ['DOCUMENT_ANSWER_UPDATED', { before: 'CHECKING', after: 'PENDING', responseId: 4 }, 'ANSWER_TO_REVIEW'],
    ['DOCUMENT_ANSWER_ACCEPTED', { responseId: 4 }, 'BANK_CHANGED'],
    ['DOCUMENT_ANSWER_EXPIRED', {}, 'PIECE_EXPIRED'],
  ] as const)('%s with %j is an alert', (eventName, data, kind) => {
    expect(heardEvents).toContain(eventName)
    expect(told(eventName, data)?.kind).toBe(kind)
  })

  it.each([
    ['THIRD_PARTY_INFORMATION_UPDATED', { before: {}, after: { status: 'STRUCK_OFF' } }],
    ['THIRD_PARTY_INFORMATION_UPDATED', { before: { name: 'a' }, after: { name: 'b' } }],
    ['THIRD_PARTY_INDICATOR_UPDATED', { before: { rating: 'C' }, after: { rating: 'B' } }],
    ['THIRD_PARTY_INDICATOR_UPDATED', { before: null, after: { rating: 'E' } }],
    ['THIRD_PARTY_INDICATOR_UPDATED', { before: { rating: 'A' }, after: { rating: null } }],
    ['THIRD_PARTY_UPDATED', { contact: { contactId: 1, change: 'ADDED' } }],
    ['DOSSIER_UPDATED', { kind: 'STATUS_REASON' }],
    ['DOCUMENT_ANSWER_UPDATED', { before: 'CHECKING', after: 'DRAFT' }],
    ['DOCUMENT_ANSWER_ACCEPTED', { responseId: 4, reusedFrom: 3 }],
    ['DOSSIER_STATUS_UPDATED', { after: 'INVALID' }],
  ] as const)('%s with %j is none', (eventName, data) => {
    expect(told(eventName, data)).toBeNull()
  })

  it('An answer that a person accepted is not told as one that nobody has seen', () => {
    expect(told('DOCUMENT_ANSWER_ACCEPTED', { responseId: 4 }, 'USER')).toBeNull()
  })
})
