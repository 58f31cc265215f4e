import { describe, expect, test } from 'vitest'
import { judgeFile, readTrust } from '../src/index.ts'
import { day, issue, revocationList, today } from './kit/authority.ts'
import { makeList, type ServiceWish } from './kit/list.ts'
import { TestPdf } from './kit/test-pdf.ts'

const root = issue({ name: 'Issuing service', isAuthority: true })
const signer = issue({ name: 'Office of tests', issuer: root, isQualified: true })
const journal = issue({ name: 'Commission', issuer: root, isRsa: true })
const nation = issue({ name: 'Agency', issuer: root, isRsa: true })
const nextUpdate = new Date(today.getTime() + 100 * day)
const ago = (days: number) => new Date(today.getTime() - days * day)
const proofs = { certificates: [], crls: [revocationList(root, [], today)] }
const { bytes } = TestPdf.write().seal({ signer }).prove(proofs)

const service = (states: ServiceWish['states'], type = 'CA/QC'): ServiceWish => ({
  authority: root,
  type,
  states,
})
const granted = service([{ status: 'granted', from: ago(900), forSeals: true }])
const pointers = [{ country: 'FR', signer: nation }]
const head = makeList({ country: 'EU', signer: journal, isListOfLists: true, nextUpdate, pointers })
const french = (services: readonly ServiceWish[], by = nation) =>
  makeList({ country: 'FR', signer: by, nextUpdate, services })
const file = (name: string, content: Buffer) => ({ name, bytes: content })
const listSigners = [file('journal.der', journal.certificate)]

function judge(list: Buffer, now = today) {
  const { store, problems } = readTrust({ files: [file('eu.xml', head), file('fr.xml', list)], listSigners })
  const { trust, trustReason, signatures } = judgeFile(bytes, { trust: store, now })
  return { problems, trust, trustReason, qualified: signatures[0]?.qualified }
}

describe('Trusted lists', () => {
  test('A service of a national list makes its seals trusted and qualified', () => {
    expect(judge(french([granted]))).toMatchObject({ problems: [], trust: 'TRUSTED', qualified: true })
  })

  test('A seal is not qualified by a service that was withdrawn, granted later or never for seals', () => {
    const withdrawn = service([
      { status: 'withdrawn', from: ago(2), forSeals: true },
      { status: 'granted', from: ago(900), forSeals: true },
    ])
    const later = service([{ status: 'granted', from: ago(20), forSeals: true }])
    const others = service([{ status: 'granted', from: ago(900) }])
    for (const each of [withdrawn, later, others]) expect(judge(french([each])).qualified).toBe(false)
    expect(
      judge(french([service([{ status: 'granted', from: ago(900), forSeals: true }], 'CA/PKC')])).qualified,
    ).toBe(false)
  })

  test('A list counts only if somebody known says who may sign it', () => {
    const forged = judge(french([granted], journal))
    expect(forged).toMatchObject({
      trust: 'UNTRUSTED',
      problems: [expect.stringMatching(/names its signer/)],
    })
    const { problems, store } = readTrust({
      files: [file('eu.xml', head), file('fr.xml', french([granted]))],
      listSigners: [],
    })
    expect(problems).toHaveLength(2)
    expect(store.isEmpty).toBe(true)
  })

  test('A list that was changed, is not signed or has a document type is left out', () => {
    const text = french([granted]).toString()
    const broken = [
      text.replace('Provider of tests', 'Provider of lies'),
      text.replace(/<ds:Signature .*<\/ds:Signature>/s, ''),
      text.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1'),
      `<!DOCTYPE a [<!ENTITY b "c">]>${text}`,
      text.slice(0, 900),
    ]
    for (const each of broken) {
      expect(judge(Buffer.from(each))).toMatchObject({
        trust: 'UNTRUSTED',
        problems: [expect.stringMatching(/left out/)],
      })
    }
  })

  test('A list past its next update trusts nobody any more', () => {
    const verdict = judge(french([granted]), new Date(today.getTime() + 101 * day))
    expect(verdict.trust).toBe('UNKNOWN')
    expect(verdict.trustReason).toMatch(/out of date/)
  })
})
