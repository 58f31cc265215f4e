import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { gs, writeCode } from '../../../../../../packages/codes/test/kit/write-2d-doc.ts'
import type { CodeTrustInForce } from '../../../trust/index.ts'
import type { FormEntry } from '../../../forms/index.ts'
import type { PdfContent } from '../pdf-content.ts'
import { besideCode, compareField } from './compare-code.ts'
import { judgeCode, openCode } from './judge-codes.ts'
import { placedCodes, type PlacedCode } from './see-codes.ts'

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const iban = 'FR7630006000011234567890189'
const another = 'FR1420041010050500013M02606'
const message = `30SARL/MACONNERIE IMAGINAIRE${gs}31${iban}${gs}32AGRIFRPPXXX`
const place = { x: 0.1, y: 0.2, width: 0.1, height: 0.1, page: 1 }
const coded = (content: Buffer | string, format: PlacedCode['format'] = 'DATA_MATRIX'): PlacedCode => ({
  ...place,
  format,
  content: Buffer.from(content).toString('base64'),
})

const known = {
  from: new Date('2026-01-01'),
  until: new Date('2028-01-01'),
  publicKey: createPublicKey(key),
  isRevoked: false,
}
const trust: CodeTrustInForce = {
  version: 3,
  list: { nextUpdate: null, authorities: new Set(['ZZ01']) },
  certificatesOf: () => [{ ...known, holder: 'CN=AB12, O=Bank of tests' }],
}
const nobody: CodeTrustInForce = { version: null, list: null, certificatesOf: () => [] }
const facts = {
  producer: '',
  creator: '',
  createdAt: null,
  modifiedAt: null,
  isChangedAfterSave: false,
  coveredTexts: 0,
  hiddenTexts: 0,
  annotations: 0,
  isWhole: true,
}
const printed = (text: string, isPicture = false): PdfContent => ({
  text,
  pages: [],
  facts,
  ...(isPicture && { isPicture }),
})
const entry = (type: FormEntry['type'], name: string, value: string) =>
  ({ type, key: name, title: name, order: 1, value }) as FormEntry

interface Around {
  readonly text?: string
  readonly typed?: readonly FormEntry[]
  readonly by?: CodeTrustInForce
}

function judge(code: PlacedCode, { text, typed = [], by = trust }: Around = {}) {
  const beside = besideCode(text === undefined ? null : printed(text), typed)
  return judgeCode(openCode(code), { trust: by, now: new Date('2026-11-19'), beside })
}

const genuine = `RELEVE D'IDENTITE BANCAIRE\nTitulaire : SARL Maçonnerie Imaginaire\nIBAN : FR76 3000 6000 0112 3456 7890 189\nBIC : AGRIFRPP`

describe('A 2D-Doc beside what a page prints', () => {
  test('One whose signature holds and that says what is printed proves it', () => {
    const { code, findings } = judge(coded(writeCode({ message, key })), { text: genuine })
    expect(findings).toEqual([])
    expect(code).toMatchObject({
      kind: 'TWO_D_DOC',
      verdict: 'VALID',
      proves: true,
      documentKind: 'BANK_DETAILS',
      authority: 'ZZ01',
      certificate: 'AB12',
      signer: 'CN=AB12, O=Bank of tests',
      signedOn: '2026-11-01',
      trustVersion: 3,
      page: 1,
    })
    expect(code.fields).toMatchObject([
      { name: 'holder', agreement: 'AGREES' },
      { name: 'iban', value: iban, agreement: 'AGREES' },
      { name: 'bic', agreement: 'NOT_COMPARED' },
    ])
  })

  test('A genuine code beside another account, or on the page of another company, differs and proves nothing', () => {
    const code = coded(writeCode({ message, key }))
    const moved = judge(code, { text: genuine.replace(/FR76.+189/, another) })
    expect(moved).toMatchObject({ findings: ['CODE_DIFFERS'], code: { verdict: 'VALID', proves: false } })
    const borrowed = judge(code, { text: genuine.replace('Maçonnerie Imaginaire', 'Scierie Lointaine') })
    expect(borrowed.findings).toEqual(['CODE_DIFFERS'])
    const typed = judge(code, { text: genuine, typed: [entry('iban', 'iban', another)] })
    expect(typed.findings).toEqual(['CODE_DIFFERS'])
    const same = judge(code, { typed: [entry('iban', 'iban', 'FR76 3000 6000 0112 3456 7890 189')] })
    expect(same).toMatchObject({ findings: [], code: { proves: true } })
  })

  test('A wrong signature is broken, and what is said is compared all the same', () => {
    const forged = writeCode({ message, key, change: (text) => text.replace(iban, another) })
    expect(judge(coded(forged), { text: genuine })).toMatchObject({
      findings: ['CODE_BROKEN', 'CODE_DIFFERS'],
      code: { verdict: 'INVALID', signer: null, proves: false },
    })
  })

  test('Where nobody was named as trusted it is not judged, which is no finding', () => {
    const { code, findings } = judge(coded(writeCode({ message, key })), { text: genuine, by: nobody })
    expect(findings).toEqual([])
    expect(code).toMatchObject({ verdict: 'NOT_JUDGED', reason: 'NO_LIST', proves: false })
  })

  test('Without any text beside it nothing is compared', () => {
    const { code, findings } = judge(coded(writeCode({ message, key })))
    expect(findings).toEqual([])
    expect(code).toMatchObject({ verdict: 'VALID', proves: false })
  })
})

