import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, test } from 'vitest'
import { checkDuns } from './duns.ts'
import { checkLei } from './lei.ts'
import { checkSiren, checkSiret } from './siren.ts'
import { checkVat, sirenOfVat, vatOfSiren } from './vat.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const oracle = (name: 'siren' | 'siret', value: string) => stdnum['FR']?.[name]?.validate(value).isValid

describe('SIREN and SIRET', () => {
  test.each([
    [checkSiren, '732829320', '732829320'],
    [checkSiren, ' 732 829 320 ', '732829320'],
    [checkSiren, '732.829-320', '732829320'],
    [checkSiren, '732\u00a0829\u202f320', '732829320'],
    [checkSiren, '732/829/320', '732829320'],
    [checkSiren, '356000000', '356000000'],
    [checkSiret, '732 829 320 00074', '73282932000074'],
    [checkSiret, '356 000 000 00048', '35600000000048'],
    [checkSiret, '35600000049837', '35600000049837'],
  ])('The %o check accepts %j', (check, text, value) => {
    expect(check(text)).toEqual({ ok: true, value })
  })

  test.each([
    [checkSiren, '732829321', 'CHECKSUM'],
    [checkSiren, '73282932', 'FORMAT'],
    [checkSiren, '7328293200', 'FORMAT'],
    [checkSiren, '73282932O', 'FORMAT'],
    [checkSiren, '٧٣٢٨٢٩٣٢٠', 'FORMAT'],
    [checkSiren, '000000000', 'FORMAT'],
    [checkSiren, '', 'FORMAT'],
    [checkSiren, `732829320${' '.repeat(100)}`, 'FORMAT'],
    [checkSiret, '73282932000075', 'CHECKSUM'],
    [checkSiret, '7328293200007', 'FORMAT'],
    [checkSiret, '00000000000018', 'FORMAT'],
    // Luhn holds over the fourteen digits, but not over the SIREN inside.
    [checkSiret, '73282932100008', 'CHECKSUM'],
    // An establishment of La Poste that passes Luhn, not its own rule.
    [checkSiret, '35600000010013', 'CHECKSUM'],
  ])('The %o check refuses %j', (check, text, fault) => {
    expect(check(text)).toEqual({ ok: false, fault })
  })

  test('The checks agree with stdnum for every key', () => {
    let accepted = 0
    fc.assert(
      fc.property(digits(8), digits(4), (body, order) => {
        fc.pre(body !== '00000000')
        for (let key = 0; key < 10; key++) {
          const siren = `${body}${key}`
          const known = checkSiren(siren).ok
          expect(known, siren).toBe(oracle('siren', siren))
          // stdnum does not look at the SIREN inside a SIRET; we do.
          if (!known) continue
          for (let nicKey = 0; nicKey < 10; nicKey++) {
            const siret = `${siren}${order}${nicKey}`
            expect(checkSiret(siret).ok, siret).toBe(oracle('siret', siret))
            accepted += Number(checkSiret(siret).ok)
          }
        }
      }),
    )
    expect(accepted).toBeGreaterThan(50)
  })

  test('The establishments of La Poste agree with stdnum', () => {
    fc.assert(
      fc.property(digits(5), (nic) => {
        expect(checkSiret(`356000000${nic}`).ok).toBe(oracle('siret', `356000000${nic}`))
      }),
    )
  })
})

describe('DUNS', () => {
  test.each([
    ['15-048-3782', { ok: true, value: '150483782' }],
    ['900000017', { ok: true, value: '900000017' }],
    ['000000000', { ok: false, fault: 'FORMAT' }],
    ['999-999-999', { ok: false, fault: 'FORMAT' }],
    ['12345678', { ok: false, fault: 'FORMAT' }],
    ['1234567890', { ok: false, fault: 'FORMAT' }],
    ['12345678A', { ok: false, fault: 'FORMAT' }],
  ])('The DUNS check judges %s correctly', (text, verdict) => {
    expect(checkDuns(text)).toEqual(verdict)
  })
})

describe('LEI', () => {
  const body = fc.stringMatching(/^[0-9A-Z]{18}$/)
  // The definition itself, over one large number instead of a running remainder.
  const remainder = (text: string) =>
    Number(BigInt(Array.from(text, (c) => String(Number.parseInt(c, 36))).join('')) % 97n)

  test.each([
    ['969500Q2MA9VBQ8BG884', { ok: true, value: '969500Q2MA9VBQ8BG884' }],
    ['9695 00q2 ma9v bq8b g884', { ok: true, value: '969500Q2MA9VBQ8BG884' }],
    ['969500Q2MA9VBQ8BG885', { ok: false, fault: 'CHECKSUM' }],
    ['969500Q2MA9VBQ8BG8', { ok: false, fault: 'FORMAT' }],
    ['969500Q2MA9VBQ8BG8AB', { ok: false, fault: 'FORMAT' }],
  ])('The LEI check judges %s correctly', (text, verdict) => {
    expect(checkLei(text)).toEqual(verdict)
  })

  test('Each body has exactly the key of ISO 17442', () => {
    fc.assert(
      fc.property(body, (text) => {
        const key = String(98 - remainder(`${text}00`)).padStart(2, '0')
        const keys = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))
        expect(keys.filter((candidate) => checkLei(text + candidate).ok)).toEqual([key])
      }),
    )
  })
})

describe('French VAT numbers and SIREN', () => {
  test.each([
    ['FR44732829320', '732829320'],
    ['FR 44 732 829 320', '732829320'],
    ['FR59999990120', '999990120'],
    ['FRK7399859412', '399859412'],
    ['FR45732829320', null],
    ['DE136695976', null],
    ['nonsense', null],
  ])('The VAT number %s holds the SIREN %s', (vat, siren) => {
    expect(sirenOfVat(vat)).toBe(siren)
  })

  test('Every SIREN has a VAT number that leads back to it', () => {
    fc.assert(
      fc.property(digits(8), (body) => {
        fc.pre(!body.startsWith('000'))
        const siren =
          Array.from({ length: 10 }, (_, key) => `${body}${key}`).find((text) => checkSiren(text).ok) ?? ''
        expect(checkVat(vatOfSiren(siren))).toEqual({ ok: true, value: vatOfSiren(siren) })
        expect(sirenOfVat(vatOfSiren(siren))).toBe(siren)
      }),
    )
  })

  test('A number of Monaco is valid and holds no SIREN', () => {
    const monaco = 'FR53000004605'
    expect(checkVat(monaco).ok).toBe(true)
    expect(sirenOfVat(monaco)).toBeNull()
  })
})

test('No text makes a check throw', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.stringMatching(/^[A-Z]{2}[0-9A-Z+*]{2,13}$/),
  )
  fc.assert(
    fc.property(text, (value) => {
      for (const check of [checkSiren, checkSiret, checkVat, checkDuns, checkLei]) {
        const verdict = check(value)
        if (verdict.ok) expect(check(verdict.value)).toEqual(verdict)
      }
    }),
    { numRuns: 1000 },
  )
})
