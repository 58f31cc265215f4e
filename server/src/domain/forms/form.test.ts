import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadShippedCatalogue } from '../evaluation/catalogue/shipped-catalogue.ts'
import { answerText, formTitles } from './form-fields.ts'
import type { FormField } from './form.schema.ts'
import { parseForm, type GivenAnswer } from './parse-form.ts'
import { scoreForm } from './score-form.ts'

const label = (en: string) => ({ fr: `${en} (fr)`, en })
const fields: FormField[] = [
  { key: 'name', type: 'string', label: label('Name'), required: true, maxLength: 10 },
  { key: 'since', type: 'date', label: label('Since'), required: false },
  { key: 'iban', type: 'iban', label: label('IBAN'), required: false },
  { key: 'agreed', type: 'boolean', label: label('Agreed'), required: false, mustBeTrue: true },
  { key: 'share', type: 'number', label: label('Share'), required: false, min: 0, max: 100 },
  { key: 'count', type: 'number', label: label('Count'), required: false, integer: true },
  {
    key: 'level',
    type: 'choice',
    label: label('Level'),
    required: false,
    choices: [
      { code: 'HIGH', label: label('High') },
      { code: 'LOW', label: label('Low') },
    ],
  },
  { key: 'proxy', type: 'string', label: label('Proxy'), required: false, requiredUnless: 'since' },
  {
    key: 'rows',
    type: 'table',
    label: label('Rows'),
    required: false,
    maxRows: 2,
    columns: [
      { key: 'who', type: 'string', label: label('Who'), required: true },
      { key: 'day', type: 'date', label: label('Day'), required: false },
    ],
  },
]
const enough = { name: 'Zoé', proxy: 'x' }
const list = (answers: Record<string, string>): GivenAnswer[] =>
  Object.entries(answers).map(([key, value]) => ({ key, value }))
const parse = (answers: Record<string, string>, draft = false) =>
  parseForm(fields, list(answers), { language: 'en', draft })
const faults = (answers: Record<string, string>, draft = false) => {
  const parsed = parse(answers, draft)
  return parsed.ok ? [] : parsed.faults.map(({ pointer, code }) => `${pointer} ${code}`)
}
/** The fault of one answer among others that are right, or the value it came to. */
const one = (key: string, value: string) => {
  const parsed = parse({ ...enough, [key]: value })
  if (!parsed.ok) return parsed.faults.map(({ code }) => code).join()
  return parsed.formdata.find((entry) => entry.key === key)?.value
}

