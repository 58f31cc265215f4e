import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge2dDoc, read2dDoc, type CodeTrust, type TwoDDoc } from '../src/index.ts'
import {
  gs,
  rs,
  signatureOver,
  toBase32,
  us,
  writeBinary,
  writeCode,
  type WrittenCode,
} from './kit/write-2d-doc.ts'

const keyOn = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey
const key = keyOn('prime256v1')
const iban = 'FR7630006000011234567890189'
const details = `30SARL/MACONNERIE DU RHONE${gs}31${iban}${gs}32AGRIFRPPXXX`

const trustIn = (signer: KeyObject = key, more: Partial<CodeTrust> = {}): CodeTrust => ({
  list: { nextUpdate: new Date('2027-02-01'), authorities: new Set(['ZZ01', 'FR00']) },
  certificates: [
    {
      from: new Date('2026-01-01'),
      until: new Date('2028-12-31'),
      publicKey: createPublicKey(signer),
      isRevoked: false,
    },
  ],
  now: new Date('2026-11-19'),
  ...more,
})

function read(bytes: Uint8Array): TwoDDoc {
  const doc = read2dDoc(bytes)
  if (doc === null) throw new Error('It is no 2D-Doc.')
  return doc
}

const judge = (wish: Partial<WrittenCode>, trust = trustIn()) =>
  judge2dDoc(read(writeCode({ message: details, key, ...wish })), trust)

const values = ({ fields }: Pick<TwoDDoc, 'fields'>) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

describe('Reading a 2D-Doc', () => {
  test.each([1, 2, 3, 4] as const)(
    'Version %i says whose account it is, and its signature holds',
    (version) => {
      const doc = read(writeCode({ version, message: details, key }))
      expect(doc.header).toMatchObject({
        version,
        authority: 'ZZ01',
        certificate: 'AB12',
        documentType: '03',
      })
      expect(doc.header).toMatchObject({ issuedOn: '2026-10-31', signedOn: '2026-11-01' })
      expect(doc).toMatchObject({ documentKind: 'BANK_DETAILS', isWhole: true })
      const holder = 'SARL MACONNERIE DU RHONE'
      expect(values(doc)).toEqual({ holder, iban, bic: 'AGRIFRPPXXX' })
      const judged = judge2dDoc(doc, trustIn())
      expect(judged).toMatchObject({ verdict: 'VALID' })
      if (judged.verdict === 'VALID') expect(values(judged.way)).toEqual({ holder, iban, bic: 'AGRIFRPPXXX' })
    },
  )

  test.each(['prime256v1', 'secp384r1', 'secp521r1'])(
    'A signature on %s holds with the hash of its curve',
    (curve) => {
      const own = keyOn(curve)
      for (const version of [1, 4] as const)
        expect(judge({ key: own, version }, trustIn(own))).toMatchObject({ verdict: 'VALID' })
    },
  )

  test('A code in bytes is judged by the bytes before its signature, and what follows that is not looked at', () => {
    const blocks = Buffer.from([0x0a, 4, 0x5a, 0x94, 0xb3, 0xde, 0xcc, 0xff, 0, 2, 0xff, 0xff, 0xaf, 0])
    const bytes = writeBinary({ key, blocks, annex: Buffer.from([0x01, 1, 7]) })
    const doc = read(bytes)
    expect(doc.header).toMatchObject({
      form: 'BINARY',
      authority: 'ZZ01',
      certificate: '0AB12',
      country: 'FRA',
    })
    expect(doc.header).toMatchObject({ issuedOn: '2026-10-31', signedOn: '2026-11-01' })
    expect(judge2dDoc(doc, trustIn())).toMatchObject({ verdict: 'VALID' })
    const changed = Buffer.from(bytes)
    changed[21] = 0
    expect(judge2dDoc(read(changed), trustIn())).toEqual({ verdict: 'INVALID' })
  })

  test('What follows the signature is not signed and is not read', () => {
    const bytes = writeCode({ message: details, key, annex: `31FR1420041010050500013M02606${gs}` })
    const doc = read(bytes)
    expect(values(doc)['iban']).toBe(iban)
    expect(doc.fields).toHaveLength(3)
    expect(judge2dDoc(doc, trustIn())).toMatchObject({ verdict: 'VALID' })
  })

  test('Values that were cut off say so, and dates, companies and amounts are understood', () => {
    const message = `5073282932000074531CE6541D044USOCIETE GENERALE DE MACONN${rs}1D1250,50${gs}96211120265M`
    const { fields, isWhole } = read(writeCode({ message, key, type: '06' }))
    expect(isWhole).toBe(true)
    expect(values({ fields })).toEqual({
      employerNumber: '73282932000074',
      employer: 'SOCIETE GENERALE DE MACONN',
      amount: '1250.50',
      signedOn: '2026-11-21',
    })
    expect(fields.find(({ name }) => name === 'employer')?.isCut).toBe(true)
  })

  test('A value that is as long as it may be needs no mark at its end', () => {
    const { fields } = read(writeCode({ message: `32AGRIFRPPXXX30X${gs}31${iban}`, key }))
    expect(values({ fields })).toEqual({ bic: 'AGRIFRPPXXX', holder: 'X', iban })
  })

  test('What is not known is not guessed: reading goes on after the next mark', () => {
    const doc = read(writeCode({ message: `Z9SOMETHING31${iban}${gs}30A NAME`, key }))
    expect(doc.isWhole).toBe(false)
    expect(values(doc)).toEqual({ holder: 'A NAME' })
  })

  test('A mark that the encoder left out after signing is thought of', () => {
    const signed = `9621112026${gs}95AB12${gs}`
    const wish = { key, type: '12', message: signed }
    const drawn = writeCode({ ...wish, change: (text) => text.replace(`26${gs}95`, '2695') })
    expect(judge2dDoc(read(drawn), trustIn())).toMatchObject({ verdict: 'VALID' })
    const atEnd = writeCode({ ...wish, change: (text) => text.slice(0, -1) })
    expect(judge2dDoc(read(atEnd), trustIn())).toMatchObject({ verdict: 'VALID' })
  })

  test.each([
    ['an address', 'https://www.example.org'],
    ['nothing', ''],
    ['the first letters alone', 'DC04'],
    ['an unknown version', `DC09ZZ01AB12264926490301FR${us}A`],
  ])('A code that holds %s is no 2D-Doc', (_, text) => {
    expect(read2dDoc(Buffer.from(text))).toBeNull()
  })
})

