import { describe, expect, test } from 'vitest'
import { bankSigns, readBankAccount, type BankChangeFacts } from './bank-signs.ts'

const french = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Ateliers Valmérac' }
const german = { iban: 'DE89370400440532013000', bic: null, holder: 'Ateliers Valmerac SARL' }
const quiet: BankChangeFacts = {
  sent: { iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPP', holder: 'ATELIERS VALMERAC' },
  bank: { name: 'La Banque Postale', bic: 'PSSTFRPP' },
  accepted: [{ ...french, acceptedOn: '2024-03-01' }],
  company: { names: ['Ateliers Valmérac'], countryCode: 'FR' },
  senderSince: '2023-01-01',
  recentChangeDays: 90,
  newContactDays: 30,
  today: '2026-11-15',
}
const signs = (facts: Partial<BankChangeFacts>) => bankSigns({ ...quiet, ...facts }).slice(1)

describe('Signs of a bank change', () => {
  test('First details and the same account again are no change, and another account always is', () => {
    expect(bankSigns({ ...quiet, accepted: [] })).toEqual([])
    expect(bankSigns({ ...quiet, sent: french })).toEqual([])
    expect(bankSigns(quiet)).toEqual(['BANK_ACCOUNT_CHANGED'])
  })

  test('An account in another country than the company’s is one, but not in a place with the same banks', () => {
    expect(signs({ sent: german, bank: { name: null, bic: null } })).toEqual(['BANK_COUNTRY_DIFFERS'])
    expect(signs({ company: { ...quiet.company, countryCode: 'RE' } })).toEqual([])
    expect(signs({ company: { ...quiet.company, countryCode: null } })).toEqual([])
  })

  test('A holder who is not called as the company is one, whatever its legal form and accents', () => {
    const heldBy = (holder: string | null) => signs({ sent: { ...quiet.sent, holder } })
    expect(heldBy('SARL ATELIERS VALMERAC')).toEqual([])
    expect(heldBy(null)).toEqual([])
    expect(heldBy('Northern Holdings Ltd')).toEqual(['BANK_HOLDER_DIFFERS'])
  })

  test('A BIC of another country or another bank contradicts, one of another branch does not', () => {
    const withBic = (bic: string | null) => signs({ sent: { ...quiet.sent, bic } })
    expect(withBic('PSSTFRPPLIL')).toEqual([])
    expect(withBic(null)).toEqual([])
    expect(withBic('COBADEFF')).toEqual(['BIC_CONTRADICTS'])
    expect(withBic('AGRIFRPP')).toEqual(['BIC_CONTRADICTS'])
    expect(signs({ sent: { ...quiet.sent, bic: 'AGRIFRPP' }, bank: { name: null, bic: null } })).toEqual([])
  })

  test('A change soon after another one, and a sender who has just come, are signs', () => {
    const before = { ...german, acceptedOn: '2024-03-01' }
    const changedOn = (acceptedOn: string) => signs({ accepted: [{ ...french, acceptedOn }, before] })
    expect(changedOn('2026-08-17')).toEqual(['BANK_CHANGED_AGAIN'])
    expect(changedOn('2026-08-16')).toEqual([])
    // The first details ever are no change.
    expect(signs({ accepted: [{ ...french, acceptedOn: '2026-11-01' }] })).toEqual([])
    expect(signs({ senderSince: '2026-10-17' })).toEqual(['BANK_SENDER_IS_NEW'])
    expect(signs({ senderSince: '2026-10-16' })).toEqual([])
    expect(signs({ senderSince: null })).toEqual([])
  })

  test('An account is read from a form however it is written', () => {
    const entry = (type: 'iban' | 'string', key: string, value: string) => ({
      type,
      key,
      title: '',
      order: 1,
      value,
    })
    expect(readBankAccount([entry('string', 'holder', 'Ada')])).toBeNull()
    const form = [entry('iban', 'account', 'fr76 3000.6000-0112 3456 7890 189'), entry('string', 'bic', ' ')]
    expect(readBankAccount(form)).toEqual({ ...french, bic: null, holder: null })
  })
})
