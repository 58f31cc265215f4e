import { readFileSync } from 'node:fs'
import { isValidBIC } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { checkIban } from './check-iban.ts'
import { expirySanity, mendableFindings } from './judge-answer.ts'
import { identifiersInText } from './judge-identifiers.ts'

const today = '2025-06-05'

describe('IBAN checks', () => {
  it('An IBAN check fills the metadata of the specification', () => {
    expect(checkIban('FR14 2004 1010 0505 0001 3M02 606', today)).toEqual({
      verified: 'true',
      bank_data_bank: 'La Banque Postale',
      bank_data_bic: 'PSSTFRPP',
      bank_data_country: 'France',
      sepa_data_sct: 'YES',
      sepa_data_sdd: 'YES',
      date_verification: '05/06/2025',
    })
  })

  it('An IBAN check leaves out what it does not know', () => {
    expect(checkIban('DE89370400440532013000', today)).toEqual({
      verified: 'true',
      bank_data_bic: 'COBADEFF',
      bank_data_country: 'Germany',
      sepa_data_sct: 'YES',
      sepa_data_sdd: 'YES',
      date_verification: '05/06/2025',
    })
    expect(checkIban('TN5910006035183598478831', today)).toMatchObject({
      verified: 'true',
      bank_data_country: 'Tunisia',
      sepa_data_sct: 'NO',
      sepa_data_sdd: 'NO',
    })
  })

  it('Wrong check digits, or a wrong national key behind right ones, do not verify', () => {
    const refused = { verified: 'false', bank_data_country: 'France', date_verification: '05/06/2025' }
    expect(checkIban('FR1420041010050500013M02607', today)).toEqual(refused)
    expect(checkIban('FR8420041010050500013M02607', today)).toEqual(refused)
    for (const junk of ['', '??', '12', 'ZZ00', 'FR'.repeat(5_000)])
      expect(checkIban(junk, today).verified, junk.slice(0, 9)).toBe('false')
  })

  it('The directory holds well-formed bank codes only', () => {
    const file = new URL('../../../../../catalogue/banks/france.json', import.meta.url)
    const { banks } = JSON.parse(readFileSync(file, 'utf8')) as {
      banks: Record<string, { bic: string; name: string }>
    }
    for (const [code, { bic, name }] of Object.entries(banks)) {
      expect(code).toMatch(/^\d{5}$/)
      expect(isValidBIC(bic), bic).toBe(true)
      expect(name.trim()).not.toBe('')
    }
  })
})

describe('Dates of an answer', () => {
  it('Implausible dates of an answer are reported', () => {
    expect(expirySanity('2025-01-01', '2025-12-31', today)).toEqual([])
    expect(expirySanity(null, null, today)).toEqual([])
    expect(expirySanity(today, today, today)).toEqual(['EXPIRES_SOON'])
    expect(expirySanity('2025-06-06', null, today)).toEqual(['EFFECTIVE_IN_FUTURE'])
    expect(expirySanity('2015-06-04', null, today)).toEqual(['EFFECTIVE_LONG_AGO'])
    expect(expirySanity('2025-05-01', '2025-04-01', today)).toEqual([
      'EXPIRES_BEFORE_EFFECTIVE',
      'ALREADY_EXPIRED',
    ])
    expect(expirySanity(null, '2025-06-12', today)).toEqual(['EXPIRES_SOON'])
    expect(expirySanity(null, '2025-06-13', today)).toEqual([])
    expect(expirySanity(null, '2035-06-06', today)).toEqual(['EXPIRES_FAR_AHEAD'])
    expect(mendableFindings.has('ALREADY_EXPIRED')).toBe(true)
    expect(mendableFindings.has('EXPIRES_SOON')).toBe(false)
  })
})

describe('Identifiers in a text', () => {
  const wanted = { siren: '732829320', siret: '73282932000074', vatNumber: 'FR44732829320' }
  const seen = (text: string) => {
    const { siren, siret, vatNumber, otherSirens } = identifiersInText(text, wanted)
    const found = Object.entries({ siren, siret, vatNumber }).filter(([, sighting]) => sighting === 'FOUND')
    return [...found.map(([name]) => name), ...otherSirens]
  }

  it('Identifiers are found in whatever form they are printed', () => {
    expect(seen('SIREN 732829320')).toEqual(['siren'])
    expect(seen('RCS Paris 732 829 320, capital 1 000 €')).toEqual(['siren'])
    expect(seen('n° 732\u00a0829\u202f320.')).toEqual(['siren'])
    expect(seen('Siret : 732.829.320.00074')).toEqual(['siren', 'siret'])
    expect(seen('75001 73282932000074')).toEqual(['siren', 'siret'])
    expect(seen('75001 732 829 320 00074 75002')).toEqual(['siren', 'siret'])
    expect(seen('TVA FR 44 732 829 320')).toEqual(['siren', 'vatNumber'])
    expect(seen('another establishment: 73282932000082')).toEqual(['siren'])
  })

  it('Identifiers are not cut out of longer numbers, and broken ones are not repaired', () => {
    expect(seen('')).toEqual([])
    expect(seen('97328293205')).toEqual([])
    expect(seen('SIREN 732829321')).toEqual([])
    expect(seen('732\n829\n320')).toEqual([])
  })

  it('Identifiers of another company are distinguished', () => {
    expect(seen('SIREN 552 100 554')).toEqual(['552100554'])
    expect(seen('SIRET 55210055400013 et 552 100 554 00013')).toEqual(['552100554'])
    expect(seen('Fournisseur 732829320, assureur RCS 552100554')).toEqual(['siren', '552100554'])
    expect(seen('order 552100554 of the day')).toEqual([])
  })

  it('No identifier is searched where there is none, and long texts are handled', () => {
    expect(
      identifiersInText('SIREN 552100554', { siren: null, siret: null, vatNumber: 'DE136695976' }),
    ).toEqual({
      siren: null,
      siret: null,
      vatNumber: 'ABSENT',
      otherSirens: [],
    })
    // Were the search to grow with the square of the text, these would take hours.
    expect(seen(`${'1 '.repeat(100_000)} SIREN 732829320`)).toEqual(['siren'])
    expect(seen('FR '.repeat(70_000))).toEqual([])
    expect(seen('SIREN 552100554 '.repeat(10_000))).toEqual(['552100554'])
  })
})