describe('Judging the signature of a 2D-Doc', () => {
  test('Another account in the same code, or a signature of somebody else, is wrong', () => {
    expect(judge({ change: (text) => text.replace('0189', '0188') })).toEqual({ verdict: 'INVALID' })
    expect(judge({ key: keyOn('prime256v1') })).toEqual({ verdict: 'INVALID' })
    const cut = writeCode({ message: details, key }).subarray(0, -8)
    expect(judge2dDoc(read(cut), trustIn())).toEqual({ verdict: 'INVALID' })
    const strange = Buffer.from(`${writeCode({ message: details, key }).toString('latin1').slice(0, -1)}!`)
    expect(judge2dDoc(read(strange), trustIn())).toEqual({ verdict: 'INVALID' })
  })

  test('Of two certificates with the same name the one that fits counts', () => {
    const both = [...trustIn(keyOn('prime256v1')).certificates, ...trustIn().certificates]
    expect(judge({}, trustIn(key, { certificates: both }))).toMatchObject({ verdict: 'VALID' })
  })

  test.each([
    ['nobody named whom to trust', {}, { list: null }, 'NO_LIST'],
    ['the list should have been replaced', {}, { now: new Date('2027-03-01') }, 'LIST_OUTDATED'],
    ['its authority is on no list', { authority: 'ZZ02' }, {}, 'AUTHORITY_UNKNOWN'],
    ['its certificate was not imported', {}, { certificates: [] }, 'CERTIFICATE_UNKNOWN'],
    ['it was signed before its certificate was valid', { signed: 9000 }, {}, 'CERTIFICATE_NOT_VALID'],
    ['it was signed after its certificate had ended', { signed: 12_000 }, {}, 'CERTIFICATE_NOT_VALID'],
    ['its authority is for trials', { authority: 'FR00' }, {}, 'TEST_ONLY'],
    ['its certificate is for trials', { certificate: '0000' }, {}, 'TEST_ONLY'],
  ] as const)('It is not judged where %s', (_, wish, trust, reason) => {
    expect(judge(wish, trustIn(key, trust))).toEqual({ verdict: 'NOT_JUDGED', reason })
  })

  test('What a revoked certificate signed is not judged, unless another of its name stands', () => {
    const [known] = trustIn().certificates
    const revoked = { ...known!, isRevoked: true }
    const trust = trustIn(key, { certificates: [revoked] })
    expect(judge({}, trust)).toEqual({ verdict: 'NOT_JUDGED', reason: 'CERTIFICATE_REVOKED' })
    const both = trustIn(key, { certificates: [revoked, known!] })
    expect(judge({}, both)).toMatchObject({ verdict: 'VALID' })
  })

  test('What is for trials counts only where a test says so', () => {
    const accepted = trustIn(key, { acceptsTests: true })
    expect(judge({ authority: 'FR00' }, accepted)).toMatchObject({ verdict: 'VALID' })
  })

  test('Other keys, and messages that go on in bytes, are not judged rather than called wrong', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    const [known] = trustIn().certificates
    const trust = trustIn(key, { certificates: [{ ...known!, publicKey: rsa }] })
    expect(judge({}, trust)).toEqual({ verdict: 'NOT_JUDGED', reason: 'FORM_UNKNOWN' })
    const mixed = Buffer.concat([
      Buffer.from('DC04ZZ01AB12264926490301FR30NAME\u001d'),
      Buffer.from([0xff, 0x40]),
    ])
    expect(judge2dDoc(read(mixed), trustIn())).toEqual({ verdict: 'NOT_JUDGED', reason: 'FORM_UNKNOWN' })
  })
})

