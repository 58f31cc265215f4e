import { describe, expect, test } from 'vitest'
import { anchorCompany, readDocument, readers } from '../src/index.ts'
import { drawPage, title } from './draw-page.ts'
import { company, samples } from './sample-texts.ts'

const foreign = new Set(['FOREIGN_REG', 'FOREIGN_SOC'])

describe('Readers of documents', () => {
  test('Every reader has two layouts among the samples', () => {
    const counted = readers.map(({ kind }) => [kind, samples.filter((sample) => sample.kind === kind).length])
    expect(counted).toEqual(readers.map(({ kind }) => [kind, 2]))
  })

  test.each(samples)('A $kind is recognised and read: $layout', ({ kind, source, fields }) => {
    const reading = readDocument(source, kind)
    expect(reading.kinds.map((one) => one.kind)).toEqual([kind])
    expect(reading.kinds[0]?.confidence).toBeGreaterThanOrEqual(0.8)
    const read = Object.fromEntries(reading.fields.map(({ name, value }) => [name, value]))
    expect(read).toMatchObject(fields)
    const doubtful = reading.fields.filter(({ name, confidence }) => name in fields && confidence < 0.8)
    expect(doubtful).toEqual([])
    expect(reading.warnings).toEqual([])
    expect(reading.reader).toMatch(`${kind}/`)
    const anchored = foreign.has(kind) ? ['NOBODY'] : ['IDENTIFIER', 'NAME']
    expect(anchored).toContain(anchorCompany(reading.subject, company))
  })

  test('A sentence that breaks off before the name goes on below, wherever that begins', () => {
    const page = drawPage([
      title('CERTIFICAT'),
      'Fiction Certification, organisme accrédité, certifie que',
      title('Ateliers Brun Fictif', 12),
      'dispose d’un système de management de la qualité conforme à la norme ISO 9001:2015',
    ])
    const { subject } = readDocument({ pages: [page] }, 'ISO9001')
    expect(anchorCompany(subject, company)).toBe('NAME')
  })
})
