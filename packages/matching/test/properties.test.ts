import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameIndex, reasonKinds, score, type Subject, type SubjectKind } from '../src/index.ts'

const kinds: readonly SubjectKind[] = ['PERSON', 'ORGANISATION', 'VESSEL', 'UNKNOWN']
const words = fc.constantFrom(
  ...'Omar Umar bin al Abdul Hassan Petrova Petrov Sergeevich J. Dr. Ltd Limited GmbH Bank Banque Trading Company 44'.split(
    ' ',
  ),
  ...'forty four II Paris Iran Müller Mueller Иванов محمد 김정은 Παπαδόπουλος O’Brien & , XIV Sea Star Sasha Alexander'.split(
    ' ',
  ),
)
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const dates = fc.constantFrom('1970', '1970-05', '1970-05-12', '~1970', '1955/1958', '1970-12-05', 'unknown')
const subjects: fc.Arbitrary<Subject> = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    names: fc.array(fc.record({ text: texts, kind: fc.constantFrom('PRIMARY', 'ALIAS', 'WEAK', 'FORMER') }), {
      minLength: 1,
      maxLength: 3,
    }),
    birthDates: fc.array(dates, { maxLength: 2 }),
    birthPlaces: fc.array(fc.constantFrom('Lyon, France', 'Tirin Kot'), { maxLength: 1 }),
    countries: fc.array(fc.constantFrom('FR', 'DE', 'xx', 'RU'), { maxLength: 2 }),
    identifiers: fc.array(
      fc.record(
        {
          type: fc.constantFrom('LEI', 'VAT', 'PASSPORT', 'OTHER'),
          value: fc.constantFrom('A1234567', 'B7654321', '0000'),
          country: fc.constantFrom('FR', 'DE'),
        },
        { requiredKeys: ['type', 'value'] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['kind', 'names'] },
)

test('A score is the same both ways round', () => {
  fc.assert(
    fc.property(subjects, subjects, (a, b) => {
      expect(score(b, a).score).toBe(score(a, b).score)
      expect(score(b, a).nameScore).toBe(score(a, b).nameScore)
    }),
    { numRuns: 500 },
  )
})

test('A score lies between 0 and 1, and its reasons add up to it', () => {
  fc.assert(
    fc.property(subjects, subjects, (a, b) => {
      const found = score(a, b)
      expect(found.score).toBeGreaterThanOrEqual(0)
      expect(found.score).toBeLessThanOrEqual(1)
      expect(found.reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(found.score, 6)
      for (const { kind } of found.reasons) expect(reasonKinds).toContain(kind)
    }),
    { numRuns: 500 },
  )
})

const bare = (subject: Subject): Subject => ({ kind: subject.kind, names: subject.names })

test('A subject is itself, and nothing scores higher against its names', () => {
  fc.assert(
    fc.property(subjects, subjects, (subject, other) => {
      const strong = subject.names.some(({ kind, text }) => kind !== 'WEAK' && text.trim() !== '')
      const itself = score(bare(subject), bare(subject))
      if (strong) expect(itself).toMatchObject({ score: 1, match: true })
      expect(score(bare(subject), bare(other)).score).toBeLessThanOrEqual(strong ? itself.score : 1)
    }),
    { numRuns: 300 },
  )
})

const noise = fc.constantFrom('x', 'zq', '9', ' Kestrel', 'é', ' ', '-', 'ш')

test('Noise in a name never raises its score above that of the exact name', () => {
  fc.assert(
    fc.property(texts, noise, fc.nat({ max: 40 }), fc.constantFrom(...kinds), (text, added, place, kind) => {
      const at = Math.min(place, text.length)
      const subject = (name: string): Subject => ({ kind, names: [{ text: name, kind: 'PRIMARY' }] })
      const noisy = text.slice(0, at) + added + text.slice(at)
      expect(score(subject(text), subject(noisy)).score).toBeLessThanOrEqual(1)
      if (text.trim() !== '') expect(score(subject(text), subject(text)).score).toBe(1)
    }),
    { numRuns: 300 },
  )
})

test('The index finds every subject under each of its own names', () => {
  fc.assert(
    fc.property(fc.array(subjects, { minLength: 1, maxLength: 8 }), (all) => {
      const index = new NameIndex()
      for (const [id, subject] of all.entries()) index.add(id, subject)
      for (const [id, subject] of all.entries()) {
        for (const name of subject.names) {
          if (name.text.trim() === '') continue
          const found = index.find({ kind: subject.kind, names: [{ ...name, kind: 'PRIMARY' }] })
          expect(found.map((it) => it.id)).toContain(id)
        }
      }
    }),
    { numRuns: 100 },
  )
})

const hostile: readonly (readonly [string, string])[] = [
  ['ten million letters', 'a'.repeat(10_000_000)],
  ['ten thousand words', Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(' ')],
  ['ten thousand times one word', 'mohammed '.repeat(10_000)],
  ['ten thousand initials', 'a. '.repeat(10_000)],
  ['ten thousand legal forms', 'gesellschaft mit beschränkter '.repeat(3_000)],
  ['lone surrogates', '\ud800'.repeat(1_000)],
  ['punctuation', '.,;-/'.repeat(1_000)],
  ['combining marks', `a${'\u0301'.repeat(100_000)}`],
  ['zero bytes', '\u0000'.repeat(1_000)],
  ['a long word of syllables', '習'.repeat(5_000)],
]

test.each(hostile)('A name of %s is answered within a second', (_, text) => {
  const began = process.cpuUsage()
  for (const kind of kinds) {
    const subject: Subject = { kind, names: [{ text, kind: 'PRIMARY' }] }
    const index = new NameIndex()
    index.add(1, subject)
    expect(score(subject, { kind, names: [{ text: 'Omar Saleh', kind: 'PRIMARY' }] }).match).toBe(false)
    expect(score(subject, subject).score).toBe(1)
    expect(index.find(subject)).toHaveLength(1)
  }
  const { user } = process.cpuUsage(began)
  expect(user / 1e6).toBeLessThan(1)
})
