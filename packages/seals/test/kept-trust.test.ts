import { describe, expect, test } from 'vitest'
import {
  describeCertificate,
  judgeFile,
  keepTrust,
  openTrust,
  readTrust,
  type KeptTrust,
} from '../src/index.ts'
import { day, issue, revocationList, today } from './kit/authority.ts'
import { makeList } from './kit/list.ts'
import { TestPdf } from './kit/test-pdf.ts'

const ago = (days: number) => new Date(today.getTime() - days * day)
// A root that has expired is still one that somebody chose.
const root = issue({ name: 'Issuing service', isAuthority: true, until: ago(1) })
const signer = issue({ name: 'Office of tests', issuer: root, isQualified: true })
const journal = issue({ name: 'Commission', issuer: root, isRsa: true })
const nation = issue({ name: 'Agency', issuer: root, isRsa: true })
const nextUpdate = new Date(today.getTime() + 100 * day)
const proofs = { certificates: [], crls: [revocationList(root, [], today)] }
const { bytes } = TestPdf.write().seal({ signer }).prove(proofs)
const states = [{ status: 'granted', from: ago(900), forSeals: true }]
const lists = readTrust({
  files: [
    {
      name: 'eu.xml',
      bytes: makeList({
        country: 'EU',
        signer: journal,
        isListOfLists: true,
        nextUpdate,
        pointers: [{ country: 'FR', signer: nation }],
      }),
    },
    {
      name: 'fr.xml',
      bytes: makeList({
        country: 'FR',
        signer: nation,
        nextUpdate,
        services: [{ authority: root, type: 'CA/QC', states }],
      }),
    },
  ],
  listSigners: [{ name: 'journal.der', bytes: journal.certificate }],
})
const throughJson = (kept: KeptTrust) => JSON.parse(JSON.stringify(kept)) as KeptTrust
const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`

describe('Trust that is kept', () => {
  test('Lists that were kept and opened again give the verdict of the lists themselves', () => {
    const kept = throughJson(keepTrust(lists.store))
    const verdict = judgeFile(bytes, { trust: openTrust(kept, []), now: today })
    expect(verdict).toEqual(judgeFile(bytes, { trust: lists.store, now: today }))
    expect(verdict).toMatchObject({
      trust: 'TRUSTED',
      signatures: [{ qualified: true, trustCode: 'VOUCHED', integrityCode: 'HOLDS', isWeak: false }],
    })
    const later = new Date(nextUpdate.getTime() + day)
    const outdated = judgeFile(bytes, { trust: openTrust(kept, []), now: later })
    expect(outdated.signatures[0]?.trustCode).toBe('LIST_OUTDATED')
  })

  test('Roots of one’s own count without any list', () => {
    const verdict = judgeFile(bytes, { trust: openTrust(null, [root.certificate]), now: today })
    expect(verdict).toMatchObject({ trust: 'TRUSTED', signatures: [{ qualified: null }] })
    const nobody = judgeFile(bytes, { trust: openTrust(null, []), now: today })
    expect(nobody.signatures[0]?.trustCode).toBe('NOBODY_TRUSTED')
  })
})

describe('A certificate', () => {
  test('One certificate in PEM is described', () => {
    expect(describeCertificate(pem(root.certificate))).toMatchObject({
      der: root.certificate,
      subject: { name: 'Issuing service' },
      notAfter: ago(1),
      isAuthority: true,
    })
    expect(describeCertificate(pem(signer.certificate)).isAuthority).toBe(false)
  })

  test('Anything else, and more than one, is refused', () => {
    const two = pem(root.certificate) + pem(signer.certificate)
    for (const text of ['', 'Dear Sir', pem(Buffer.from('no')), two, `key\n${pem(root.certificate)}`]) {
      expect(() => describeCertificate(text)).toThrow(/certificate/)
    }
  })
})
