import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issue } from '../../../packages/seals/test/kit/authority.ts'
import { TestPdf } from '../../../packages/seals/test/kit/test-pdf.ts'
import { tellableFindings } from '../../src/domain/evaluation/index.ts'
import { retireAnswers } from '../../src/domain/retention/retire-answers.task.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { setClockOffset } from '../database/fixtures.ts'
import { problemOf } from '../dossiers/desk.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { answersDesk, picture, type AnswersDesk, type ResponseWire } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import {
  brokenPdf,
  changedAfterPdf,
  checkedSeal,
  pemOf,
  revokedPdf,
  root,
  sealedPdf,
  signer,
  type SealWire,
} from './sealed-answers.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const trusting = async (): Promise<AnswersDesk> => {
  const d = await answersDesk(t)
  const added = await d.post('/seal-trust/roots', { certificate: pemOf(root.certificate) })
  expect(added.statusCode, added.body).toBe(201)
  return d
}
const folder = new URL('../../../../shared/data/signed/', import.meta.url)
const publicFiles: readonly [string, string, string[]][] = [
  ['dss_doc-firmado-LT.pdf', 'INTACT', []],
  ['dss_BadEncodedCMS.pdf', 'REVIEW', ['SEAL_NOT_JUDGED']],
  ['dss_certified-no-change-permitted.pdf', 'INTACT', []],
]
const isThere = existsSync(new URL('INDEX.md', folder))

describe('The seal of an evidence', () => {
  test('A sealed file is shown with who sealed it, when, how, and whether they are trusted', async () => {
    const d = await trusting()
    const { answer, seal, codes } = await checkedSeal(t, d, sealedPdf.bytes)
    expect(seal).toMatchObject({
      integrity: 'INTACT',
      trust: 'TRUSTED',
      trustVersion: null,
      engine: 'seals/1',
      sha256: answer.evidences[0]?.sha256,
      judgedAt: expect.stringMatching(/^2026-11-15T/),
      signatures: [
        {
          signer: { name: 'Office of tests', issuer: 'Root of tests' },
          level: 'B',
          qualified: null,
          integrityCode: 'HOLDS',
          trustCode: 'VOUCHED',
          changes: 'PERMITTED',
        },
      ],
    })
    expect([answer.status, codes]).toEqual(['PENDING', []])
    const { evidences } = (await d.document('REG_PROOF')) as unknown as { evidences: { seal: SealWire }[] }
    expect(evidences[0]?.seal).toEqual(seal)
  })

  test('A file without seal, and a signer whom nobody knows, are no finding', async () => {
    const d = await answersDesk(t)
    const plain = await checkedSeal(t, d, TestPdf.write().bytes)
    expect([plain.seal.integrity, plain.codes]).toEqual(['UNSIGNED', []])
    const stranger = await checkedSeal(t, d, sealedPdf.bytes)
    expect(stranger).toMatchObject({
      seal: { integrity: 'INTACT', trust: 'UNTRUSTED', signatures: [{ trustCode: 'NOBODY_TRUSTED' }] },
      codes: [],
    })
    const sent = await d.send('REG_PROOF', [picture])
    await runAnswerJobs(t, d.accountId)
    const { evidences } = await d.response(sent.json<ResponseWire>().responseId)
    expect(evidences[0]?.['seal']).toBeNull()
  })

  test('What speaks against a seal is a finding that no supplier is told', async () => {
    const d = await trusting()
    const weak = TestPdf.write().seal({ signer, digest: 'sha1' }).bytes
    const broken = TestPdf.write().seal({ signer, digest: 'md5' }).bytes
    const imitated = TestPdf.write().seal({ signer: issue({ name: 'Office of tests' }) }).bytes
    const cases: [Buffer, string, string][] = [
      [brokenPdf(), 'CHANGED', 'SEAL_BROKEN'],
      [changedAfterPdf.bytes, 'CHANGED', 'SEAL_CHANGED_AFTER'],
      [broken, 'REVIEW', 'SEAL_NOT_JUDGED'],
      [weak, 'INTACT', 'SEAL_WEAK'],
      [revokedPdf.bytes, 'INTACT', 'SEAL_REVOKED'],
      [imitated, 'INTACT', 'SEAL_NOT_TRUSTED'],
    ]
    for (const [content, integrity, code] of cases) {
      const { answer, seal, codes } = await checkedSeal(t, d, content)
      expect([seal.integrity, codes, answer.status]).toEqual([integrity, [code], 'PENDING'])
      expect(tellableFindings).not.toContain(code)
    }
  })

  test('Judging that runs out of time or memory leaves a REVIEW with its reason, never “no seal”', async () => {
    const d = await trusting()
    for (const sealLimits of [{ timeoutMs: 20 }, { memoryMiB: 8 }]) {
      const { answer, seal, codes } = await checkedSeal(t, d, sealedPdf.bytes, { sealLimits })
      expect(seal).toMatchObject({
        integrity: 'REVIEW',
        reason: 'The file could not be judged within the limits of time and memory.',
        signatures: [],
      })
      expect([answer.status, codes]).toEqual(['PENDING', ['SEAL_NOT_JUDGED']])
    }
  })

  test('Names and words that no database takes are kept without them', async () => {
    const d = await answersDesk(t)
    const subFilter = 'adbe#00#ed#A0#80.x'
    const { seal } = await checkedSeal(t, d, TestPdf.write().seal({ signer, subFilter }).bytes)
    expect(seal).toMatchObject({ integrity: 'REVIEW', signatures: [{ integrityCode: 'NOT_JUDGED' }] })
  })

  test('The seal goes with a reused answer, and ends with the file', async () => {
    const d = await trusting()
    const vigilance = await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE')
    const { answer, seal } = await checkedSeal(t, d, sealedPdf.bytes)
    expect((await d.post(`/responses/${answer.responseId}/approve`)).statusCode).toBe(200)
    await runAnswerJobs(t, d.accountId)
    const path = `/dossiers/${vigilance.dossierId}/documents/${vigilance.documents['REG_PROOF']}/responses`
    const [copy] = (await d.get(path)).json<{ content: ResponseWire[] }>().content
    expect(copy).toMatchObject({ reusedFrom: answer.responseId, evidences: [{ seal }] })

    const denied = await checkedSeal(t, d, sealedPdf.bytes, { code: 'FISCAL_REG' })
    await d.post(`/responses/${denied.answer.responseId}/reject`, { shareRejectionReason: false })
    for (const years of [11, 12]) {
      await setClockOffset(t, d, years * 366 * 86_400_000)
      await retireAnswers(t.db, {
        ...wholeAccount(d.accountId),
        actor: { type: 'JOB', id: null, name: 'test' },
      })
    }
    expect(await d.response(denied.answer.responseId)).toMatchObject({
      status: 'DELETED',
      evidences: [{ fileState: 'DELETED', seal: null }],
    })
  })

  test.skipIf(!isThere)('Public signed files get the verdicts of their index over HTTP', async () => {
    const d = await answersDesk(t)
    for (const [name, integrity, expected] of publicFiles) {
      const { seal, codes } = await checkedSeal(t, d, readFileSync(new URL(name, folder)))
      expect([name, seal.integrity, codes]).toEqual([name, integrity, expected])
    }
  })
})

