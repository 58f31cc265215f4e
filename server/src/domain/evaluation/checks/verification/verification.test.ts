import { pdf } from '@vigie/inspect/samples'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { examineBankDetails } from '../../bank/examine-bank-details.ts'
import { verdicts } from '../verdict/decide-alone.ts'
import { paperCodes } from '../codes/codes.ts'
import { problemOf } from '../../../../../test/dossiers/desk.ts'
import { bounds, misbehaviours } from '../../../../../test/fakes/loopback.ts'
import { startFakeVerification, type FakeVerification } from '../../../../../test/fakes/verification.ts'
import { fileDesk, sha256, somePicture, type FileDesk } from '../../../../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../../../../test/harness/app.ts'
import { queued } from '../../../../../test/responses/queued.ts'
import { runTask } from '../../../../../test/responses/run-jobs.ts'
import { loadConfig } from '../../../../config.ts'
import { openLinks } from '../../../../open-links.ts'
import type { Tasks } from '../../../../platform/jobs/index.ts'
import { systemClock } from '../../../../platform/kernel/index.ts'
import { checkResponse } from '../check-response.task.ts'
import { verificationConnector } from './connector.ts'
import { verifyEvidenceFile } from './verify-file.task.ts'

let t: TestApp
let off: TestApp
let fake: FakeVerification
beforeAll(async () => {
  fake = await startFakeVerification()
  t = await testApp({ environment: { VERIFICATION_URL: fake.url } })
  off = await testApp()
})
afterAll(async () => {
  await t.close()
  await off.close()
  await fake.close()
})
beforeEach(() => {
  fake.requests.length = 0
  fake.report = null
  fake.behave('ok')
})

const status = 'DOCUMENT_DOCCHECK_STATUS_UPDATE'

