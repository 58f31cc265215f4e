import { describe, expect, test } from 'vitest'
import { judgeFile, TrustStore } from '../src/index.ts'
import { Certificate } from '../src/x509/certificate.ts'
import { day, issue, ocspAnswer, revocationList, today } from './kit/authority.ts'
import { TestPdf, stream } from './kit/test-pdf.ts'

const root = issue({ name: 'Test root', isAuthority: true })
const signer = issue({ name: 'Office of tests', issuer: root })
const clock = issue({ name: 'Test clock', issuer: root, purpose: '1.3.6.1.5.5.7.3.8' })
const trust = new TrustStore([{ certificate: new Certificate(root.certificate), services: [] }])
const judge = ({ bytes }: { bytes: Buffer }, now = today) => judgeFile(bytes, { trust, now })
const sealed = TestPdf.write().seal({ signer })
const stampedAt = new Date(today.getTime() - 10 * day)
const good = { certificates: [signer.certificate, root.certificate], crls: [revocationList(root, [], today)] }

describe('A good seal', () => {
  test('A sealed file is intact, and trusted once nothing was revoked', () => {
    expect(judge(sealed)).toMatchObject({ integrity: 'INTACT', trust: 'UNKNOWN' })
    expect(judge(sealed.prove(good))).toMatchObject({
      integrity: 'INTACT',
      trust: 'TRUSTED',
      signatures: [
        { kind: 'SIGNATURE', changes: 'PERMITTED', level: 'B', signer: { name: 'Office of tests' } },
      ],
    })
    const answered = sealed.prove({ certificates: [], ocsps: [ocspAnswer(root, signer, today)] })
    expect(judge(answered)).toMatchObject({ integrity: 'INTACT', trust: 'TRUSTED' })
  })

  test('A file without seals is unsigned, and one that is no PDF is left to a person', () => {
    expect(judge(TestPdf.write()).integrity).toBe('UNSIGNED')
    expect(judge({ bytes: Buffer.from('Dear Sir or Madam') }).integrity).toBe('REVIEW')
    expect(judge({ bytes: Buffer.alloc(0) }).integrity).toBe('REVIEW')
  })

  test('Two signatures, proofs and a time-stamp of the document leave each other intact', () => {
    const stamped = TestPdf.write()
      .seal({ signer, stampedBy: { authority: clock, time: stampedAt } })
      .seal({ signer })
      .prove(good)
      .stamp(clock, today)
    const verdict = judge(stamped)
    expect(verdict).toMatchObject({ integrity: 'INTACT', trust: 'TRUSTED' })
    expect(verdict.signatures.map(({ level, kind, timeSource }) => [kind, level, timeSource])).toEqual([
      ['SIGNATURE', 'LTA', 'TRUSTED_TIMESTAMP'],
      ['SIGNATURE', 'LTA', 'TRUSTED_TIMESTAMP'],
      ['TIMESTAMP', null, 'TIMESTAMP'],
    ])
    expect(verdict.signatures[0]?.time).toBe(stampedAt.toISOString())
  })
})

describe('Trust', () => {
  test('Nobody is trusted without an authority, and nobody is an authority by claim', () => {
    expect(judgeFile(sealed.bytes, { now: today })).toMatchObject({ integrity: 'INTACT', trust: 'UNTRUSTED' })
    const citizen = issue({ name: 'No authority', issuer: root })
    const friend = issue({ name: 'Friend', issuer: citizen })
    const verdict = judge(TestPdf.write().seal({ signer: friend, others: [citizen] }))
    expect(verdict).toMatchObject({ integrity: 'INTACT', trust: 'UNTRUSTED' })
    expect(verdict.trustReason).toMatch(/no authority/)
  })

  test('A revoked certificate is not trusted, unless a time-stamp proves that it signed before', () => {
    const revoked = { certificates: [], crls: [revocationList(root, [signer], today)] }
    expect(judge(sealed.prove(revoked)).trust).toBe('UNTRUSTED')
    const refused = { certificates: [], ocsps: [ocspAnswer(root, signer, today, true)] }
    expect(judge(sealed.prove(refused)).trust).toBe('UNTRUSTED')
    const early = TestPdf.write().seal({ signer, stampedBy: { authority: clock, time: stampedAt } })
    expect(judge(early.prove(revoked)).trust).toBe('TRUSTED')
  })

  test('An expired certificate is unknown without a time-stamp, and trusted with one', () => {
    const brief = issue({ name: 'Brief', issuer: root, until: new Date(today.getTime() - 5 * day) })
    const then = { certificates: [], crls: [revocationList(root, [], new Date(today.getTime() - 8 * day))] }
    expect(judge(TestPdf.write().seal({ signer: brief }).prove(then)).trust).toBe('UNKNOWN')
    const stampedBy = { authority: clock, time: stampedAt }
    expect(judge(TestPdf.write().seal({ signer: brief, stampedBy }).prove(then)).trust).toBe('TRUSTED')
  })

  test('Keys for other purposes, and conditions nobody understands, are not trusted', () => {
    const cipher = issue({ name: 'Cipher', issuer: root, usage: 0x20 })
    expect(judge(TestPdf.write().seal({ signer: cipher })).trust).toBe('UNTRUSTED')
    const strange = issue({ name: 'Strange', issuer: root, strange: true })
    expect(judge(TestPdf.write().seal({ signer: strange })).trust).toBe('UNTRUSTED')
    const noClock = TestPdf.write().stamp(signer, today)
    expect(judge(noClock).integrity).toBe('REVIEW')
  })

  test('Weak digests are never trusted, broken ones never intact', () => {
    expect(judge(TestPdf.write().seal({ signer, digest: 'sha1' }).prove(good)).trust).toBe('UNKNOWN')
    expect(judge(TestPdf.write().seal({ signer, digest: 'md5' })).integrity).toBe('REVIEW')
  })
})