describe('Certificates that an account trusts', () => {
  test('A certificate is added, counts for this account alone, and is removed; the journal tells both', async () => {
    const d = await trusting()
    const other = await answersDesk(t)
    const { roots } = (await d.get('/seal-trust')).json<{
      roots: { rootId: number; fingerprint: string }[]
    }>()
    expect(roots).toMatchObject([
      { subject: 'Root of tests', isAuthority: true, addedBy: { type: 'API_CLIENT' } },
    ])
    expect((await other.get('/seal-trust')).json()).toMatchObject({ version: null, lists: [], roots: [] })
    expect((await checkedSeal(t, other, sealedPdf.bytes)).seal.trust).toBe('UNTRUSTED')

    const again = await d.post('/seal-trust/roots', { certificate: pemOf(root.certificate) })
    expect(problemOf(again)).toEqual([409, 'SEAL_ROOT_KNOWN'])
    const [first] = roots
    const path = `/seal-trust/roots/${first?.rootId}`
    const elsewhere = await t.call('DELETE', `${other.base}${path}`, { token: other.token })
    expect(problemOf(elsewhere)).toEqual([404, 'SEAL_ROOT_NOT_FOUND'])
    expect((await t.call('DELETE', `${d.base}${path}`, { token: d.token })).statusCode).toBe(204)
    expect((await d.get('/seal-trust')).json()).toMatchObject({ roots: [] })
    expect((await checkedSeal(t, d, sealedPdf.bytes)).seal.trust).toBe('UNTRUSTED')
    const told = (await d.get('/administration/journal?size=10')).body
    expect(told).toContain('SEAL_ROOT_ADDED')
    expect(told).toContain('SEAL_ROOT_REMOVED')
    expect(told).toContain(first?.fingerprint)
  })

  test('Whatever is not exactly one certificate is refused', async () => {
    const d = await answersDesk(t)
    const one = pemOf(root.certificate)
    for (const certificate of ['none', one + one, pemOf(Buffer.from('no certificate')), one.slice(0, -40)]) {
      expect(problemOf(await d.post('/seal-trust/roots', { certificate }))).toEqual([
        422,
        'SEAL_ROOT_INVALID',
      ])
    }
    expect((await d.post('/seal-trust/roots', { certificate: '' })).statusCode).toBe(400)
  })
})
