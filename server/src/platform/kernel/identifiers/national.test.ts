import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, test } from 'vitest'
import { checkNational } from './national.ts'
import { companyRegisters, isRegisterOf, localKey } from './registers.ts'

const check = (countryCode: string, value: string, register: string | null = null) =>
  checkNational({ value, countryCode, register })

describe('National numbers', () => {
  test.each([
    ['GB', ' 1234567 ', '01234567'],
    ['GB', 'sc 12345', 'SC012345'],
    ['GB', 'OC300001', 'OC300001'],
    ['DE', 'HRB 99999', 'HRB99999'],
    ['FR', '732 829 320', '732829320'],
    ['BE', '0403.170.701', '0403170701'],
    ['BE', '403.170.701', '0403170701'],
    ['CH', 'CHE-100.155.212', 'CHE100155212'],
    ['CH', '100.155.212 TVA', 'CHE100155212'],
    ['NO', '988 077 917', '988077917'],
    ['SE', '556016-0680', '5560160680'],
    ['FI', '2077474-0', '20774740'],
    ['DK', '13 58 56 28', '13585628'],
    ['AU', '004 085 616', '004085616'],
    ['AU', '83 914 571 673', '83914571673'],
    ['JP', '5-8356-7825-6246', '5835678256246'],
    ['BR', '16.727.230/0001-97', '16727230000197'],
    ['BR', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['IT', 'MI-1234567', 'MI1234567'],
    ['MA', 'RC 45321', 'RC45321'],
    ['MA', '001561191000066', '001561191000066'],
    ['SN', 'SN-DKR-2019-B-1234', 'SNDKR2019B1234'],
  ])('In %s, %j is the number %s', (country, text, value) => {
    expect(check(country, text)).toEqual({ ok: true, value })
  })

  test.each([
    ['GB', '123456789', 'FORMAT'],
    ['FR', '732829321', 'CHECKSUM'],
    ['NO', '988077918', 'CHECKSUM'],
    ['NO', '98807791', 'FORMAT'],
    ['CH', 'CHE-100.155.213', 'CHECKSUM'],
    ['SE', '5560160681', 'CHECKSUM'],
    ['MA', '001561191000067', 'CHECKSUM'],
    ['SN', 'unknown', 'FORMAT'],
    ['SN', '000', 'FORMAT'],
    ['SN', '12№34', 'FORMAT'],
    ['SN', '', 'FORMAT'],
  ])('In %s, %j is refused', (country, text, fault) => {
    expect(check(country, text)).toEqual({ ok: false, fault })
  })

  test('A register that is not the one of the rule counts as it pleases', () => {
    expect(check('NO', '12345', 'RA999999')).toEqual({ ok: true, value: '12345' })
    expect(check('NO', '12345', 'RA000472').ok).toBe(false)
  })

  const oracles: readonly [string, string, string, RegExp][] = [
    ['NO', 'NO', 'orgnr', /^[89]\d{8}$/],
    ['SE', 'SE', 'orgnr', /^\d{10}$/],
    ['FI', 'FI', 'ytunnus', /^\d{8}$/],
    ['CH', 'CH', 'uid', /^CHE\d{9}$/],
    ['DK', 'DK', 'cvr', /^[1-9]\d{7}$/],
    ['CZ', 'CZ', 'ico', /^[0-8]\d{7}$/],
    ['EE', 'EE', 'registrikood', /^[1789]\d{7}$/],
    ['AU', 'AU', 'acn', /^\d{9}$/],
    ['AU', 'AU', 'abn', /^[1-9]\d{10}$/],
    ['JP', 'JP', 'cn', /^[1-9]\d{12}$/],
    ['BR', 'BR', 'cnpj', /^\d{8}000[1-9]\d{2}$/],
    ['MA', 'MA', 'ice', /^\d{15}$/],
    ['BE', 'BE', 'vat', /^0[2-9]\d{8}$/],
  ]

  test.each(oracles)(
    'The check of %s agrees with stdnum for every last digit (%s, %s)',
    (country, code, name, form) => {
      const oracle = stdnum[code]?.[name]
      let accepted = 0
      fc.assert(
        fc.property(fc.stringMatching(form), fc.nat({ max: 9 }), (number, digit) => {
          for (let key = 0; key < 10; key++) {
            const text = `${number.slice(0, -2)}${digit}${key}`
            fc.pre(!/^\D*0+$/.test(text))
            const isKnown = oracle?.validate(text).isValid
            expect(check(country, text).ok, text).toBe(isKnown)
            accepted += Number(isKnown)
          }
        }),
        { numRuns: 200 },
      )
      expect(accepted).toBeGreaterThan(10)
    },
  )

  test('No text makes the check throw, and what it accepts it accepts again', () => {
    const countries = fc.constantFrom(
      'AU',
      'BR',
      'CH',
      'CZ',
      'DE',
      'EE',
      'ES',
      'FR',
      'GB',
      'IE',
      'JP',
      'MA',
      'US',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.stringMatching(/^[A-Z]{0,4}[0-9A-Z. -]{1,20}$/),
    )
    fc.assert(
      fc.property(countries, text, (country, value) => {
        const verdict = check(country, value)
        if (verdict.ok) expect(check(country, verdict.value)).toEqual(verdict)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('Registers', () => {
  test('Every register of the table has a code of the list and stands there once', () => {
    const codes = companyRegisters.map(({ code }) => code)
    expect(codes.filter((code) => !/^RA\d{6}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    expect(companyRegisters.filter(({ code, countryCode }) => !isRegisterOf(code, countryCode))).toEqual([])
  })

  test('A register of another country is refused, one we do not know is not', () => {
    expect([
      isRegisterOf('RA000585', 'DE'),
      isRegisterOf('RA000304', 'DE'),
      isRegisterOf('RA1', 'DE'),
    ]).toEqual([false, true, false])
  })

  test('One number is one company, except where each court counts by itself', () => {
    const key = (countryCode: string | null, localId: string | null, localRegister: string | null = null) =>
      localKey({ countryCode, localId, localRegister })
    expect(key('BE', '0999.012.345')).toBe('BE 0999012345')
    expect(key('GB', '01234567', 'RA000585')).toBe(key('GB', '01234567'))
    expect(key('DE', 'HRB 99999', 'RA000304')).toBe('DE HRB99999 RA000304')
    expect(key('DE', 'HRB 99999')).toBe('DE HRB99999')
    expect([key(null, '1'), key('DE', null), key('DE', '---')]).toEqual([null, null, null])
  })
})
