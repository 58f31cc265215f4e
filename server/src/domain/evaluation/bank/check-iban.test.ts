import { readFileSync } from 'node:fs'
import { isValidBIC } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { checkIban as checkIbanOf, shippedBank } from './check-iban.ts'

const today = '2025-06-05'
const checkIban = (iban: string, day: string) => checkIbanOf(iban, day, shippedBank(iban.replaceAll(' ', '')))

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
