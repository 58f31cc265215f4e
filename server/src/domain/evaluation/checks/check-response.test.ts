import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eicar, pdf, png } from '@vigie/inspect/samples'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineBankDetails } from '../bank/examine-bank-details.ts'
import { verdicts } from './verdict/decide-alone.ts'
import { paperCodes } from './codes/codes.ts'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { fakeClamd } from '../../../../test/fakes/clamd.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { registrationPdf } from '../../../../test/responses/certificate-pdf.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { clamdScanner, newObjectKey } from '../../../platform/files/index.ts'
import type { OwnEvidence } from '../answers/evidences.ts'
import { checkResponse, examineFile } from './check-response.task.ts'

const script = {
  name: 'form.pdf',
  content: pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
}
const actionRequired = ['DOCUMENT_ANSWER_STATUS_UPDATE', 'DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED']
const dossierAction = ['DOSSIER_STATUS_UPDATED', 'DOSSIER_STATUS_UPDATED_ACTION_REQUIRED']

async function page(text: string): Promise<Buffer> {
  const document = new PDFDocument()
  document.text(text)
  document.end()
  return buffer(document)
}

describe('Checks of an answer', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const sent = async (d: AnswersDesk, ...given: Parameters<AnswersDesk['send']>): Promise<ResponseWire> => {
    const answer = await d.send(...given)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<ResponseWire>()
  }

  test('A file with a script goes back to its sender, who removes it and submits again', async () => {
    const d = await answersDesk(t)
    const made = await sent(d, 'REG_PROOF', [picture, script])
    await d.told()
    await runAnswerJobs(t, d.accountId)
    const [good, bad] = made.evidences
    const refused = await d.response(made.responseId)
    expect(refused).toMatchObject({
      status: 'DRAFT',
      checkOutcome: 'REFUSED',
      checkFindings: [{ code: 'UPLOAD_ACTIVE_CONTENT', evidenceId: bad?.id }],
      evidences: [{ fileState: 'CLEAN' }, { fileState: 'REFUSED' }],
    })
    expect(await d.names()).toEqual(['DOCUMENT_ANSWER_UPDATED', ...actionRequired, ...dossierAction])
    expect(await d.document('REG_PROOF')).toMatchObject({
      statusCode: 'ACTION_REQUIRED',
      statusReason: 'CONTENT_REFUSED',
    })
    const at = `/responses/${made.responseId}`
    expect(problemOf(await d.post(`${at}/submit`))).toEqual([409, 'RESPONSE_FILES_REFUSED'])
    expect(problemOf(await d.post(`${at}/approve`))).toEqual([409, 'RESPONSE_NOT_REVIEWABLE'])
    const dropped = await t.call('DELETE', `${d.base}${at}/files/${bad?.id}`, { token: d.token })
    expect(dropped.json()).toMatchObject({ checkOutcome: null, evidences: [{ id: good?.id }] })
    expect(await d.document('REG_PROOF')).toMatchObject({ statusCode: 'MISSING' })
    expect((await d.post(`${at}/submit`)).statusCode).toBe(200)
    await runAnswerJobs(t, d.accountId)
    expect(await d.response(made.responseId)).toMatchObject({ status: 'PENDING', checkOutcome: 'PASSED' })
  })

  test('Checks give way to a draft that was started meanwhile', async () => {
    const d = await answersDesk(t)
    const made = await sent(d, 'REG_PROOF', [script])
    const draft = await sent(d, 'REG_PROOF', [], { draft: 'true' })
    await runAnswerJobs(t, d.accountId)
    expect((await d.response(made.responseId)).status).toBe('INTERRUPTED')
    expect((await d.response(draft.responseId)).status).toBe('DRAFT')
  })

  test('Checks ask the configured scanner, and wait for it when it is down', async () => {
    const d = await answersDesk(t)
    const clamd = await fakeClamd({ verdict: (body) => (body.includes('EICAR') ? 'Eicar-Test FOUND' : 'OK') })
    const scanner = (port: number, maxBytes = 1_000_000) =>
      clamdScanner({ host: '127.0.0.1', port, timeoutMs: 20_000, maxBytes })
    const clean = await sent(d, 'REG_PROOF', [picture])
    await expect(runAnswerJobs(t, d.accountId, { scanner: scanner(1) })).rejects.toThrow(/gave no verdict/)
    expect(await d.response(clean.responseId)).toMatchObject({
      status: 'CHECKING',
      evidences: [{ fileState: 'PENDING' }],
    })
    await runAnswerJobs(t, d.accountId, { scanner: scanner(clamd.port) })
    expect((await d.response(clean.responseId)).evidences).toMatchObject([{ fileState: 'CLEAN' }])
    const content = png({ chunks: [['tEXt', Buffer.from('Comment\0EICAR')]] })
    const infected = await sent(d, 'GTC', [{ ...picture, content }])
    await runAnswerJobs(t, d.accountId, { scanner: scanner(clamd.port) })
    expect(await d.response(infected.responseId)).toMatchObject({
      status: 'DRAFT',
      checkFindings: [{ code: 'INFECTED' }],
      evidences: [{ fileState: 'INFECTED' }],
    })
    // Beyond what the scanner takes: not known to be clean, so not handed out.
    const large = await sent(d, 'FISCAL_REG', [picture])
    await runAnswerJobs(t, d.accountId, { scanner: scanner(clamd.port, 10) })
    expect(await d.response(large.responseId)).toMatchObject({
      status: 'DRAFT',
      checkFindings: [{ code: 'NOT_SCANNED' }],
    })
    const { rows } = await t.admin.query(
      'select scan, refusal from evidence where account_id = $1 order by evidence_id',
      [d.accountId],
    )
    expect(rows).toEqual([
      { scan: 'CLEAN', refusal: null },
      { scan: 'INFECTED', refusal: 'Eicar-Test' },
      { scan: 'NOT_SCANNED', refusal: 'NOT_SCANNED' },
    ])
    await clamd.close()
  })

  test('The test virus is recognised without a scanner too', async () => {
    const examine = async (text: string) => {
      const objectKey = newObjectKey(1)
      const { size, sha256 } = await t.store.put(objectKey, Readable.from([text]), { maxBytes: 1_000 })
      const evidence = { evidenceId: 1, fileName: 'a.txt', objectKey, fileSize: size, sha256 } as OwnEvidence
      const deps = { store: t.store, scanner: null, signal: new AbortController().signal }
      return await examineFile({ ...evidence, fileState: 'PENDING' }, deps)
    }
    expect(await examine(`${eicar}\r\n`)).toMatchObject({ fileState: 'INFECTED', scan: 'INFECTED' })
    const about = `The line ${eicar} is harmless.`
    expect(await examine(about)).toMatchObject({ fileState: 'CLEAN', scan: 'NOT_CONFIGURED' })
  })

  test('Checks look for the company in the text of a PDF, and at its dates', async () => {
    const d = await answersDesk(t)
    const company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{
      name: string
      siren: string
      siret: string
    }>()
    const own = await sent(d, 'REG_PROOF', [{ name: 'k.pdf', content: await registrationPdf(company) }], {
      effectiveDate: '2026-11-01',
    })
    const others = await sent(
      d,
      'FISCAL_REG',
      [{ name: 'k.pdf', content: await page('SIREN 542 110 291') }],
      {
        effectiveDate: '2024-11-01',
      },
    )
    await d.told()
    await runAnswerJobs(t, d.accountId)
    expect(await d.response(own.responseId)).toMatchObject({
      status: 'PENDING',
      checkOutcome: 'PASSED',
      checkFindings: [],
      evidences: [{ metadata: { siren_found: 'true', siret_found: 'true' } }],
    })
    const failed = await d.response(others.responseId)
    expect(failed).toMatchObject({ status: 'PENDING', checkOutcome: 'FAILED' })
    const codes = failed.checkFindings.map(({ code }) => code)
    expect(codes).toEqual(['OTHER_COMPANY_IDENTIFIER', 'KIND_NOT_RECOGNISED', 'ALREADY_EXPIRED'])
    expect(await d.document('FISCAL_REG')).toMatchObject({
      statusCode: 'ACTION_REQUIRED',
      statusReason: 'CHECK_FAILED',
    })
    const names = await d.names()
    expect(names.filter((name) => name === 'DOCUMENT_ANSWER_UPDATED')).toHaveLength(2)
    expect(names.slice(-4)).toEqual([...actionRequired, ...dossierAction])
    // A reviewer may still think otherwise.
    expect((await d.post(`/responses/${own.responseId}/approve`)).statusCode).toBe(200)
  })

  test('Checks accept automatically where the account allows it, but never bank details or what needs a reviewer', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    await t.admin.query(
      `insert into evaluation_option (account_id, name, enabled) values ($1, 'AUTO_ACCEPT', true)`,
      [d.accountId],
    )
    const form = { reason: 'None', statement: 'true', signatory: 'Ada', signedOn: '02/11/2026' }
    const made = (await d.fill('SOC_NO_CONTRIB', form)).json<ResponseWire>()
    const scan = await sent(d, 'SOC_VIGILANCE', [picture], { effectiveDate: '2026-11-01' })
    await d.told()
    await runAnswerJobs(t, d.accountId)
    expect(await d.response(made.responseId)).toMatchObject({
      status: 'ACCEPTED',
      checkOutcome: 'PASSED',
      decision: { by: { type: 'JOB', id: null }, comment: null },
    })
    expect(await d.document('SOC_NO_CONTRIB')).toMatchObject({ statusCode: 'VALID' })
    expect(await d.names()).toContain('DOCUMENT_ANSWER_ACCEPTED')
    expect(await d.response(scan.responseId)).toMatchObject({ status: 'PENDING', checkOutcome: 'PASSED' })
  })

  test('Checks pause in an archived dossier and resume when it is restored', async () => {
    const d = await answersDesk(t)
    const made = await sent(d, 'REG_PROOF', [picture])
    await d.post(`/dossiers/${d.dossierId}/archive`)
    await runAnswerJobs(t, d.accountId)
    expect((await d.response(made.responseId)).status).toBe('CHECKING')
    await d.post(`/dossiers/${d.dossierId}/reactivate`)
    expect(await runAnswerJobs(t, d.accountId)).toEqual(['responses.check'])
    expect((await d.response(made.responseId)).status).toBe('PENDING')
  })

  test('Checks have one result however often they run, and none once the answer moved on', async () => {
    const d = await answersDesk(t)
    const made = await sent(d, 'REG_PROOF', [picture])
    await d.told()
    const check = checkResponse({
      store: t.store,
      scanner: null,
      publicUrl: null,
      examineBank: examineBankDetails,
      verdicts,
      codes: paperCodes,
    })
    const job = { accountId: d.accountId, responseId: made.responseId }
    await Promise.all([1, 2, 3, 4].map(() => runTask(t, 'responses.check', check, job)))
    expect(await d.names()).toEqual(['DOCUMENT_ANSWER_UPDATED'])
    const next = await sent(d, 'REG_PROOF', [picture])
    const withdrawn = d.post(`/responses/${next.responseId}/withdraw`)
    await runTask(t, 'responses.check', check, { ...job, responseId: next.responseId })
    expect((await withdrawn).statusCode).toBe(200)
    expect((await d.response(next.responseId)).status).toBe('INTERRUPTED')
  })
})
