import { expect, test } from 'vitest'
import type { RequestRow, Requests } from '../portal-api.ts'
import { countAwaited, groupOf, inOrder, minutesLeft, nextToDo } from './grouping.ts'

let lastId = 0
const row = (more: object = {}): RequestRow => {
  lastId += 1
  const plain = { documentId: lastId, dossierId: 1, name: `Document ${lastId}`, kind: 'FILE', required: true }
  const state = { status: 'TO_SEND', action: 'SEND', alternativeGroup: null, dueDate: null }
  return { ...plain, ...state, ...more } as unknown as RequestRow
}
const requestsOf = (...requests: RequestRow[]): Requests => {
  const toDo = requests.filter(({ required, action }) => required && action === 'SEND').length
  return { progress: { toDo }, dossiers: [{ name: 'Onboarding', requests }] } as unknown as Requests
}

test('A request stands where the contact has to deal with it', () => {
  expect(groupOf(row())).toBe('TO_SEND')
  expect(groupOf(row({ required: false }))).toBe('OPTIONAL')
  expect(groupOf(row({ action: 'NOTHING' }))).toBe('NOT_NEEDED')
  expect(groupOf(row({ action: 'WAIT' }))).toBe('IN_REVIEW')
  expect(groupOf(row({ status: 'ACCEPTED', action: 'NOTHING' }))).toBe('ACCEPTED')
})

test('What is wrong comes first, then what is due first; the next one is the first that is awaited', () => {
  const late = row({ dueDate: '2026-12-01' })
  const soon = row({ dueDate: '2026-11-20' })
  const wrong = row({ status: 'TO_CORRECT' })
  const optional = row({ required: false })
  const requests = requestsOf(optional, late, soon, wrong)
  expect(inOrder(requests).map(({ documentId }) => documentId)).toEqual(
    [wrong, soon, late, optional].map(({ documentId }) => documentId),
  )
  expect(nextToDo(requests)?.documentId).toBe(wrong.documentId)
  expect(nextToDo(requests, wrong.documentId)?.documentId).toBe(soon.documentId)
  expect(nextToDo(requestsOf(optional))?.documentId).toBe(optional.documentId)
})

test('Of alternatives one is enough: the quickest counts, and each knows the others', () => {
  const group = { alternativeGroup: 'id' }
  const requests = [row({ ...group, kind: 'FILE_AND_FORM' }), row(group), row({ kind: 'FORM' })]
  expect(minutesLeft(requests)).toBe(6)
  expect(inOrder(requestsOf(...requests)).map(({ alternatives }) => alternatives.length)).toEqual([2, 2, 0])
})

test('What was begun and is no longer good is awaited although it was optional', () => {
  const renewed = row({ required: false, status: 'TO_RENEW' })
  expect(countAwaited(requestsOf(row(), row({ required: false }), renewed))).toBe(2)
})
