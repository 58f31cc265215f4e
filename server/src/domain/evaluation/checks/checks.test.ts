import { describe, expect, it } from 'vitest'
import { expirySanity, mendableFindings } from './judge-answer.ts'
import { identifiersInText } from './judge-identifiers.ts'

const today = '2025-06-05'

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
