import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsIn } from '../src/values/amounts.ts'
import { bicsIn, ibansIn } from '../src/values/accounts.ts'
import { datesIn, periodsIn } from '../src/values/dates.ts'
import { identifiersIn } from '../src/values/identifiers.ts'
import { fold } from '../src/text/fold.ts'

const daysIn = (text: string) => datesIn(fold(text)).map(({ day }) => day)

describe('Dates in a text', () => {
  test('Every usual writing of a date is read', () => {
    const written = [
      '31/12/2026',
      '31.12.26',
      '31-12-2026',
      '31 / 12 / 2026',
      '31 décembre 2026',
      '31 Décembre 2026',
      '31 déc. 2026',
      '31 December 2026',
      '31st December 2026',
      '31st of December 2026',
      'December 31, 2026',
      'Dec. 31, 2026',
      '31-DEC-2026',
      '31. Dezember 2026',
      '2026-12-31',
    ]
    expect(written.map((text) => daysIn(`le ${text}.`))).toEqual(written.map(() => ['2026-12-31']))
    expect(daysIn('1er janvier 2026 et 1ER JANVIER 2027')).toEqual(['2026-01-01', '2027-01-01'])
  })

  test('What the calendar does not know is no date', () => {
    expect(daysIn('31/02/2026, 32/01/2026, 00/01/2026, 12/13/2026, 1.2.3.4, 01/02/03/04')).toEqual([])
    expect(daysIn('tel. 01.02.03.04.05 article 12-3-2')).toEqual([])
  })

  test('A beginning and an end belong together only where the text says so', () => {
    const periods = (text: string) => periodsIn(fold(text)).map(({ from, to }) => `${from.day} ${to.day}`)
    expect(periods('du 01/01/2026 au 31/12/2026')).toEqual(['2026-01-01 2026-12-31'])
    expect(periods('from 1 January 2026 to 31 December 2026')).toEqual(['2026-01-01 2026-12-31'])
    expect(periods('01/01/2026 - 31/12/2026')).toEqual(['2026-01-01 2026-12-31'])
    expect(periods('émis le 01/01/2026, audit le 31/12/2026')).toEqual([])
  })

  test('A day is read back from whatever way it is written', () => {
    const months =
      'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')
    const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const shapes = fc.constantFrom('slash', 'dot', 'iso', 'word')
    fc.assert(
      fc.property(days, shapes, fc.string({ maxLength: 20 }), (date, shape, noise) => {
        const day = date.toISOString().slice(0, 10)
        const [year = '', month = '', dayOfMonth = ''] = day.split('-')
        const written = {
          slash: `${dayOfMonth}/${month}/${year}`,
          dot: `${dayOfMonth}.${month}.${year}`,
          iso: day,
          word: `${Number(dayOfMonth)} ${months[Number(month) - 1]} ${year}`,
        }[shape]
        expect(daysIn(`${noise.replace(/[\d/.-]/g, '')} ${written} !`)).toEqual([day])
      }),
    )
  })
})

describe('Amounts in a text', () => {
  test('Thousands and cents are told apart in every usual writing', () => {
    const read = (text: string) =>
      amountsIn(fold(text)).map(({ amount, currency }) => `${amount} ${currency}`)
    expect(read('1 500 000,00 €')).toEqual(['1500000 EUR'])
    expect(read('1\u202f500\u202f000 €')).toEqual(['1500000 EUR'])
    expect(read('1.500.000 EUR')).toEqual(['1500000 EUR'])
    expect(read('EUR 1,500,000')).toEqual(['1500000 EUR'])
    expect(read('1500000 euros')).toEqual(['1500000 EUR'])
    expect(read('128 456,78 €')).toEqual(['128456.78 EUR'])
    expect(read('£2,000.50')).toEqual(['2000.5 GBP'])
    expect(read('1,5 M€ et 300 k€')).toEqual(['1500000 EUR', '300000 EUR'])
    expect(read('12 salariés, 2026')).toEqual([])
  })

  test('An amount is read back from its French and its English writing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        const amount = cents / 100
        for (const [language, separator] of [
          ['fr-FR', ' €'],
          ['en-GB', ' EUR'],
        ] as const) {
          const text = amount.toLocaleString(language, { minimumFractionDigits: 2 }) + separator
          expect(amountsIn(fold(text)).map((found) => found.amount)).toEqual([amount])
        }
      }),
    )
  })
})

describe('Numbers of companies in a text', () => {
  const read = (text: string) => identifiersIn(fold(text)).map(({ scheme, value }) => `${scheme} ${value}`)

  test('French numbers are found in whatever way they are spaced', () => {
    expect(read('SIREN 732 829 320')).toEqual(['SIREN 732829320'])
    expect(read('732.829.320.00074')).toEqual(['SIRET 73282932000074'])
    expect(read('TVA FR 44 732 829 320')).toEqual(['VAT FR44732829320'])
    expect(read('SIREN 732 829 321')).toEqual([])
    expect(read('TVA FR 45 732 829 320')).toEqual(['SIREN 732829320'])
  })

  test('A misread sign is mended only where the check digit proves it', () => {
    expect(identifiersIn('SIREN 7328293Z0')).toMatchObject([{ value: '732829320', isRepaired: true }])
    expect(identifiersIn('SIREN 73Z8Z93Z0')).toEqual([])
    expect(identifiersIn('SIREN 7328293Z1')).toEqual([])
  })

  test('Numbers of other countries are found by the words before them', () => {
    expect(read('Company number 01234567')).toEqual(['REGISTRATION 01234567'])
    expect(read('Amtsgericht Neustadt HRB 12345')).toEqual(['REGISTRATION HRB12345'])
    expect(read('USt-IdNr. DE 136695976')).toEqual(['VAT DE136695976'])
  })

  test('Account numbers count only with right check digits', () => {
    const ibans = (text: string) => ibansIn(fold(text)).map(({ value }) => value)
    expect(ibans('IBAN FR76 3000 6000 0112 3456 7890 189')).toEqual(['FR7630006000011234567890189'])
    expect(ibans('IBAN FR7630006000011234567890189 BIC')).toEqual(['FR7630006000011234567890189'])
    expect(ibans('IBAN FR77 3000 6000 0112 3456 7890 189')).toEqual([])
    expect(bicsIn('BIC AGRIFRPP').map(({ value }) => value)).toEqual(['AGRIFRPP'])
  })
})
