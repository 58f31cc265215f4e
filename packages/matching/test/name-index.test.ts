import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameIndex, prepare, type Subject } from '../src/index.ts'

const person = (text: string): Subject => ({ kind: 'PERSON', names: [{ text, kind: 'PRIMARY' }] })
const company = (text: string): Subject => ({ kind: 'ORGANISATION', names: [{ text, kind: 'PRIMARY' }] })

function indexOf(...subjects: readonly Subject[]): NameIndex {
  const index = new NameIndex()
  for (const [id, subject] of subjects.entries()) index.add(id, subject)
  return index
}

const idsFor = (index: NameIndex, subject: Subject) => index.find(subject).map(({ id }) => id)

test.each([
  ['Yusuf Hamdan', 'Yusef Hamdan'],
  ['Sergey Morozov', 'Сергей Морозов'],
  ['Mohammed Rashidi', 'محمد رشيدي'],
  ['Li Weimin', '李伟民'],
  ['Abdulrahman Saleh', 'Abd al-Rahman Saleh'],
  ['Alsabah Nasser', 'Nasser al-Sabah'],
  ['Bill Hartmann', 'William Hartmann'],
  ['J. Lindqvist', 'Johan Lindqvist'],
  ['Elena Dostoevskaya', 'Elena Dostoevsky'],
  ['Nikolai Plat Ono Vich', 'Nikolai Platonovich'],
])('The search for %s finds %s, and the other way round', (ours, theirs) => {
  expect(idsFor(indexOf(person('Ana Reyes'), person(theirs)), person(ours))).toEqual([1])
  expect(idsFor(indexOf(person('Ana Reyes'), person(ours)), person(theirs))).toEqual([1])
})

test.each([
  ['UNESC', 'Union Nordique des Etudes Scientifiques et Culturelles'],
  ['Sahel Assurances SA', 'Sahel Insurance'],
  ['Brigade Forty-Four', '44 Brigade'],
  ['Trading Company', 'Trading Company'],
  ['Iran Ltd', 'Iran Limited'],
  ['***', '***'],
])('The search for the company %s finds %s', (ours, theirs) => {
  expect(idsFor(indexOf(company('Kestrel'), company(theirs)), company(ours))).toEqual([1])
})

test('A weak alias is found by the very same name only', () => {
  const index = indexOf({ kind: 'PERSON', names: [{ text: 'The Old Fox', kind: 'WEAK' }] })
  expect(idsFor(index, person('Old fox, the'))).toEqual([0])
  expect(idsFor(index, person('Old Fox'))).toEqual([])
})

test('An equal identifier finds a subject of any name, and no limit hides it', () => {
  const imo = [{ type: 'IMO', value: 'IMO 9234567' }]
  const index = indexOf(
    { ...company('Sea Star'), identifiers: imo },
    company('Blue Moon'),
    company('Blue Moon'),
  )
  const found = index.find(
    { ...company('Blue Moon'), identifiers: [{ type: 'IMO', value: '9234567' }] },
    { limit: 2 },
  )
  expect(found).toEqual([
    { id: 1, nameScore: 1, hasIdentifier: false },
    { id: 2, nameScore: 1, hasIdentifier: false },
    { id: 0, nameScore: 0, hasIdentifier: true },
  ])
})

test('Whoever matches by name is found, however many there are', () => {
  const index = new NameIndex()
  for (let id = 0; id < 5_000; id += 1) index.add(id, person('Ada Verlaine'))
  expect(index.find(person('Verlaine, Ada')).length).toBe(5_000)
})

test('What is removed or replaced is not found any more, and what remains still is', () => {
  const index = new NameIndex()
  for (let id = 0; id < 12_000; id += 1) index.add(id, person(`Person${id % 100} Family${id}`))
  for (let id = 0; id < 11_000; id += 1) index.remove(id)
  index.remove(5)
  index.add(11_500, person('Somebody Else'))
  expect(index.size).toBe(1_000)
  expect(idsFor(index, person('Person7 Family7'))).toEqual([])
  expect(idsFor(index, person('Person0 Family11500'))).toEqual([])
  expect(idsFor(index, person('Somebody Else'))).toEqual([11_500])
  expect(idsFor(index, person('Person99 Family11999'))[0]).toBe(11_999)
  expect(index.memory()).toBeGreaterThan(1_000)
})

test('A number that does not fit is refused', () => {
  const index = new NameIndex()
  for (const id of [-1, 1.5, 2 ** 32]) expect(() => index.add(id, person('Ana'))).toThrow(RangeError)
  index.add(2 ** 32 - 1, person('Ana Reyes'))
  expect(idsFor(index, person('Ana Reyes'))).toEqual([2 ** 32 - 1])
})

const given = ['Omar', 'Umar', 'Hassan', 'Hasan', 'Yusuf', 'Maria', 'Marie', 'Kim', 'A', 'bin', 'al']
const family = ['Petrov', 'Petrova', 'Saleh', 'Salih', 'Jong Un', 'Jongun', 'Nuri', 'Lopez', 'Smith']
const names = fc
  .tuple(fc.constantFrom(...given), fc.constantFrom(...given), fc.constantFrom(...family))
  .map((parts) => parts.join(' '))

test('The order in which subjects are added does not matter', () => {
  const shuffled = fc
    .array(names, { minLength: 1, maxLength: 30 })
    .chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length }), names),
    )
  fc.assert(
    fc.property(shuffled, ([all, order, sought]) => {
      const one = new NameIndex()
      const other = new NameIndex()
      for (const [id, text] of all.entries()) one.add(id, person(text))
      for (const id of order) other.add(id, person(all[id] ?? ''))
      expect(other.find(person(sought))).toEqual(one.find(person(sought)))
    }),
    { numRuns: 60 },
  )
})

test('A prepared subject is found and finds like the plain one', () => {
  const index = new NameIndex()
  index.add(1, prepare(person('Omar Saleh')))
  expect(index.find(prepare(person('Omar Saleh')))).toEqual(index.find(person('Omar Saleh')))
  expect(index.find(person('Omar Saleh'))).toHaveLength(1)
})
