import { describe, expect, test } from 'vitest'
import { readDocument, readers, type Source } from '../src/index.ts'
import { drawPage, title } from './draw-page.ts'
import { costOf, mostMs } from './hostile-texts.ts'
import { samples } from './sample-texts.ts'

const kindsOf = (source: Source, asked = 'SOC_VIGILANCE') =>
  readDocument(source, asked).kinds.map(({ kind }) => kind)

describe('Texts made to break readers', () => {
  // All of them are tried by the proof beside.
  test('A text of 200,000 signs of one piece is read in bounded time', () => {
    for (const piece of ['A', 'A JOUR DE SES ', 'VALABLE DU 01/01/2026 AU 31/12/2026\n']) {
      expect(costOf(piece), piece).toBeLessThan(mostMs)
    }
  })

  test('Empty, odd and huge pages are read too', () => {
    expect(kindsOf({})).toEqual([])
    expect(kindsOf({ text: '' })).toEqual([])
    expect(kindsOf({ pages: [{ width: 0, height: 0, runs: [] }] })).toEqual([])
    const run = { text: 'URSSAF', x: Number.NaN, y: 1e300, width: -5, height: 0, font: '' }
    expect(
      kindsOf({ pages: [{ width: 1, height: 1, runs: Array.from({ length: 20_000 }, () => run) }] }),
    ).toEqual([])
  })
})

describe('Texts that quote a certificate', () => {
  test.each(samples)('A letter around a $kind ($layout) is not one', ({ source }) => {
    const wrap = (text: string) =>
      `Madame, Monsieur,\nVeuillez trouver notre document.\n${text}\nCordialement`
    if (source.text !== undefined) expect(kindsOf({ text: wrap(source.text) })).toEqual([])
    const [page] = source.pages ?? []
    if (page === undefined) return
    const greeting = { text: 'Dear Sir,', x: 60, y: 20, width: 50, height: 10, font: 'Sans' }
    expect(kindsOf({ pages: [{ ...page, runs: [greeting, ...page.runs] }] })).toEqual([])
  })

  test.each(samples)('The words of a $kind ($layout) without a title are not one', ({ kind, source }) => {
    const text =
      source.text ?? source.pages?.flatMap(({ runs }) => runs.map((run) => run.text)).join(' ') ?? ''
    // Everything in one long sentence: no line is a title.
    const prose = `${'bla '.repeat(120)}${text.replaceAll('\n', ' ').toLowerCase()}${' bla'.repeat(120)}`
    expect(kindsOf({ text: prose })).not.toContain(kind)
  })

  test('A title without the content of a certificate is not one', () => {
    const titles = [
      'Attestation de vigilance',
      'Extrait Kbis',
      'Certificat ISO 9001',
      'Attestation d’assurance',
    ]
    for (const text of titles) {
      expect(kindsOf({ pages: [drawPage([title(text), 'SIREN 732 829 320', 'Le 31/10/2026'])] })).toEqual([])
    }
  })

  test('A request, a template and a reminder are not what they ask for', () => {
    const sample = samples[0]?.source.text ?? ''
    for (const prefix of ['DEMANDE D’', 'MODÈLE D’', 'OBJET : ']) {
      expect(
        kindsOf({ text: sample.replace('ATTESTATION DE VIGILANCE', `${prefix}ATTESTATION DE VIGILANCE`) }),
      ).toEqual([])
    }
  })

  test.each(samples)('A $kind ($layout) under the title of another paper is not one', ({ source }) => {
    for (const heading of ['DEVIS N° 12', 'Attestation sur l’honneur', 'How to read your certificate']) {
      if (source.text !== undefined) expect(kindsOf({ text: `${heading}\n${source.text}` })).toEqual([])
      const [page] = source.pages ?? []
      if (page === undefined) continue
      const run = { text: heading, x: 60, y: 20, width: 200, height: 16, font: 'Sans-Bold' }
      expect(kindsOf({ pages: [{ ...page, runs: [run, ...page.runs] }] })).toEqual([])
    }
  })

  test('What a certificate says against its company is noticed', () => {
    const sample = samples[0]?.source.text ?? ''
    const warned = (text: string) => readDocument({ text }, 'SOC_VIGILANCE').warnings
    expect(warned(sample.replace('était à jour', 'n’était pas à jour'))).toEqual(['NOT_UP_TO_DATE'])
    expect(warned(`${sample}\nSPECIMEN`)).toEqual(['SPECIMEN'])
  })

  test('Two different values after the same label are both doubted', () => {
    const sample = samples[0]?.source.text ?? ''
    const { fields } = readDocument({ text: `${sample}\nà la date du 30 septembre 2026` }, 'SOC_VIGILANCE')
    expect(fields.find(({ name }) => name === 'certifiedOn')?.confidence).toBeLessThan(0.8)
  })
})

test('Every reader has a version, an effective date that it reads and a code of its own', () => {
  expect(new Set(readers.map(({ kind }) => kind)).size).toBe(readers.length)
  for (const { kind, version, effective, expiration, required, fields, periods } of readers) {
    const names = [
      ...fields.map(({ name }) => name),
      ...(periods.length > 0 ? ['periodFrom', 'periodTo'] : []),
    ]
    expect(version, kind).toBeGreaterThan(0)
    for (const name of [...effective.fields, ...expiration, ...required]) expect(names, kind).toContain(name)
  }
})