describe('Whatever is written in a code', () => {
  const sign = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /,.-'.split(''), gs, rs)
  const message = fc.array(sign, { maxLength: 120 }).map((signs) => signs.join(''))

  test('Is read and judged without a fault, and is valid exactly as it was signed', () => {
    fc.assert(
      fc.property(message, fc.constantFrom<2 | 3 | 4>(2, 3, 4), (text, version) => {
        const bytes = writeCode({ message: text, key, version })
        expect(judge2dDoc(read(bytes), trustIn()).verdict).toBe('VALID')
      }),
      { numRuns: 150 },
    )
  })

  test('Is never valid once a sign of its message has become another letter', () => {
    fc.assert(
      fc.property(message, fc.nat(), (text, at) => {
        const whole = `31${iban}${gs}${text}`
        const place = 26 + (at % whole.length)
        const change = (data: string) =>
          `${data.slice(0, place)}${data[place] === 'Q' ? 'R' : 'Q'}${data.slice(place + 1)}`
        expect(judge({ message: whole, change }).verdict).toBe('INVALID')
      }),
      { numRuns: 150 },
    )
  })

  test('Is taken apart without a fault also where it is no code at all', () => {
    const begun = fc.constantFrom(
      [],
      [...Buffer.from('DC04ZZ01AB12264926490301FR')],
      [...Buffer.from('DC01ZZ01AB122649264903')],
      [0xdc, 4],
    )
    fc.assert(
      fc.property(begun, fc.uint8Array({ maxLength: 400 }), (head, rest) => {
        const doc = read2dDoc(Uint8Array.from([...head, ...rest]))
        if (doc) expect(['INVALID', 'NOT_JUDGED']).toContain(judge2dDoc(doc, trustIn()).verdict)
      }),
      { numRuns: 400 },
    )
  })

  test('Letters of its signature stand for bytes, whatever their number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (signature) => {
        const text = `DC04ZZ01AB12264926490301FR${us}${toBase32(signature)}`
        const [way] = read(Buffer.from(text, 'latin1')).ways
        expect(Buffer.from(way!.signature).equals(Buffer.from(signature))).toBe(true)
      }),
    )
    expect(signatureOver(Buffer.from('x'), key)).toHaveLength(64)
  })
})
