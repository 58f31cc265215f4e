import { expect, test } from 'vitest'
import type { DocumentDefinition, FormField } from './catalogue.queries.ts'
import {
  blankDocument,
  columnWithType,
  definitionOf,
  newChoice,
  newColumn,
  newField,
  withFields,
  withSection,
  withType,
} from './definition-draft.ts'
import { isCompleteDocument, keyFault, lacksEndDate } from './form-faults.ts'

const text = (words: string) => ({ fr: words, en: words })
const field = (key: string, more: Partial<FormField> = {}): FormField => ({
  key,
  label: text(key),
  required: true,
  type: 'string',
  ...more,
})
const form = (fields: FormField[], more: Partial<DocumentDefinition> = {}): DocumentDefinition => ({
  ...blankDocument,
  name: text('Name'),
  purpose: text('Purpose'),
  legalBasis: text('Law'),
  kind: 'FORM',
  fields,
  ...more,
})

test('A new question, column or choice gets a name that is free', () => {
  expect(newField([field('field2')]).key).toBe('field3')
  expect(newColumn([]).key).toBe('column1')
  expect(newChoice([{ code: 'CHOICE_1', label: text('') }]).code).toBe('CHOICE_2')
})

test('A new question stands under the heading of the one above it', () => {
  const section = text('Owners')
  expect(newField([field('a', { section })]).section).toEqual(section)
  expect('section' in newField([field('a')])).toBe(false)
})

test('Another kind of answer keeps what every kind has and begins anew with its own', () => {
  const before = field('size', { help: text('Help'), maxLength: 40, requiredUnless: 'other', personal: true })
  const choice = withType(before, 'choice')
  expect(choice).toMatchObject({ key: 'size', help: text('Help'), requiredUnless: 'other', personal: true })
  expect(choice.choices?.map(({ code }) => code)).toEqual(['CHOICE_1', 'CHOICE_2'])
  expect('maxLength' in choice).toBe(false)
  expect(withType(choice, 'table').columns).toHaveLength(1)
  expect('choices' in withType(choice, 'table')).toBe(false)
  expect(columnWithType(newColumn([]), 'choice').choices).toHaveLength(2)
})

test('What hangs on a question follows its new name', () => {
  const draft = form([field('end', { type: 'date' }), field('why', { requiredUnless: 'end' })], {
    validity: { kind: 'FIELD', field: 'end' },
    effectiveDateField: 'end',
  })
  const renamed = withFields(draft, [
    field('until', { type: 'date' }),
    field('why', { requiredUnless: 'end' }),
  ])
  expect(renamed.fields[1]?.requiredUnless).toBe('until')
  expect(renamed).toMatchObject({ validity: { field: 'until' }, effectiveDateField: 'until' })
})

test('Two questions that changed places were not renamed', () => {
  const [first, second] = [field('a'), field('b', { requiredUnless: 'a' })]
  expect(withFields(form([first, second]), [second, first]).fields).toEqual([second, first])
})

test('A question that is removed is waited for by none', () => {
  const draft = form([field('a'), field('b', { requiredUnless: 'a' })])
  const left = withFields(draft, [field('b', { requiredUnless: 'a' })])
  expect(left.fields).toEqual([field('b')])
})

test('A heading gets its new name wherever it stands', () => {
  const fields = [field('a', { section: text('Old') }), field('b', { section: text('Other') }), field('c')]
  expect(withSection(fields, text('Old'), text('New')).map(({ section }) => section?.en)).toEqual([
    'New',
    'Other',
    undefined,
  ])
})

test('What is sent has no questions without a form, no files without files, and no weight without a score', () => {
  const choices = [{ code: 'A', label: text('A') }]
  const weighted = field('a', { type: 'choice', choices, weight: 3 })
  const scored = field('b', { type: 'choice', choices: [{ ...choices[0]!, score: 10 }], weight: 3 })
  const draft = form([weighted, scored], { effectiveDateField: 'a' })
  const sent = definitionOf(draft)
  expect(sent.fields.map(({ weight }) => weight)).toEqual([undefined, 3])
  expect(sent.acceptedFileTypes).toEqual([])
  expect('effectiveDateField' in sent).toBe(false)
  const file = definitionOf({ ...draft, kind: 'FILE' })
  expect([file.fields, file.acceptedFileTypes]).toEqual([[], blankDocument.acceptedFileTypes])
})

test('A name in the API has its form and is there once', () => {
  const all = [field('tier'), field('tier'), field('badge')]
  expect([keyFault('tier', all), keyFault('badge', all), keyFault('1st', all), keyFault('', all)]).toEqual([
    'keyTwice',
    null,
    'keyInvalid',
    'keyInvalid',
  ])
})

test('A document is complete when nothing that the page can see is missing', () => {
  const column = { ...newColumn([]), key: 'c', label: text('c') }
  const table = (more: Partial<FormField>) => field('t', { type: 'table', columns: [column], ...more })
  const faulty: FormField[] = [
    field('a', { label: { fr: 'Seul', en: '' } }),
    field('A'),
    field('a', { help: { fr: 'Aide', en: ' ' } }),
    field('a', { type: 'number', min: 3, max: 2 }),
    field('a', { type: 'choice', choices: [{ code: 'A', label: text('A') }] }),
    table({ columns: [] }),
    table({ columns: [column, column] }),
    table({ minRows: 3, maxRows: 2 }),
  ]
  expect(isCompleteDocument(form([field('a'), table({ minRows: 1, maxRows: 2 })]))).toBe(true)
  expect(faulty.map((one) => isCompleteDocument(form([one])))).toEqual(faulty.map(() => false))
  expect(isCompleteDocument(form([]))).toBe(false)
  expect(isCompleteDocument(form([field('a')], { legalBasis: text(' ') }))).toBe(false)
  expect(isCompleteDocument(form([field('a')], { kind: 'FILE_AND_FORM', acceptedFileTypes: [] }))).toBe(false)
})

test('A document that ends with a date of its form needs that date', () => {
  const validity = { kind: 'FIELD', field: 'end' } as const
  expect(lacksEndDate(form([field('end', { type: 'date' })], { validity }))).toBe(false)
  expect(lacksEndDate(form([field('end')], { validity }))).toBe(true)
  expect(lacksEndDate(form([field('end', { type: 'date' })], { validity, kind: 'FILE' }))).toBe(true)
})