describe('Other codes', () => {
  test('A code for a transfer is held against the printed account', () => {
    const lines = ['BCD', '002', '1', 'SCT', 'AGRIFRPP', 'Maçonnerie Imaginaire', iban, 'EUR12']
    const code = coded(lines.join('\n'), 'QR')
    expect(judge(code, { text: genuine })).toMatchObject({ findings: [], code: { kind: 'PAYMENT' } })
    expect(judge(code, { text: genuine.replace(/FR76.+189/, another) }).findings).toEqual(['CODE_DIFFERS'])
  })

  test('Addresses and anything else are shown in one short line, and never as more than a code holds', () => {
    const address = judge(coded('https://example.org/a\u202e?code=1\n2', 'QR')).code
    expect(address).toMatchObject({
      kind: 'ADDRESS',
      value: 'https://example.org/a ?code=1 2',
      verdict: null,
    })
    const long = judge(coded('x'.repeat(500), 'QR')).code
    expect(long.value).toHaveLength(120)
    expect(judge(coded(Buffer.from([0xff, 0xfe, 0]), 'QR')).code).toMatchObject({ kind: 'OTHER', value: '' })
  })
})

describe('Single values', () => {
  const against = (text: string, isPicture = false) => besideCode(printed(text, isPicture), [])
  const field = (kind: 'DATE' | 'COMPANY' | 'NAME', value: string, isCut = false) =>
    ({ name: 'any', kind, value, isCut }) as const

  test('Companies are the same by their first nine digits, and dates however they are written', () => {
    const text = 'SIRET 732 829 320 00074, fait le 3 novembre 2026'
    expect(compareField(field('COMPANY', '732829320'), against(text))).toBe('AGREES')
    expect(compareField(field('COMPANY', '55203253400646'), against(text))).toBe('DIFFERS')
    expect(compareField(field('COMPANY', 'W751234567'), against(text))).toBe('NOT_COMPARED')
    expect(compareField(field('DATE', '2026-11-03'), against(text))).toBe('AGREES')
    expect(compareField(field('DATE', '2026-11-04'), against(text))).toBe('DIFFERS')
    expect(compareField(field('DATE', '2026-11-04'), against(text, true))).toBe('NOT_COMPARED')
    expect(compareField(field('DATE', '2026-11-04'), against('no date at all'))).toBe('NOT_COMPARED')
  })

  test('A name that was cut off is known by its beginning', () => {
    const text = 'SOCIETE GENERALE DE MACONNERIE'
    expect(compareField(field('NAME', 'MACONN', true), against(text))).toBe('AGREES')
    expect(compareField(field('NAME', 'MACONN'), against(text))).toBe('DIFFERS')
  })
})

describe('What the process that looks at pages may say', () => {
  test('Only codes are believed, and not more than a few', () => {
    const things = [{ ...coded('a'), page: undefined }, { format: 'QR' }, 'QR', null, { ...coded('b'), x: 7 }]
    expect(placedCodes([{ page: 2, things }])).toEqual([{ ...coded('a'), page: 2 }])
    expect(placedCodes([{ page: -1, things }])).toEqual([])
    const many = Array.from({ length: 40 }, () => coded('a'))
    expect(placedCodes([{ page: 1, things: many }])).toHaveLength(16)
  })
})