/** One run of whatever waits for the provider, as the worker does it. */
async function step(d: FileDesk, options: Parameters<typeof verificationConnector>[1] = bounds()) {
  const waiting = await queued(t, d.accountId, 'responses.verify')
  await t.admin.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'responses.verify' and (j.payload ->> 'accountId')::bigint = $1`,
    [d.accountId],
  )
  const config = loadConfig({ PUBLIC_URL: 'http://vigie.test' })
  const parts = { config, publicUrl: 'http://vigie.test', secretKey: t.secretKey }
  const handler = verifyEvidenceFile({
    store: t.store,
    scanner: null,
    links: openLinks({ ...parts, clock: systemClock, store: t.store }),
    provider: verificationConnector({ url: fake.url, token: 'of-the-provider' }, options),
  })
  for (const payload of waiting) await runTask(t, 'responses.verify', handler, payload)
  return waiting
}

/** Who is told that the verification moved on; they are told once. */
async function followers(d: FileDesk) {
  const waiting = await queued(t, d.accountId, 'datahub.follow-verification')
  for (const { thirdpartyId } of waiting)
    await t.admin.query('select graphile_worker.remove_job($1)', [
      `datahub.follow-verification:${d.accountId}:${thirdpartyId}`,
    ])
  return waiting
}

/** An answer whose checks have just ended, and with them its verification begun. */
async function verifiedDesk(code = 'FISCAL_REG', content: Buffer = somePicture()) {
  const d = await fileDesk(t)
  const sent = await d.answer(code, [{ name: 'attestation.png', content }], {
    checked: false,
    fields: { effectiveDate: '2026-11-01' },
  })
  const verifiedCodes = ['SOC_VIGILANCE', 'FISCAL_REG', 'BANK_DETAILS']
  const payload = { accountId: d.accountId, responseId: sent.responseId }
  await runTask(
    t,
    'responses.check',
    checkResponse({
      store: t.store,
      scanner: null,
      verifiedCodes,
      publicUrl: null,
      examineBank: examineBankDetails,
      verdicts,
      codes: paperCodes,
    }),
    payload,
  )
  const events = async () => (await d.names()).filter((name) => name.includes('DOCCHECK'))
  return { d, sent, events, again: () => d.post(`/responses/${sent.responseId}/verify`) }
}

const evidences = async (d: FileDesk, responseId: number) => {
  const { evidences: all, checkOutcome, checkFindings } = await d.response(responseId)
  const [file, ...reports] = all
  return { file, reports, checkOutcome, codes: checkFindings.map(({ code }) => code) }
}

describe('Files sent to the verification provider', () => {
  test('A file is sent whole with what identifies its company, and the report is stored beside it', async () => {
    const content = somePicture()
    const { d, sent, events } = await verifiedDesk('FISCAL_REG', content)
    expect((await evidences(d, sent.responseId)).file?.metadata).toMatchObject({ doccheck_status: 'PENDING' })
    expect(await events()).toEqual([status])
    expect(await followers(d)).toEqual([{ accountId: d.accountId, thirdpartyId: d.thirdpartyId }])
    const report = pdf()
    fake.answer({ status: 'VERIFIED', report: report.toString('base64') })
    await step(d)
    const identity = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ siren: string; siret: string }>()
    expect(fake.pieces()).toEqual([
      {
        reference: expect.stringMatching(new RegExp(`^vigie-${d.accountId}-${sent.fileId}-\\d+$`)),
        repeat: false,
        documentCode: 'FISCAL_REG',
        siren: identity.siren,
        siret: identity.siret,
        fileName: 'attestation.png',
        contentType: 'image/png',
        size: content.length,
        sha256: sha256(content),
        file: content.toString('base64'),
      },
    ])
    expect(fake.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer of-the-provider',
      'idempotency-key': fake.pieces()[0]?.['reference'],
    })
    const { file, reports, checkOutcome, codes } = await evidences(d, sent.responseId)
    expect(file?.metadata).toMatchObject({
      doccheck_status: 'VERIFIED',
      doccheck_reference: 'V-1',
      doccheck_date: '15/11/2026',
    })
    expect([checkOutcome, codes.filter((code) => code.startsWith('DOCCHECK'))]).toEqual(['PASSED', []])
    expect(reports).toMatchObject([
      {
        fileName: `doccheck-FISCAL_REG-${sent.fileId}.pdf`,
        transmitter: 'SOURCE_EXTERNE',
        issuer: 'DOCCHECK',
      },
    ])
    expect(await events()).toEqual([status, 'DOCUMENT_DOCCHECK_REPORT_RECEIVED'])
    const download = await d.get(`${d.path('FISCAL_REG')}/files/${reports[0]?.id}`)
    expect(download.rawPayload.equals(report)).toBe(true)
    expect(await followers(d)).toEqual([{ accountId: d.accountId, thirdpartyId: d.thirdpartyId }])
    // A second run of the same job finds nothing to do.
    await step(d)
    expect(await followers(d)).toEqual([])
    expect(fake.requests).toHaveLength(1)
  })

  test('A refused file goes back until a repeated check clears it; without a report ours is made', async () => {
    const { d, sent, events, again } = await verifiedDesk()
    fake.answer({ status: 'REFUSED' })
    await step(d)
    expect(await evidences(d, sent.responseId)).toMatchObject({
      checkOutcome: 'FAILED',
      codes: expect.arrayContaining(['DOCCHECK_REFUSED']),
    })
    expect(await d.document('FISCAL_REG')).toMatchObject({
      statusCode: 'ACTION_REQUIRED',
      statusReason: 'CHECK_FAILED',
    })
    expect(await events()).toEqual([status, status, 'DOCUMENT_DOCCHECK_REPORT_GENERATED'])
    const { reports } = await evidences(d, sent.responseId)
    const ours = await d.get(`${d.path('FISCAL_REG')}/files/${reports[0]?.id}`)
    expect(ours.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')

    const asked = await again()
    expect([asked.statusCode, asked.json()]).toEqual([
      202,
      { responseId: sent.responseId, files: [sent.fileId] },
    ])
    fake.answer({ status: 'VERIFIED' })
    await step(d)
    expect(fake.pieces()[1]).toMatchObject({ repeat: true })
    expect(await evidences(d, sent.responseId)).toMatchObject({ checkOutcome: 'PASSED' })
    expect(await d.document('FISCAL_REG')).toMatchObject({ statusCode: 'ONGOING' })
    expect(await events()).toEqual([
      status,
      status,
      'DOCUMENT_DOCCHECK_REPORT_GENERATED',
      'DOCUMENT_DOCCHECK_REPORT_REFRESHED',
    ])
    expect((await d.response(sent.responseId))['checks']).toMatchObject([
      { attempt: 1, origin: 'SERVICE', outcome: 'PASSED', reference: null },
      { attempt: 2, origin: 'PROVIDER', outcome: 'FAILED', reference: 'V-1' },
      { attempt: 3, origin: 'PROVIDER', outcome: 'PASSED', reference: expect.stringMatching(/^V-/) },
    ])
  })

  test('An answer corrected meanwhile shows the verdict of the provider in its history alone', async () => {
    const { d, sent } = await verifiedDesk()
    await d.patch(`/responses/${sent.responseId}`, { expirationDate: '2090-01-31' })
    fake.answer({ status: 'REFUSED' })
    await step(d)
    expect(await d.response(sent.responseId)).toMatchObject({
      status: 'CHECKING',
      checkOutcome: null,
      checkFindings: [],
      checks: [{ origin: 'SERVICE' }, { origin: 'PROVIDER', outcome: 'FAILED', reference: 'V-1' }],
    })
  })

  test('The provider is polled at growing intervals until it answers', async () => {
    const { d, sent } = await verifiedDesk()
    fake.answer({ status: 'PENDING' })
    const runAt = async () => {
      const { rows } = await t.admin.query<{ ms: number }>(
        `select extract(epoch from j.run_at - now())::float8 * 1000 as ms from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'responses.verify'
           and (j.payload ->> 'accountId')::bigint = $1`,
        [d.accountId],
      )
      return Math.round((rows[0]?.ms ?? 0) / 30_000)
    }
    const pauses: number[] = []
    for (let asks = 0; asks < 4; asks++) {
      await step(d)
      pauses.push(await runAt())
    }
    expect(pauses).toEqual([1, 2, 4, 8])
    expect(fake.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /v1/verifications',
      ...Array<string>(3).fill('GET /v1/verifications/V-1'),
    ])
    fake.forget()
    await step(d)
    fake.answer({ status: 'INCONCLUSIVE' })
    await step(d)
    expect(fake.pieces()).toHaveLength(2)
    expect(await evidences(d, sent.responseId)).toMatchObject({ checkOutcome: 'INCONCLUSIVE' })
  })

  test('Polling of the provider ends eventually', async () => {
    const { d, sent } = await verifiedDesk()
    fake.behave('server-error')
    await step(d)
    await t.admin.query(
      `update graphile_worker._private_jobs j set payload = jsonb_set(j.payload::jsonb, '{attempt}', '50')::json
       where (j.payload ->> 'evidenceId')::bigint = $1`,
      [sent.fileId],
    )
    await step(d)
    const { file, codes } = await evidences(d, sent.responseId)
    expect(file?.metadata).toMatchObject({ doccheck_status: 'INCONCLUSIVE', doccheck_reference: '' })
    expect(codes).toContain('DOCCHECK_INCONCLUSIVE')
    expect(await queued(t, d.accountId, 'responses.verify')).toEqual([])
  })

  test.each(misbehaviours)(
    'A file stays as it is while the provider is %s, and is asked about later',
    async (fault) => {
      const { d, sent } = await verifiedDesk()
      fake.behave(fault)
      await step(d, bounds(fault))
      const later: Tasks['responses.verify'][] = await queued(t, d.accountId, 'responses.verify')
      expect(later).toMatchObject([{ evidenceId: sent.fileId, reference: null, attempt: 1 }])
      expect((await evidences(d, sent.responseId)).file?.metadata).toMatchObject({
        doccheck_status: 'PENDING',
      })
      expect(await d.document('FISCAL_REG')).toMatchObject({ statusCode: 'ONGOING' })
      fake.behave('ok')
      fake.answer({ status: 'VERIFIED' })
      await step(d)
      const references = fake.pieces().map(({ reference }) => reference)
      expect(new Set(references).size).toBe(1)
      expect((await evidences(d, sent.responseId)).file?.metadata).toMatchObject({
        doccheck_status: 'VERIFIED',
      })
    },
  )

  test('A file too large to be sent is fetched from a link, for as long as the answer is pending', async () => {
    const content = somePicture(6 * 1024 * 1024)
    const { d } = await verifiedDesk('FISCAL_REG', content)
    fake.answer({ status: 'PENDING' })
    await step(d)
    const [piece] = fake.pieces()
    expect(piece).not.toHaveProperty('file')
    const { pathname } = new URL(String(piece?.['fileUrl']))
    const fetched = await t.call('GET', pathname)
    expect(fetched.rawPayload.equals(content)).toBe(true)
    fake.answer({ status: 'VERIFIED' })
    await step(d)
    expect(problemOf(await t.call('GET', pathname))).toEqual([403, 'LINK_INVALID'])
  })
})

describe('Report of a verification', () => {
  test('The report is fetched from the provider, waited for, and from nowhere else', async () => {
    const { d, sent, events } = await verifiedDesk()
    await events()
    fake.answer({ status: 'VERIFIED', reportUrl: `${fake.url}/reports/1` })
    await step(d)
    expect((await evidences(d, sent.responseId)).file?.metadata).toMatchObject({ doccheck_status: 'PENDING' })
    fake.report = pdf()
    await step(d)
    expect(await events()).toEqual([status, 'DOCUMENT_DOCCHECK_REPORT_RECEIVED'])

    for (const reportUrl of [
      'http://169.254.169.254/v1/x',
      `${fake.url}/../admin`,
      'file:///etc/passwd',
      '::',
    ]) {
      const other = await verifiedDesk()
      await other.events()
      fake.requests.length = 0
      fake.answer({ status: 'VERIFIED', reportUrl })
      await step(other.d)
      expect(await other.events(), reportUrl).toEqual([status, 'DOCUMENT_DOCCHECK_REPORT_GENERATED'])
      expect(fake.requests).toHaveLength(1)
    }
  })

  test.each([
    ['no PDF', Buffer.from('<html>report</html>')],
    ['a PDF with a script', pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })],
  ])('A report that is %s is not stored: ours is made instead', async (_what, report) => {
    const { d, sent, events } = await verifiedDesk()
    await events()
    fake.answer({ status: 'VERIFIED', report: report.toString('base64') })
    await step(d)
    expect(await events()).toEqual([status, 'DOCUMENT_DOCCHECK_REPORT_GENERATED'])
    const { reports } = await evidences(d, sent.responseId)
    expect(reports[0]?.sha256).not.toBe(sha256(report))
  })
})

describe('Requesting a verification', () => {
  test('A verification needs a provider, and an answer with a checked file', async () => {
    const d = await fileDesk(off)
    const sent = await d.answer('NDA', [{ name: 'a.png', content: somePicture() }])
    expect(problemOf(await d.post(`/responses/${sent.responseId}/verify`))).toEqual([409, 'VERIFICATION_OFF'])
    const here = await fileDesk(t)
    const draft = await here.answer('NDA', [{ name: 'a.png', content: somePicture() }], {
      fields: { draft: 'true' },
    })
    expect(problemOf(await here.post(`/responses/${draft.responseId}/verify`))).toEqual([
      409,
      'RESPONSE_NOT_VERIFIABLE',
    ])
    expect(problemOf(await here.post('/responses/1/verify'))).toEqual([404, 'RESPONSE_NOT_FOUND'])
  })

  test('A verification does not change a decision already taken', async () => {
    const { d, sent } = await verifiedDesk()
    await d.post(`/responses/${sent.responseId}/approve`)
    fake.answer({ status: 'REFUSED' })
    await step(d)
    expect(await d.document('FISCAL_REG')).toMatchObject({ statusCode: 'VALID' })
    expect(await evidences(d, sent.responseId)).toMatchObject({
      checkOutcome: 'PASSED',
      codes: expect.arrayContaining(['DOCCHECK_REFUSED']),
    })
  })

  test('A verification in an archived dossier ends without a trace', async () => {
    const { d } = await verifiedDesk()
    const before: string[] = []
    for await (const { key } of t.store.list({})) before.push(key)
    await d.post(`/dossiers/${d.dossierId}/archive`)
    await d.told()
    fake.answer({ status: 'VERIFIED' })
    await step(d)
    expect(await d.names()).toEqual([])
    const after: string[] = []
    for await (const { key } of t.store.list({})) after.push(key)
    expect(after.toSorted()).toEqual(before.toSorted())
  })
})
