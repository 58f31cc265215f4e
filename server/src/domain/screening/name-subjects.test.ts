import { expect, test } from 'vitest'
import { nameSubjects, type CompanyFacts } from './name-subjects.ts'

const facts = (over: Partial<CompanyFacts> = {}): CompanyFacts => ({
  thirdpartyId: 1,
  name: 'Ateliers Brenval',
  tradeName: 'Brenval',
  countryCode: 'FR',
  identifiers: [{ type: 'SIREN', value: '123456782' }],
  executives: [],
  forms: [],
  contacts: [],
  ...over,
})
const entry = (key: string, value: string) => ({ type: 'string' as const, key, title: key, order: 1, value })

test('The company is a subject with all its names, its country and its numbers', () => {
  expect(nameSubjects(facts())).toMatchObject([
    {
      key: 'COMPANY',
      role: 'COMPANY',
      subject: {
        kind: 'ORGANISATION',
        names: [
          { text: 'Ateliers Brenval', kind: 'PRIMARY' },
          { text: 'Brenval', kind: 'ALIAS' },
        ],
        countries: ['FR'],
        identifiers: [{ type: 'SIREN', value: '123456782' }],
      },
    },
  ])
})

test('Executives bring their birth month and nationality, and a withheld name is nobody', () => {
  const executives = [
    {
      name: 'Mireille Tardoux',
      role: 'Présidente',
      kind: 'PERSON' as const,
      birthMonth: '1970-05',
      nationality: 'FR',
    },
    { name: '[NON-DIFFUSIBLE]', role: 'Gérant', kind: 'PERSON' as const },
    { name: '', role: 'Gérant', kind: 'PERSON' as const },
    { name: 'Audit Corvane', role: 'Commissaire', kind: 'COMPANY' as const, identifier: '987654321' },
  ]
  expect(nameSubjects(facts({ executives })).slice(1)).toMatchObject([
    { role: 'EXECUTIVE', subject: { kind: 'PERSON', birthDates: ['1970-05'], countries: ['FR'] } },
    { role: 'EXECUTIVE', subject: { kind: 'ORGANISATION', identifiers: [{ value: '987654321' }] } },
  ])
})

test('Accepted forms name owners with their birth dates, and whoever signed', () => {
  const form = [
    entry('owners.0.surname', 'Tardoux'),
    entry('owners.0.firstName', 'Mireille'),
    entry('owners.0.birthDate', '12/05/1970'),
    entry('owners.0.nationality', 'Française'),
    entry('owners.1.surname', 'Okonjo'),
    entry('signatory', 'Paul Verdane'),
  ]
  const named = nameSubjects(facts({ forms: [form] })).slice(1)
  expect(named.map(({ role, subject }) => [role, subject.names[0]?.text, subject.birthDates])).toEqual([
    ['OWNER', 'Mireille Tardoux', ['1970-05-12']],
    ['OWNER', 'Okonjo', []],
    ['SIGNATORY', 'Paul Verdane', []],
  ])
})

test('The same person written otherwise stays the same subject, and a new fact changes the fingerprint', () => {
  const executive = (name: string, birthMonth?: string) =>
    nameSubjects(
      facts({ executives: [{ name, role: 'Gérant', kind: 'PERSON', ...(birthMonth && { birthMonth }) }] }),
    )[1]
  expect(executive('TARDOUX Mireille')?.key).toBe(executive('Mireille Tardoux')?.key)
  expect(executive('Éric Noé')?.key).toBe(executive('eric noe')?.key)
  expect(executive('Éric Noé')?.fingerprint).not.toEqual(executive('Éric Noé', '1970')?.fingerprint)
})

test('A company without any usable name or number is no subject', () => {
  expect(nameSubjects(facts({ name: null, tradeName: '***', identifiers: [] }))).toEqual([])
})