describe('A forged file', () => {
  const forge = (edit: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(sealed.bytes)
    edit(bytes)
    return judgeFile(bytes, { now: today }).integrity
  }
  const rewrite = (from: string, to: string) =>
    forge((bytes) => bytes.write(to, bytes.indexOf(from), 'latin1'))

  test('A changed byte, a cut end and bytes behind the end are seen', () => {
    expect(rewrite('regularity', 'singularit')).toBe('CHANGED')
    expect(judge({ bytes: sealed.bytes.subarray(0, -40) }).integrity).toBe('CHANGED')
    expect(
      judge({ bytes: Buffer.concat([sealed.bytes, Buffer.from('7 0 obj\n(more)\nendobj\n')]) }).integrity,
    ).toBe('CHANGED')
    expect(judge({ bytes: Buffer.concat([sealed.bytes, Buffer.from('\n')]) }).integrity).toBe('INTACT')
  })

  test('New pages, contents, annotations and revealed objects after the seal are seen', () => {
    const catalog = /1 0 obj\n(<<.*AcroForm.*>>)\nendobj/.exec(sealed.bytes.toString('latin1'))?.[1] ?? ''
    const updates: (readonly [number, string])[][] = [
      [
        [2, '<</Type/Pages/Kids[3 0 R 50 0 R]/Count 2>>'],
        [50, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'],
      ],
      [[4, stream('BT (Certificate of anything) Tj ET')]],
      [
        [3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Annots[5 0 R 51 0 R]>>'],
        [51, '<</Type/Annot/Subtype/FreeText/Rect[0 0 300 300]>>'],
      ],
      [[1, catalog.replace('/Pages 2 0 R', '/Pages 2 0 R/OpenAction 51 0 R')]],
      [[1, catalog.replace(/\/AcroForm<<.*?>>/, '')]],
    ]
    for (const objects of updates) expect(judge(sealed.update(objects)).integrity).toBe('CHANGED')
    const dangling = TestPdf.write().update([[2, '<</Type/Pages/Kids[3 0 R 60 0 R]/Count 1>>']])
    expect(judge(dangling.seal({ signer }).update([[60, '<</Type/Page/Parent 2 0 R>>']])).integrity).toBe(
      'CHANGED',
    )
    expect(judge(sealed.update([[70, '<</Unused true>>']])).integrity).toBe('INTACT')
  })

  test('Games with the byte range and the contents never end as intact', () => {
    const text = sealed.bytes.toString('latin1')
    const range = /\[0 (\d{9}) (\d{9}) (\d{9})\]/.exec(text)
    const [whole = '', , second = '', rest = ''] = range ?? []
    expect(rewrite(whole, whole.replace('[0', '[9'))).toBe('CHANGED')
    expect(rewrite(whole, whole.replace(rest, '999999999'))).toBe('CHANGED')
    expect(rewrite(whole, whole.replace(rest, String(Number(rest) - 9).padStart(9, '0')))).toBe('CHANGED')
    expect(rewrite(whole, whole.replace(second, String(Number(second) + 9).padStart(9, '0')))).toBe('CHANGED')
    expect(rewrite('/ByteRange', '/ByteStrange'.slice(0, 10))).toBe('REVIEW')
    expect(rewrite('/Contents<3', '/Contend<<3')).not.toBe('INTACT')
    expect(
      forge((bytes) =>
        bytes.fill('0', bytes.indexOf('/Contents<3') + 10, bytes.indexOf('/Contents<3') + 5000),
      ),
    ).toBe('REVIEW')
  })

  test('The signature of one document does not fit another', () => {
    const other = TestPdf.write('Another text').seal({ signer })
    const contents = (bytes: Buffer) => /\/Contents<(3[0-9a-f]+)/.exec(bytes.toString('latin1'))?.[1] ?? ''
    expect(rewrite(contents(sealed.bytes).slice(0, 4000), contents(other.bytes).slice(0, 4000))).toBe(
      'CHANGED',
    )
  })

  test('A signature that names another certificate, or none, is left to a person', () => {
    expect(judge(TestPdf.write().seal({ signer, boundTo: clock })).integrity).toBe('REVIEW')
    expect(judge(TestPdf.write().seal({ signer, isBound: false })).integrity).toBe('REVIEW')
    const old = TestPdf.write().seal({ signer, isBound: false, subFilter: 'adbe.pkcs7.detached' })
    expect(judge(old)).toMatchObject({ integrity: 'INTACT', signatures: [{ level: null }] })
  })

  test('A certified document that allows no change is changed by a second signature', () => {
    const dict = '/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]'
    const certified = TestPdf.write().seal({ signer, dict })
    expect(judge(certified).signatures[0]).toMatchObject({ kind: 'CERTIFICATION', integrity: 'INTACT' })
    expect(judge(certified.stamp(clock, today)).integrity).toBe('INTACT')
    expect(judge(certified.seal({ signer })).integrity).toBe('CHANGED')
  })
})
