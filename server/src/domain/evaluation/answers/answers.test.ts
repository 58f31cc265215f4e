import { createHash } from 'node:crypto'
import { pdf } from '@vigie/inspect/samples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineBankDetails } from '../bank/examine-bank-details.ts'
import { verdicts } from '../checks/verdict/decide-alone.ts'
import { paperCodes } from '../checks/codes/codes.ts'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { answersDesk, entries, picture, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { checkResponse } from '../checks/check-response.task.ts'

const statement = {
  reason: 'Aucun salarié : l’été, « sans » activité.',
  statement: 'true',
  signatory: 'Zoë Lefèvre',
  signedOn: '02/11/2026',
}
const ongoing = ['DOCUMENT_ANSWER_STATUS_UPDATE', 'DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING']
const dossierOngoing = ['DOSSIER_STATUS_UPDATED', 'DOSSIER_STATUS_UPDATED_ONGOING']

describe('Answers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('An answer by file is stored, reported with its digest, checked by a job, then waits for a reviewer', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const content = pdf()
    const sha256 = createHash('sha256').update(content).digest('hex')
    const answer = await d.send('SOC_VIGILANCE', [{ name: 'Attestation « été ».pdf', content }], {
      effectiveDate: '2026-09-30',
      issuer: 'URSSAF',
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const made = answer.json<ResponseWire>()
    expect(answer.headers['location']).toBe(`${d.base}/responses/${made.responseId}`)
    expect(made).toMatchObject({
      documentCode: 'SOC_VIGILANCE',
      status: 'CHECKING',
      scope: 'THIRD_PARTY',
      transmitter: 'DONNEUR_ORDRE',
      effectiveDate: '2026-09-30',
      expirationDate: '2027-03-30',
      expirationCorrected: false,
      checkOutcome: null,
      submittedBy: { type: 'API_CLIENT' },
      decision: null,
      evidences: [
        {
          fileName: 'Attestation « été ».pdf',
          fileSize: content.length,
          fileState: 'PENDING',
          sha256,
          status: 'CHECKING',
          format: 'ORIGINALNUMERIQUE',
          issuer: 'URSSAF',
          transmitter: 'DONNEUR_ORDRE',
          expirationDate: '2027-03-30T00:00:00.000',
          formdata: null,
        },
      ],
    })
    const told = await d.told()
    expect(told.map(({ name }) => name)).toEqual(['DOCUMENT_ANSWER_ADDED', ...ongoing, ...dossierOngoing])
    expect(told[0]?.data).toMatchObject({ evidences: [{ evidenceId: made.evidences[0]?.id, sha256 }] })
    expect(await d.document('SOC_VIGILANCE')).toMatchObject({
      statusCode: 'ONGOING',
      statusReason: 'BEING_CHECKED',
      present: true,
    })
    expect(await runAnswerJobs(t, d.accountId)).toEqual(['responses.check'])
    expect(await d.response(made.responseId)).toMatchObject({
      status: 'PENDING',
      checkOutcome: 'PASSED',
      // The page says nothing: for the reviewer to see, not for the sender to mend.
      checkFindings: [{ code: 'TEXT_UNREADABLE', evidenceId: made.evidences[0]?.id }],
      evidences: [{ fileState: 'CLEAN' }],
    })
    const { rows } = await t.admin.query('select scan, content_type from evidence where response_id = $1', [
      made.responseId,
    ])
    expect(rows).toEqual([{ scan: 'NOT_CONFIGURED', content_type: 'application/pdf' }])
    expect(await d.document('SOC_VIGILANCE')).toMatchObject({ statusReason: 'AWAITING_REVIEW' })
    // A second run of the same job finds nothing to do.
    await d.told()
    const again = { accountId: d.accountId, responseId: made.responseId }
    await runTask(
      t,
      'responses.check',
      checkResponse({
        store: t.store,
        scanner: null,
        publicUrl: null,
        examineBank: examineBankDetails,
        verdicts,
        codes: paperCodes,
      }),
      again,
    )
    expect(await d.names()).toEqual([])
    const history = await d.get(`${d.path('SOC_VIGILANCE')}/responses`)
    expect(history.json<{ content: ResponseWire[] }>().content.map(({ responseId }) => responseId)).toEqual([
      made.responseId,
    ])
  })

  test('An answer by form is canonical, dated by its own field, with a PDF made by a job', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const answer = await d.fill('SOC_NO_CONTRIB', statement, { transmitter: 'FOURNISSEUR' })
    expect(answer.statusCode, answer.body).toBe(201)
    const made = answer.json<ResponseWire>()
    expect(made).toMatchObject({ effectiveDate: '2026-11-02', expirationDate: '2027-05-02' })
    const [form] = made.evidences
    expect(form).toMatchObject({
      format: 'FORMULAIRE',
      fileState: 'PENDING',
      fileUUID: null,
      transmitter: 'FOURNISSEUR',
      formdata: [
        { type: 'string', key: 'reason', order: 1, value: statement.reason },
        { type: 'boolean', key: 'statement', order: 2, value: 'true' },
        { key: 'signatory' },
        { type: 'date', key: 'signedOn', value: '02/11/2026' },
      ],
    })
    expect((await runAnswerJobs(t, d.accountId)).toSorted()).toEqual([
      'responses.check',
      'responses.form-pdf',
    ])
    const [printed] = (await d.response(made.responseId)).evidences
    expect(printed).toMatchObject({ fileState: 'CLEAN', status: 'PENDING' })
    expect(printed?.fileName).toMatch(/^SOC_NO_CONTRIB-.+\.pdf$/)
    const { rows } = await t.admin.query<{ key: string; sha: string }>(
      `select object_key as key, encode(sha256, 'hex') as sha from evidence where evidence_id = $1`,
      [form?.id],
    )
    const stored: Buffer[] = []
    for await (const chunk of await t.store.get(rows[0]?.key ?? '')) stored.push(chunk as Buffer)
    const bytes = Buffer.concat(stored)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(printed?.sha256)
    const events = await d.told()
    expect(JSON.stringify(events)).toContain(printed?.sha256)
    expect(JSON.stringify(events)).not.toContain('Lefèvre')
  })

  test('An answer is refused for what its document does not accept, each fault at its place', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const file = { name: 'a.pdf', content: pdf() }
    const faults = async (answer: Awaited<ReturnType<typeof d.post>>) => ({
      problem: problemOf(answer),
      errors: answer
        .json<{ errors?: { pointer: string; code: string }[] }>()
        .errors?.map(({ pointer, code }) => `${pointer} ${code}`),
    })
    const invalid = [400, 'VALIDATION_FAILED']
    expect(await faults(await d.fill('SOC_VIGILANCE', {}))).toEqual({
      problem: invalid,
      errors: ['/formdata FIELD_UNKNOWN'],
    })
    expect(await faults(await d.post(`${d.path('SOC_VIGILANCE')}/responses`, {}))).toEqual({
      problem: invalid,
      errors: ['/file FIELD_REQUIRED'],
    })
    expect(await faults(await d.send('SOC_NO_CONTRIB', [file]))).toEqual({
      problem: invalid,
      errors: ['/file FIELD_UNKNOWN'],
    })
    expect(await faults(await d.post(`${d.path('SOC_NO_CONTRIB')}/responses`))).toEqual({
      problem: [422, 'FORM_FIELD_INVALID'],
      errors: Array(4).fill('/formdata FIELD_REQUIRED'),
    })
    const wrong = { ...statement, statement: 'false', signedOn: '31/02/2026', other: 'x' }
    expect(await faults(await d.fill('SOC_NO_CONTRIB', wrong))).toEqual({
      problem: [422, 'FORM_FIELD_INVALID'],
      errors: [
        '/formdata/3/value DATE_INVALID',
        '/formdata/4/key FIELD_UNKNOWN',
        '/formdata/1/value COMMITMENT_REQUIRED',
      ],
    })
    expect(await faults(await d.send('SOC_VIGILANCE', [file], { nope: 'x' }))).toEqual({
      problem: invalid,
      errors: ['/nope FIELD_UNKNOWN'],
    })
    expect(await faults(await d.send('SOC_VIGILANCE', [file], { draft: 'perhaps' }))).toEqual({
      problem: invalid,
      errors: ['/draft FIELD_TYPE'],
    })
    expect(await faults(await d.send('SOC_VIGILANCE', [file], { effectiveDate: '2026-02-30' }))).toEqual({
      problem: invalid,
      errors: ['/effectiveDate FIELD_FORMAT'],
    })
    expect(problemOf(await d.send('SOC_VIGILANCE', [file], { formdata: '{' }))).toEqual([
      400,
      'JSON_MALFORMED',
    ])
    expect(problemOf(await d.post(`/dossiers/${d.dossierId}/documents/1/responses`, {}))).toEqual([
      404,
      'DOCUMENT_NOT_FOUND',
    ])
    expect(problemOf(await d.post('/dossiers/1/documents/1/responses', {}))).toEqual([
      404,
      'DOSSIER_NOT_FOUND',
    ])
    expect(await d.names()).toEqual([])
    // Whatever was stored before the refusal is gone again.
    const left: string[] = []
    for await (const { key } of t.store.list({})) if (key.startsWith(`${d.accountId}/`)) left.push(key)
    expect(left).toEqual([])
  })

  test('Answers of a check belong to the service; an archived dossier and a stopped document accept none', async () => {
    const screening = await answersDesk(t, { typeCode: 'SCREENING' })
    expect(problemOf(await screening.post(`${screening.path('SANCTIONS_CHECK')}/responses`, {}))).toEqual([
      409,
      'DOCUMENT_ANSWERED_BY_CHECK',
    ])
    const d = await answersDesk(t)
    await d.post(`${d.path('GTC')}/stop`)
    const file = [{ name: 'a.pdf', content: pdf() }]
    expect(problemOf(await d.send('GTC', file))).toEqual([409, 'DOCUMENT_STOPPED'])
    await d.post(`/dossiers/${d.dossierId}/archive`)
    expect(problemOf(await d.send('REG_PROOF', file))).toEqual([409, 'DOSSIER_ARCHIVED'])
  })

  test('Answers replace one another until one is accepted, and then only when the next one is', async () => {
    const d = await answersDesk(t)
    const send = async (fields = {}) => {
      const answer = await d.send('REG_PROOF', [picture], fields)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json<ResponseWire>().responseId
    }
    const first = await send()
    await d.told()
    const second = await send()
    const [event, ...others] = await d.told()
    expect(event).toMatchObject({
      name: 'DOCUMENT_ANSWER_UPDATED',
      data: { responseId: second, replaces: first },
    })
    expect(others).toEqual([])
    expect((await d.response(first)).status).toBe('SUPERSEDED')
    await runAnswerJobs(t, d.accountId)
    expect((await d.response(first)).status).toBe('SUPERSEDED')
    expect((await d.post(`/responses/${second}/approve`)).statusCode).toBe(200)
    expect(await d.document('REG_PROOF')).toMatchObject({ statusCode: 'VALID' })
    await d.told()
    const third = await send()
    expect(await d.names()).toEqual(['DOCUMENT_ANSWER_ADDED'])
    await runAnswerJobs(t, d.accountId)
    expect(await d.document('REG_PROOF')).toMatchObject({ statusCode: 'VALID' })
    expect((await d.response(second)).status).toBe('ACCEPTED')
    await d.post(`/responses/${third}/approve`)
    expect((await d.response(second)).status).toBe('SUPERSEDED')
    expect(await d.document('REG_PROOF')).toMatchObject({ statusCode: 'VALID' })
  })

  test('An answer is written over several visits: form, files, submission, withdrawal', async () => {
    const d = await answersDesk(t)
    const made = (await d.post(`${d.path('BANK_DETAILS')}/responses`, { draft: true })).json<ResponseWire>()
    expect(made).toMatchObject({ status: 'DRAFT', evidences: [], submittedAt: null })
    const at = `/responses/${made.responseId}`
    const put = (answers: Record<string, string>) =>
      t.call('PUT', `${d.base}${at}/form`, { token: d.token, body: { formdata: entries(answers) } })
    expect((await put({ holder: 'ATELIERS' })).statusCode).toBe(200)
    await d.told()
    const again = await put({ holder: 'ATELIERS' })
    expect(await d.names()).toEqual([])
    expect(again.json<ResponseWire>().evidences[0]?.formdata).toMatchObject([{ key: 'holder' }])
    expect(problemOf(await put({ iban: 'FR7600000' }))).toEqual([422, 'IBAN_INVALID'])
    expect(problemOf(await d.post(`${at}/submit`))).toEqual([400, 'VALIDATION_FAILED'])
    expect(problemOf(await d.upload(`${at}/files`, []))).toEqual([400, 'VALIDATION_FAILED'])
    const added = await d.upload(`${at}/files`, [
      { ...picture, name: 'rib.png' },
      { ...picture, name: 'wrong.png' },
    ])
    expect(added.statusCode, added.body).toBe(201)
    const files = added.json<ResponseWire>().evidences.filter(({ fileName }) => fileName)
    expect(files.map(({ fileName }) => fileName)).toEqual(['rib.png', 'wrong.png'])
    const drop = (fileId: number) => t.call('DELETE', `${d.base}${at}/files/${fileId}`, { token: d.token })
    expect(problemOf(await drop(1))).toEqual([404, 'FILE_NOT_FOUND'])
    expect((await drop(files[1]?.id ?? 0)).json<ResponseWire>().evidences).toHaveLength(2)
    expect(await d.document('BANK_DETAILS')).toMatchObject({ statusCode: 'MISSING', evidences: [] })
    expect(problemOf(await d.post(`${at}/submit`))).toEqual([422, 'FORM_FIELD_INVALID'])
    const bank = { iban: 'FR76 3000 6000 0112 3456 7890 189', holder: 'ATELIERS', documentDate: '01/11/2026' }
    await put(bank)
    const stale = await t.call('POST', `${d.base}${at}/submit`, {
      token: d.token,
      headers: { 'if-match': '"1"' },
    })
    expect(problemOf(stale)).toEqual([412, 'PRECONDITION_FAILED'])
    await d.told()
    const sent = await d.post(`${at}/submit`)
    expect(sent.json()).toMatchObject({ status: 'CHECKING', effectiveDate: '2026-11-01' })
    expect((await d.names())[0]).toBe('DOCUMENT_ANSWER_ADDED')
    for (const refused of [await put(bank), await d.post(`${at}/submit`), await drop(files[0]?.id ?? 0)]) {
      expect(problemOf(refused)).toEqual([409, 'RESPONSE_NOT_EDITABLE'])
    }
    await runAnswerJobs(t, d.accountId)
    const checked = await d.response(made.responseId)
    expect(checked).toMatchObject({ status: 'PENDING', checkOutcome: 'PASSED' })
    expect(checked.evidences.map(({ fileName }) => fileName)).toEqual([
      'rib.png',
      expect.stringMatching(/^BANK_DETAILS-/),
    ])
    expect(checked.evidences[1]?.metadata).toMatchObject({
      verified: 'true',
      bank_data_bic: expect.stringMatching(/^[A-Z]{6}/),
      bank_data_country: 'France',
      sepa_data_sct: 'YES',
      sepa_data_sdd: 'YES',
      date_verification: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    })
    const { token: reader } = await t.given.client(d.accountId, ['READER'])
    const read = await t.call('GET', `${d.base}${at}`, { token: reader })
    const shown = read.json<ResponseWire>().evidences[1]?.formdata?.find(({ key }) => key === 'iban')
    expect(shown?.value).toMatch(/^FR76•+0189$/)
    await d.told()
    expect((await d.post(`${at}/withdraw`)).json()).toMatchObject({ status: 'INTERRUPTED' })
    expect((await d.names())[0]).toBe('DOCUMENT_ANSWER_INTERRUPTED')
    await d.post(`${at}/withdraw`)
    expect(await d.names()).toEqual([])
    expect(await d.document('BANK_DETAILS')).toMatchObject({ statusCode: 'MISSING', present: false })
  })

  test('A draft gives way to another one, and staff can correct it', async () => {
    const d = await answersDesk(t)
    const draft = (await d.post(`${d.path('REG_PROOF')}/responses`, { draft: true })).json<ResponseWire>()
    await d.told()
    const sent = (await d.send('REG_PROOF', [picture], { effectiveDate: '2026-10-31' })).json<ResponseWire>()
    expect((await d.names()).slice(0, 2)).toEqual(['DOCUMENT_ANSWER_INTERRUPTED', 'DOCUMENT_ANSWER_ADDED'])
    expect((await d.response(draft.responseId)).status).toBe('INTERRUPTED')
    const at = `/responses/${sent.responseId}`
    await runAnswerJobs(t, d.accountId)
    await d.told()
    const corrected = await d.patch(at, { effectiveDate: '2026-11-01' })
    // New dates before a decision are checked again.
    expect(corrected.json()).toMatchObject({ status: 'CHECKING', expirationDate: '2027-02-01' })
    expect(await d.names()).toEqual(['DOCUMENT_ANSWER_UPDATED'])
    expect(await runAnswerJobs(t, d.accountId)).toEqual(['responses.check'])
    const byHand = await d.patch(at, { expirationDate: '2027-06-30', scope: 'DOSSIER' })
    expect(byHand.json()).toMatchObject({ expirationDate: '2027-06-30', expirationCorrected: true })
    await d.patch(at, { effectiveDate: '2026-10-01' })
    expect(await d.response(sent.responseId)).toMatchObject({
      expirationDate: '2027-06-30',
      scope: 'DOSSIER',
    })
    await d.told()
    await d.patch(at, { scope: 'DOSSIER' })
    expect(await d.names()).toEqual([])
    await d.patch(at, { scope: 'THIRD_PARTY', expirationDate: null })
    expect(await d.names()).toEqual(['DOCUMENT_ANSWER_UPDATED', 'DOCUMENT_ANSWER_SCOPE_UPDATED'])
    expect(await d.response(sent.responseId)).toMatchObject({ expirationDate: '2027-01-01' })
    expect(problemOf(await d.patch(`/responses/${draft.responseId}`, { scope: 'DOSSIER' }))).toEqual([
      409,
      'RESPONSE_NOT_EDITABLE',
    ])
    const confused = await d.get(`/responses/${d.documents['REG_PROOF']}`)
    expect(confused.json()).toMatchObject({ code: 'RESPONSE_NOT_FOUND', hint: 'DOCUMENT_ID_GIVEN' })
    const file = await d.get(`/responses/${sent.evidences[0]?.id}`)
    expect(file.json()).toMatchObject({ code: 'RESPONSE_NOT_FOUND', hint: 'EVIDENCE_ID_GIVEN' })
  })
})
