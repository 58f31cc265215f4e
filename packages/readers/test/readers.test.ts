import { describe, expect, test } from 'vitest'
import { anchorCompany, readDocument, readers } from '../src/index.ts'
import { cells, drawPage, title } from './draw-page.ts'
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

  test('A management system is named before whose it is', () => {
    const page = drawPage([
      title('Certificat'),
      'Le système de management de la qualité de :',
      title('ATELIERS BRUN FICTIF', 12),
      'a été évalué et jugé conforme aux exigences de la norme ISO 9001:2015',
    ])
    expect(anchorCompany(readDocument({ pages: [page] }, 'ISO9001').subject, company)).toBe('NAME')
  })

  test('A number stands on the next line of the sentence that announces it, and not in the block beside', () => {
    const announcing = 'Au vu des éléments connus, l’entreprise dont la dénomination est Ateliers Brun'
    const anchored = (number: Parameters<typeof drawPage>[0][number]) => {
      const rows = ['URSSAF', title('Attestation de vigilance'), announcing, number]
      return anchorCompany(readDocument({ pages: [drawPage(rows)] }, 'SOC_VIGILANCE').subject, company)
    }
    expect(anchored('Fictif et le numéro SIREN 732 829 320 est à jour de ses obligations')).toBe('IDENTIFIER')
    expect(anchored(cells([10, 'SIREN 732 829 320']))).not.toBe('IDENTIFIER')
  })

  test('A date that goes over the end of a line is read', () => {
    const page = drawPage(['Entreprise à jour de ses cotisations à la date du 31 août', '2026, et affiliée.'])
    const { fields } = readDocument({ pages: [page] }, 'BTP_LEAVE')
    expect(fields.find(({ name }) => name === 'stateOn')).toMatchObject({ value: '2026-08-31' })
  })

  test('The reserve of later control is no reserve about what is owed, any other is', () => {
    const warned = (text: string) => readDocument({ text }, 'FISCAL_REG').warnings
    expect(warned('Délivrée sous réserve de l’exercice du droit de contrôle')).toEqual([])
    expect(warned('À jour sous réserve de l’encaissement du paiement')).toEqual(['NOT_UP_TO_DATE'])
  })

  test('The number of a ten-year policy stands after the words of the decree', () => {
    const text = 'est titulaire d’un contrat d’assurance de responsabilité décennale n° DEC 2026-44, pour'
    const { fields } = readDocument({ text }, 'INS_DECENNIAL')
    expect(fields.find(({ name }) => name === 'policyNumber')?.value).toBe('DEC 2026-44')
  })
})
