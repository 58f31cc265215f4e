import { expect, test } from 'vitest'
import { NameIndex, score, type Subject } from '../src/index.ts'
import { lostSpellings } from './own-names.ts'
import { dataFolder, missingData } from './public-data.ts'
import { readEntries, readPersons } from './public-lists.ts'

// The proof of the same name looks at all of them.
test('Entries of the public lists are found by each spelling of their names and match', ({ skip }) => {
  skip(dataFolder === undefined, missingData)
  const entries = readEntries()
  expect(entries.length).toBeGreaterThan(10_000)
  const some = entries.filter((_, at) => at % 5 === 0)
  expect(lostSpellings(some, 12)).toEqual([])
})

const persons = (file: string): Subject[] =>
  readPersons(file).map((text) => ({ kind: 'PERSON', names: [{ text, kind: 'PRIMARY' }] }))

test('Persons of the UN list with slips of the pen are found and match', ({ skip }) => {
  skip(dataFolder === undefined, missingData)
  const right = persons('positives_un_untreated')
  const index = new NameIndex()
  for (const [id, subject] of right.entries()) index.add(id, subject)
  const slips = persons('positives_un_treated')
  const lost = slips.filter((subject, id) => {
    const theirs = right[id]
    return (
      theirs !== undefined &&
      !(score(subject, theirs).match && index.find(subject).some((it) => it.id === id))
    )
  })
  expect(lost.length / slips.length).toBeLessThanOrEqual(0.02)
})
