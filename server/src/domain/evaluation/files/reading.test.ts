import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { registrationPdf, vigilancePdf } from '../../../../test/responses/certificate-pdf.ts'
import { daysLater } from '../../../../test/responses/given-answer.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { UnitDesk } from '../../../../test/units/unit-desk.ts'
import { retireAccount } from '../../retention/retire-answers.task.ts'

interface Field {
  name: string
  label: string
  value: string
  page: number
  box: { x: number; y: number; width: number; height: number } | null
  sure: boolean
  declared: string | null
  agrees: boolean | null
  findings: string[]
}

interface Reading {
  reader: string | null
  readAt: string | null
  kinds: { code: string; name: string }[]
  fields: Field[]
  findings: string[]
}

interface Sent {
  responseId: number
  fileId: number
  path: string
}

describe('What was read in a file', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  async function sent(d: AnswersDesk, code: string, content: Buffer, fields = {}): Promise<Sent> {
    const answer = await d.send(code, [{ name: 'piece.pdf', content }], fields)
    expect(answer.statusCode, answer.body).toBe(201)
    const { responseId, evidences } = answer.json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    const fileId = evidences[0]?.id ?? 0
    return { responseId, fileId, path: `${d.path(code)}/files/${fileId}` }
  }
  const companyOf = async (d: AnswersDesk) =>
    (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string; siren: string; siret: string }>()
  const readingOf = async (d: AnswersDesk, path: string, headers = {}) => {
    const answer = await d.get(`${path}/reading`, headers)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Reading>()
  }
  const rowsOf = async (responseId: number) => {
    const { rows } = await t.admin.query<{ reader: string | null; content: string | null }>(
      'select reader, content from evidence_reading where response_id = $1',
      [responseId],
    )
    return rows
  }

  test('A reviewer gets the fields with their places and what was typed, doubts first', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const company = await companyOf(d)
    const fields = { effectiveDate: '2026-09-30' }
    const file = await sent(d, 'SOC_VIGILANCE', await vigilancePdf(company), fields)
    const reading = await readingOf(d, file.path)
    expect(reading).toMatchObject({
      reader: 'SOC_VIGILANCE/1',
      kinds: [{ code: 'SOC_VIGILANCE' }],
      findings: ['DATE_MISMATCH'],
    })
    expect(reading.kinds[0]?.name).not.toBe('SOC_VIGILANCE')
    const [first] = reading.fields
    expect(first).toMatchObject({
      name: 'certifiedOn',
      label: 'Date certified',
      value: '2026-10-31',
      page: 1,
      sure: true,
      declared: '2026-09-30',
      agrees: false,
      findings: ['DATE_MISMATCH'],
    })
    const code = reading.fields.find(({ name }) => name === 'securityCode')
    expect(code).toMatchObject({ value: 'K7M2P9Q4R1S8T3U', declared: null, agrees: null, findings: [] })
    // In the right column, below the title, within the page.
    expect(code?.box?.x).toBeCloseTo(260 / 595, 1)
    expect(code?.box?.y).toBeGreaterThan(0.2)
    expect((code?.box?.x ?? 1) + (code?.box?.width ?? 1)).toBeLessThan(1)
    expect(reading.fields.find(({ name }) => name === 'companySIREN')).toMatchObject({ value: company.siren })
    const french = await readingOf(d, file.path, { 'accept-language': 'fr' })
    expect(french.fields[0]?.label).toBe('Date certifiée')
    expect(await rowsOf(file.responseId)).toMatchObject([{ content: expect.stringContaining('URSSAF') }])
  })

  test('A file without text says that nothing was read in it', async () => {
    const d = await answersDesk(t)
    const answer = await d.send('NDA', [picture])
    await runAnswerJobs(t, d.accountId)
    const { evidences } = answer.json<ResponseWire>()
    const path = `${d.path('NDA')}/files/${evidences[0]?.id}`
    const reading = await readingOf(d, path)
    expect(reading).toMatchObject({ reader: null, kinds: [], fields: [] })
    expect(reading.readAt).not.toBeNull()
  })

  test('The reading is found by nobody who would not find the file', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const file = await sent(d, 'SOC_VIGILANCE', await vigilancePdf(await companyOf(d)))
    const other = await answersDesk(t)
    expect(problemOf(await other.get(`${file.path}/reading`))[0]).toBe(404)
    const moved = `${d.path('FISCAL_REG')}/files/${file.fileId}/reading`
    expect(problemOf(await d.get(moved))).toEqual([404, 'FILE_NOT_FOUND'])
    const u = new UnitDesk(t, { ...d, units: 'ALL' })
    const [here, elsewhere] = [await u.unit('Here'), await u.unit('Elsewhere')]
    await u.must('PUT', `/thirdparties/${d.thirdpartyId}/units`, { body: { units: [here] } })
    const [insider, outsider] = [await u.person([here]), await u.person([elsewhere])]
    const seenBy = async (token: string) =>
      (await t.call('GET', `${d.base}${file.path}/reading`, { token })).statusCode
    expect([await seenBy(insider.token), await seenBy(outsider.token)]).toEqual([200, 404])
  })

  test('An answer that is used again keeps what was read, with its file', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const onboarding = await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
    const company = await companyOf(d)
    const { responseId, path: original } = await sent(d, 'REG_PROOF', await registrationPdf(company), {
      effectiveDate: '2026-11-01',
    })
    expect((await d.post(`/responses/${responseId}/approve`)).statusCode).toBe(200)
    await runAnswerJobs(t, d.accountId)
    const documentId = onboarding.documents['REG_PROOF'] ?? 0
    const at = `/dossiers/${onboarding.dossierId}/documents/${documentId}`
    const [copy] = (await d.get(`${at}/responses`)).json<{ content: ResponseWire[] }>().content
    expect(copy).toMatchObject({ reusedFrom: responseId })
    const path = `${at}/files/${copy?.evidences[0]?.id}`
    const [first, second] = [await readingOf(d, original), await readingOf(d, path)]
    expect(second.fields.length).toBeGreaterThan(3)
    expect(second.fields).toEqual(first.fields)
    expect(await rowsOf(copy?.responseId ?? 0)).toMatchObject([{ reader: 'REG_PROOF/1' }])
  })

  test('What was read is deleted with the file', async () => {
    const d = await answersDesk(t)
    await d.patch(`/dossiers/${d.dossierId}`, { expirationDate: null })
    const { responseId } = await sent(d, 'REG_PROOF', await registrationPdf(await companyOf(d)))
    expect(await rowsOf(responseId)).toHaveLength(1)
    await d.post(`/responses/${responseId}/reject`, { shareRejectionReason: false })
    await daysLater(t, d.accountId, 20 * 366)
    const retire = () => runTask(t, 'retention.run-account', retireAccount, { accountId: d.accountId })
    await retire()
    await daysLater(t, d.accountId, 31)
    await retire()
    const { rows } = await t.admin.query('select file_state from evidence where response_id = $1', [
      responseId,
    ])
    expect(rows).toEqual([{ file_state: 'DELETED' }])
    expect(await rowsOf(responseId)).toEqual([])
  })
})
