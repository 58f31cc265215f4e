import { expect, test } from 'vitest'
import { score, threshold, type Subject } from '../src/index.ts'

const person = (text: string, more: Partial<Subject> = {}): Subject => ({
  kind: 'PERSON',
  names: [{ text, kind: 'PRIMARY' }],
  ...more,
})
const company = (text: string, more: Partial<Subject> = {}): Subject => ({
  ...person(text, more),
  kind: 'ORGANISATION',
})
const kindsOf = (a: Subject, b: Subject) => score(a, b).reasons.map(({ kind }) => kind)

test.each([
  ['Olena Marchenko', 'MARCHENKO, Olena'],
  ['Κωνσταντίνος Παπαδόπουλος', 'Konstantinos Papadopoulos'],
  ['Юлия Щербакова', 'Yulia Shcherbakov'],
  ['김영철', 'Kim Yong Chol'],
  ['محمد الحسيني', 'Mohammed al-Husseini'],
  ['Abd al-Rahman Yasin', 'Abdurrahman Yassin'],
  ['Dr. J. Lindqvist', 'Johan Lindqvist'],
  ['Bill Hartmann', 'William Hartmann'],
  ['Fatima bint Salem al-Nuri', 'Fatima Salem Nuri'],
  ['Anders Holmgren', 'Andres Holmgren'],
])('%s may be %s', (ours, theirs) => {
  expect(score(person(ours), person(theirs)).match).toBe(true)
})

test.each([
  ['Karim Yusuf Hamdan al-Basri', 'Karim Yusuf Hamdan al-Halabi'],
  ['Salim bin Rashid al-Amri', 'Rashid bin Salim al-Amri'],
  ['Hans O Becker', 'Hans Joachim Becker'],
  ['Pavel Andreevich Morozov', 'Pavel Igorevich Morozov'],
  ['Lucas Petit', 'Lucas Grand'],
])('%s is not %s', (ours, theirs) => {
  expect(score(person(ours), person(theirs)).match).toBe(false)
})

test.each([
  ['Norda Aktiengesellschaft', 'NORDA A.G.'],
  ['ООО Вектор Плюс', 'Vector Plus LLC'],
  ['Brigade Forty-Four', 'Brigade 44'],
  ['Nordic Trading Company Ltd', 'Nordic Trading Co. Limited'],
  ['Compagnie Sahel Assurances SA', 'Sahel Insurance Company'],
  ['Kestrel Maritime Joynt Stock Company', 'JSC Kestrel Maritime'],
])('The company %s may be %s', (ours, theirs) => {
  expect(score(company(ours), company(theirs)).match).toBe(true)
})

test.each([
  ['Norda Bank Peru', 'Norda Bank Chile'],
  ['Trading Company', 'Baltic Trading Company'],
  ['11420 Corp.', 'Meridian Corp.'],
  ['Norda Solutions II Ltd', 'Norda Solutions Ltd'],
  ['Kestrel GmbH', 'Falke GmbH'],
])('The company %s is not %s', (ours, theirs) => {
  expect(score(company(ours), company(theirs)).match).toBe(false)
})

test('A contradiction is named with the words on both sides', () => {
  const { reasons } = score(person('Karim Hamdan al-Basri'), person('Karim Hamdan al-Halabi'))
  expect(reasons).toContainEqual(
    expect.objectContaining({
      kind: 'WORD_CONTRADICTED',
      effect: 'AGAINST',
      ours: 'basri',
      theirs: 'halabi',
    }),
  )
})

test('An equal identifier makes a match of two names that have nothing in common', () => {
  const lei = { type: 'LEI', value: '5493 00ABC DEF123456 78' }
  const found = score(
    company('Norda AG', { identifiers: [lei] }),
    company('Falke AG', { identifiers: [lei] }),
  )
  expect(found).toMatchObject({ match: true, nameScore: expect.any(Number) })
  expect(found.nameScore).toBeLessThan(threshold)
  expect(found.reasons).toContainEqual(expect.objectContaining({ kind: 'IDENTIFIER_EQUAL', effect: 'FOR' }))
})

test('Another identifier of the same type and country lowers, of another country it does not', () => {
  const with_ = (value: string, country: string) =>
    company('Norda Chemicals AG', { identifiers: [{ type: 'VAT', value, country }] })
  const alone = score(company('Norda Chemicals AG'), company('Norda Chemicals AG')).score
  expect(score(with_('DE111111112', 'DE'), with_('DE999999998', 'DE')).score).toBeLessThan(alone)
  expect(score(with_('DE111111112', 'DE'), with_('ATU99999998', 'AT')).score).toBe(alone)
})

test.each([
  ['1970-05-12', '1970-05-12', 'BIRTH_DATE_EQUAL'],
  ['1970', '1970-05-12', 'BIRTH_DATE_EQUAL'],
  ['~1970', '1972-03', 'BIRTH_DATE_EQUAL'],
  ['1955/1958', '1957-01-31', 'BIRTH_DATE_EQUAL'],
  ['1970-05-12', '1970-12-05', 'BIRTH_DATE_NEAR'],
  ['1970-05-12', '1970-05-13', 'BIRTH_DATE_NEAR'],
  ['1970-05-12', '1982-11-03', 'BIRTH_DATE_CONTRADICTED'],
  ['~1970', '1980', 'BIRTH_DATE_CONTRADICTED'],
])('Birth dates %s and %s are %s', (ours, theirs, kind) => {
  expect(
    kindsOf(person('Ana Reyes', { birthDates: [ours] }), person('Ana Reyes', { birthDates: [theirs] })),
  ).toContain(kind)
})

test('What one side does not know changes nothing', () => {
  const known = { birthDates: ['1970-05-12'], countries: ['FR'], birthPlaces: ['Lyon'] }
  const near = score(person('Ana Reyes'), person('Anna Reyes'))
  expect(score(person('Ana Reyes', known), person('Anna Reyes')).score).toBe(near.score)
  expect(kindsOf(person('Ana Reyes', known), person('Anna Reyes'))).toEqual(
    expect.arrayContaining(['BIRTH_DATE_MISSING', 'COUNTRY_MISSING']),
  )
})

test('Birth date and country raise a near name when they agree and lower it when they do not', () => {
  const of = (text: string, birthDate: string, country: string) =>
    person(text, { birthDates: [birthDate], countries: [country] })
  const alone = score(person('Mark Cooney'), person('Mark Carney')).score
  expect(
    score(of('Mark Cooney', '1970-01-02', 'IE'), of('Mark Carney', '1970-01-02', 'IE')).score,
  ).toBeGreaterThan(alone)
  expect(
    score(of('Mark Cooney', '1970-01-02', 'IE'), of('Mark Carney', '1950-07-09', 'CA')).score,
  ).toBeLessThan(alone)
})

test('A weak alias meets only the very same name', () => {
  const listed: Subject = { kind: 'PERSON', names: [{ text: 'The Old Fox', kind: 'WEAK' }] }
  expect(score(person('the old fox'), listed)).toMatchObject({ match: true })
  expect(score(person('The Old Fix'), listed)).toMatchObject({ match: false, score: 0 })
})

test('A person is not a company, unless the names are the same', () => {
  expect(score(person('Delta'), company('Delta Maritime')).match).toBe(false)
  expect(kindsOf(person('Delta Maritime'), company('Delta Maritime'))).toContain('KIND_CONTRADICTED')
})
