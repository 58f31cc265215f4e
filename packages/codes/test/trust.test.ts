import { describe, expect, test } from 'vitest'
import { issue, revocationList, type Holder } from '../../seals/test/kit/authority.ts'
import { context, int, oid, seq, set } from '../../seals/test/kit/der.ts'
import { certificatesIn, codeCertificates, commonName, readPayment } from '../src/index.ts'

const until = new Date('2026-10-01T00:00:00Z')
const root = issue({ name: 'ZZ01', isAuthority: true })
const between = issue({ name: 'Signers of ZZ01', issuer: root, isAuthority: true, until })
const leaf = issue({ name: 'AB12', issuer: between })
const stranger = issue({ name: 'ZZ01', isAuthority: true })

const pem = ({ certificate }: Holder) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
const packed = (...holders: readonly Holder[]) =>
  seq(
    oid('1.2.840.113549.1.7.2'),
    context(
      0,
      seq(
        int(1),
        set(),
        seq(oid('1.2.840.113549.1.7.1')),
        context(0, ...holders.map(({ certificate }) => certificate)),
        set(),
      ),
    ),
  )
const names = (bytes: Buffer) => certificatesIn(bytes).map(commonName)
const authority = (holder: Holder) => ({ id: 'ZZ01', certificates: certificatesIn(holder.certificate) })
const pool = (...holders: readonly Holder[]) =>
  holders.flatMap(({ certificate }) => certificatesIn(certificate))

describe('The files of authorities', () => {
  test('Certificates come alone or together, in letters or bytes, packed or as parts of a message', () => {
    expect(names(leaf.certificate)).toEqual(['AB12'])
    expect(names(Buffer.from(pem(root) + pem(leaf) + pem(leaf)))).toEqual(['ZZ01', 'AB12'])
    expect(names(packed(root, leaf))).toEqual(['ZZ01', 'AB12'])
    const inLetters = `-----BEGIN PKCS7-----\n${packed(between, leaf).toString('base64')}\n-----END PKCS7-----`
    expect(names(Buffer.from(inLetters))).toEqual(['Signers of ZZ01', 'AB12'])
    const line = Buffer.from('\r\n--limit\r\nContent-Type: application/pkix-cert\r\n\r\n')
    expect(names(Buffer.concat([line, root.certificate, line, leaf.certificate, line]))).toEqual([
      'ZZ01',
      'AB12',
    ])
    expect(names(Buffer.concat([root.certificate, leaf.certificate]))).toEqual(['ZZ01', 'AB12'])
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('no certificate at all')],
    ['half a certificate', leaf.certificate.subarray(0, 200)],
    ['a list of what was revoked', revocationList(root, [leaf], until)],
    ['lengths that lead nowhere', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x30, 0x80, 0x30])],
  ])('In %s there is no certificate', (_, bytes) => {
    expect(certificatesIn(bytes)).toEqual([])
  })
})

describe('Whom the authorities of the list vouch for', () => {
  test('A certificate counts over those between, as long as all of them are valid', () => {
    const [found, ...more] = codeCertificates([authority(root)], pool(leaf, between))
    expect(more).toEqual([])
    expect(found).toMatchObject({ authority: 'ZZ01', name: 'AB12', until })
  })

  test('Without those between, or from somebody who calls himself the same, it does not count', () => {
    expect(codeCertificates([authority(root)], pool(leaf))).toEqual([])
    expect(codeCertificates([authority(stranger)], pool(leaf, between))).toEqual([])
    const usurper = issue({ name: 'Signers of ZZ01', issuer: root })
    const forged = issue({ name: 'AB13', issuer: usurper })
    expect(codeCertificates([authority(root)], pool(forged, usurper))).toEqual([])
  })

  test('A name that no code can hold, and authorities themselves, sign no codes', () => {
    const long = issue({ name: 'A long name', issuer: root })
    expect(codeCertificates([authority(root)], pool(long, between, root))).toEqual([])
  })

  test('A way in circles ends', () => {
    const one = issue({ name: 'One', isAuthority: true })
    const two = issue({ name: 'Two', issuer: one, isAuthority: true })
    const again = issue({ name: 'One', issuer: two, isAuthority: true })
    const lost = issue({ name: 'AB14', issuer: two })
    expect(codeCertificates([authority(root)], pool(lost, two, one, again))).toEqual([])
  })
})

describe('Codes for transfers', () => {
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    'AGRIFRPP',
    'Maçonnerie du Rhône',
    'FR76 3000 6000 0112 3456 7890 189',
    'EUR12',
  ]

  test('A code for a transfer says whom it pays', () => {
    expect(readPayment(lines.join('\n'))).toEqual({
      iban: 'FR7630006000011234567890189',
      bic: 'AGRIFRPP',
      holder: 'Maçonnerie du Rhône',
    })
  })

  test('Anything else is none', () => {
    expect(readPayment('https://www.example.org')).toBeNull()
    expect(readPayment(lines.with(6, 'no account').join('\n'))).toBeNull()
    expect(readPayment('BCD')).toBeNull()
  })
})
