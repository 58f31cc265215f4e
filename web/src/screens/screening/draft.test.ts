import { expect, test } from 'vitest'
import { blankDraft, groundsOf, isComplete, matterOf, wireDecision, withVerdict } from './draft.ts'

test('A decision needs a ground, and words where the ground is another one', () => {
  expect(isComplete(blankDraft)).toBe(false)
  expect(isComplete({ ...blankDraft, grounds: ['SAME_NAME'] })).toBe(true)
  expect(isComplete({ ...blankDraft, grounds: ['OTHER'], comment: '  ' })).toBe(false)
  expect(isComplete({ ...blankDraft, grounds: ['OTHER'], comment: 'Sold last year.' })).toBe(true)
})

test('Another verdict keeps the words and drops the grounds that it cannot have', () => {
  const draft = { ...blankDraft, grounds: ['SAME_NAME', 'OTHER'] as const, comment: 'Called them.' }
  expect(withVerdict(draft, 'FALSE_POSITIVE', 'LIST')).toEqual({
    verdict: 'FALSE_POSITIVE',
    grounds: ['OTHER'],
    comment: 'Called them.',
  })
})

test('A comment is sent in one line, and not at all when it is empty', () => {
  expect(wireDecision('UNCLEAR', { ...blankDraft, comment: ' One\n\ntwo ' }).comment).toBe('One two')
  expect(wireDecision('UNCLEAR', { ...blankDraft, comment: ' \n' }).comment).toBeNull()
})

test('No verdict can be given without saying why', () => {
  for (const verdict of ['TRUE_MATCH', 'FALSE_POSITIVE', 'UNCLEAR'] as const) {
    for (const matter of ['LIST', 'NEWS', 'BOTH'] as const) {
      expect(groundsOf(verdict, matter)).toContain('OTHER')
    }
  }
})

test('Hits on lists and on news, decided at once, share the grounds that fit both', () => {
  const [list, news] = [{ class: 'SANCTIONS' }, { class: 'NEWS' }] as const
  expect([matterOf([list]), matterOf([news, news]), matterOf([list, news])]).toEqual(['LIST', 'NEWS', 'BOTH'])
  expect(groundsOf('FALSE_POSITIVE', 'NEWS')).toContain('MINOR_MATTER')
  expect(groundsOf('FALSE_POSITIVE', 'BOTH')).toEqual(['DOCUMENT_CHECKED', 'OTHER'])
})