describe('Reading a form', () => {
  it('Form answers have the shape of the specification, in the order of the form', () => {
    expect(parse({ 'rows.0.who': 'Ana', since: '29/02/2024', name: ' Zoe\u0301 ', level: 'LOW' })).toEqual({
      ok: true,
      formdata: [
        { type: 'string', key: 'name', title: 'Name', order: 1, value: 'Zoé' },
        { type: 'date', key: 'since', title: 'Since', order: 2, value: '29/02/2024' },
        { type: 'string', key: 'level', title: 'Level', order: 3, value: 'LOW' },
        { type: 'string', key: 'rows.0.who', title: 'Rows, row 1: Who', order: 4, value: 'Ana' },
      ],
    })
  })

  it('A value of the wrong type is refused', () => {
    for (const day of ['31/02/2025', '2025-01-01', '1/2/2025', 'tomorrow'])
      expect(one('since', day), day).toBe('DATE_INVALID')
    for (const number of ['1,5', '1e3', '0x10', '01', '--1', ' .5', '1234567890123456', 'NaN', 'Infinity'])
      expect(one('share', number), number).toBe('NUMBER_INVALID')
    expect(one('share', '-0')).toBe('0')
    expect(one('share', '12.50')).toBe('12.50')
    expect(one('share', '100.01')).toBe('FIELD_RANGE')
    expect(one('count', '1.5')).toBe('NUMBER_INVALID')
    expect(one('agreed', 'TRUE')).toBe('FIELD_TYPE')
    expect(one('agreed', 'false')).toBe('COMMITMENT_REQUIRED')
    expect(one('level', 'low')).toBe('FIELD_ENUM')
    expect(one('name', 'x'.repeat(11))).toBe('FIELD_TOO_LONG')
    expect(one('name', 'a\u0000b')).toBe('FIELD_CHARACTERS')
    expect(one('name', 'a\ud800b')).toBe('FIELD_CHARACTERS')
    expect(one('proxy', 'two\r\nlines 😀')).toBe('two\nlines 😀')
  })

  it('An IBAN gets its electronic form, and a mistyped one is refused', () => {
    expect(one('iban', 'fr14 2004 1010 0505 0001 3M02 606')).toBe('FR1420041010050500013M02606')
    expect(one('iban', 'DE89-3704.0044 0532 0130 00')).toBe('DE89370400440532013000')
    // The check digits are right, the French key is not: that is for the check to tell.
    expect(one('iban', 'FR8420041010050500013M02607')).toBe('FR8420041010050500013M02607')
    for (const iban of [
      'FR1420041010050500013M02607',
      'FR14',
      'ZZ1420041010050500013M02606',
      'FR14/2004',
      'é',
    ])
      expect(one('iban', iban), iban).toBe('IBAN_INVALID')
  })

  it('Each fault of a form is reported at its place', () => {
    const pointed = faults({
      name: '',
      nosuch: '1',
      since: '1/1/1',
      'rows.0.day': '01/01/2025',
      'rows.x.who': 'a',
    })
    expect(pointed.toSorted()).toEqual([
      '/formdata FIELD_REQUIRED',
      '/formdata FIELD_REQUIRED',
      '/formdata/0/value FIELD_REQUIRED',
      '/formdata/1/key FIELD_UNKNOWN',
      '/formdata/2/value DATE_INVALID',
      '/formdata/4/key FIELD_UNKNOWN',
    ])
    const twice = parseForm(fields, [...list(enough), { key: 'name', value: 'b' }], { language: 'fr' })
    expect(twice).toEqual({
      ok: false,
      faults: [
        { pointer: '/formdata/2/key', code: 'FIELD_REPEATED', message: 'Name (fr) : deux réponses données.' },
      ],
    })
    expect(faults({ ...enough, rows: 'x' })).toEqual(['/formdata/2/key FIELD_UNKNOWN'])
    expect(faults({ ...enough, __proto__: 'x', constructor: 'x' })).toEqual(['/formdata/2/key FIELD_UNKNOWN'])
  })

  it('A draft may leave answers out, but not get them wrong', () => {
    expect(faults({}, true)).toEqual([])
    expect(faults({ agreed: 'false' }, true)).toEqual([])
    expect(faults({ since: '31/02/2025' }, true)).toEqual(['/formdata/0/value DATE_INVALID'])
    expect(faults({})).toEqual(['/formdata FIELD_REQUIRED', '/formdata FIELD_REQUIRED'])
  })

  it('Empty rows are removed, and their number is bounded', () => {
    const parsed = parse({ ...enough, 'rows.7.who': 'b', 'rows.3.who': 'a', 'rows.4.who': ' ' })
    const keys = parsed.ok ? parsed.formdata.map(({ key, value }) => `${key}=${value}`) : []
    expect(keys.slice(2)).toEqual(['rows.0.who=a', 'rows.1.who=b'])
    expect(faults({ ...enough, 'rows.0.who': 'a', 'rows.1.who': 'b', 'rows.2.who': 'c' })).toEqual([
      '/formdata FIELD_TOO_MANY',
    ])
    const workers = loadShippedCatalogue().documentTypes.get('FOREIGN_WORKERS')?.fields ?? []
    const none = parseForm(workers, list({ signatory: 'A B', signedOn: '01/01/2025' }), { language: 'en' })
    expect(none.ok ? [] : none.faults.map(({ code }) => code)).toEqual(['FIELD_TOO_FEW'])
  })

  it('Reading its own result gives the same form, and never throws', () => {
    const keys = fc.oneof(
      fc.constantFrom(
        'name',
        'since',
        'iban',
        'share',
        'count',
        'level',
        'proxy',
        'rows.0.who',
        'rows.9.day',
      ),
      fc.string(),
    )
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom('1', '01/01/2025', 'HIGH', 'true', '', '\u0000', '\ud800'),
    )
    const given = fc.array(fc.record({ key: keys, value: values }), { maxLength: 12 })
    fc.assert(
      fc.property(given, (answers) => {
        const first = parseForm(fields, answers, { language: 'en', draft: true })
        const again = first.ok ? parseForm(fields, first.formdata, { language: 'en', draft: true }) : first
        expect(again).toEqual(first)
        expect(first.ok || first.faults.length > 0).toBe(true)
      }),
    )
  })

  it('Titles and answers are spelled in either language', () => {
    const parsed = parse({ ...enough, level: 'HIGH', agreed: 'true', 'rows.0.who': 'Ana' })
    const french = formTitles(fields, parsed.ok ? parsed.formdata : [], 'fr')
    expect(french.map(({ title }) => title)).toContain('Rows (fr), ligne 1 : Who (fr)')
    expect(french.map((entry) => answerText(fields, entry, 'fr'))).toEqual([
      'Zoé',
      'Oui',
      'High (fr)',
      'x',
      'Ana',
    ])
  })
})

describe('Scoring a form', () => {
  const question = (key: string, weight: number): FormField => ({
    key,
    type: 'choice',
    label: label(key),
    required: true,
    weight,
    choices: [
      { code: 'YES', label: label('Yes'), score: 1 },
      { code: 'HALF', label: label('Half'), score: 0.5 },
      { code: 'NO', label: label('No'), score: 0 },
      { code: 'NA', label: label('N/A'), score: null },
    ],
  })
  const two = [question('a', 3), question('b', 1)]
  const score = (answers: Record<string, string>) => scoreForm(two, list(answers))

  it('The score weighs answers, leaves out what does not apply, and is null when there is nothing to score', () => {
    expect(score({ a: 'YES', b: 'NO' })).toBe(75)
    expect(score({ a: 'HALF', b: 'HALF' })).toBe(50)
    expect(score({ a: 'NA', b: 'HALF' })).toBe(50)
    expect(score({ a: 'YES' })).toBe(75)
    expect(score({ a: 'NA', b: 'NA' })).toBeNull()
    expect(scoreForm(fields, list({ level: 'HIGH' }))).toBeNull()
    expect(scoreForm([question('a', 1), question('b', 1), question('c', 1)], list({ a: 'YES' }))).toBe(33.33)
  })

  it('The best answers to each shipped questionnaire score 100 and the worst 0', () => {
    for (const { code, fields: asked, expectedScore } of loadShippedCatalogue().documentTypes.values()) {
      if (expectedScore === null) continue
      const answered = (wanted: number) =>
        asked.flatMap(({ key, choices = [] }) => {
          const choice = choices.find(({ score: given }) => given === wanted)
          return choice ? [{ key, value: choice.code }] : []
        })
      expect([scoreForm(asked, answered(1)), scoreForm(asked, answered(0))], code).toEqual([100, 0])
    }
  })
})
