import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrationOf } from '../../../../test/accounts/administration-of.ts'
import { setClockOffset } from '../../../../test/database/fixtures.ts'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  deskDay,
  entries,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { mailsOf } from '../../../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'
import { bankSignCodes } from './bank-signs.ts'
import { importBanks, readBankLines } from './import-banks.ts'

const former = { iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'AGRIFRPP' }
const other = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'AGRIFRPP', holder: 'Northern Holdings Ltd' }

describe('Bank details that replace accepted ones', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const send = async (d: AnswersDesk, details: Record<string, string>) => {
    const form = { holder: 'Ateliers Valmérac', documentDate: '01/11/2024', ...details }
    const answer = await d.send('BANK_DETAILS', [picture], { formdata: JSON.stringify(entries(form)) })
    expect(answer.statusCode, answer.body).toBe(201)
    await runAnswerJobs(t, d.accountId)
    return answer.json<ResponseWire>().responseId
  }
  const codes = async (d: AnswersDesk, id: number) =>
    (await d.response(id)).checkFindings
      .map(({ code }) => code)
      .filter((code) => bankSignCodes.some((sign) => sign === code))
  const approve = async (d: AnswersDesk, id: number, token = d.token) =>
    t.call('POST', `${d.base}/responses/${id}/approve`, { token, body: {} })
  const tasks = async (d: AnswersDesk) =>
    (await d.get(`/tasks?thirdpartyId=${d.thirdpartyId}&state=OPEN,CANCELLED`)).json<{
      content: { taskId: number; title: string; state: string }[]
    }>().content

  /** An account in force for two years, accepted when there was one contact. */
  async function office() {
    const d = await answersDesk(t)
    const until = (day: string) => setClockOffset(t, d, Date.parse(`${day}T08:00:00Z`) - Date.now())
    await until('2024-11-15')
    const contact = await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, {
      email: 'accounts@valmerac.example',
      language: 'en',
    })
    expect(contact.statusCode, contact.body).toBe(201)
    const first = await send(d, former)
    expect(await codes(d, first)).toEqual([])
    expect((await approve(d, first)).json()).toMatchObject({ status: 'ACCEPTED' })
    await until(deskDay)
    const second = await t.given.client(d.accountId)
    return { d, first, second }
  }

  test('A change says what is odd about it, keeps the former account in force and is told to former contacts', async () => {
    const { d, first } = await office()
    await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, {
      email: 'new@valmerac.example',
      language: 'en',
    })
    const id = await send(d, other)
    expect(await codes(d, id)).toEqual([
      'BANK_ACCOUNT_CHANGED',
      'BANK_COUNTRY_DIFFERS',
      'BANK_HOLDER_DIFFERS',
      'BIC_CONTRADICTS',
    ])
    expect(await d.response(first)).toMatchObject({ status: 'ACCEPTED' })
    expect(await d.document('BANK_DETAILS')).toMatchObject({ statusCode: 'VALID' })
    expect(await tasks(d)).toMatchObject([{ state: 'OPEN', title: expect.stringContaining('Call ') }])
    const told = (await mailsOf(d)).filter(({ subject }) => subject.startsWith('New bank details'))
    expect(told).toMatchObject([{ recipient: 'accounts@valmerac.example' }])
    expect(told[0]?.text).toContain('ends in 3000')
    expect(told[0]?.text).not.toContain('0532')
  })

  test('A change takes two people and a call, and the same account sent again takes neither', async () => {
    const { d, second } = await office()
    const id = await send(d, other)
    expect(problemOf(await approve(d, id))).toEqual([409, 'SECOND_REVIEWER_REQUIRED'])
    const first = await t.given.client(d.accountId)
    expect((await approve(d, id, first.token)).json()).toMatchObject({ awaitingSecondReviewer: true })
    expect(problemOf(await approve(d, id, first.token))).toEqual([409, 'SECOND_REVIEWER_REQUIRED'])
    expect(problemOf(await approve(d, id, second.token))).toEqual([409, 'CALL_BACK_REQUIRED'])
    const [task] = await tasks(d)
    const done = await d.post(`/tasks/${task?.taskId}/done`, {
      reason: 'Spoke to Ms Roux on the number we had.',
    })
    expect(done.statusCode, done.body).toBe(200)
    expect((await approve(d, id, second.token)).json()).toMatchObject({ status: 'ACCEPTED' })
    const again = await send(d, other)
    expect(await codes(d, again)).toEqual([])
    expect((await approve(d, again)).json()).toMatchObject({ status: 'ACCEPTED' })
    const back = await send(d, former)
    expect(await codes(d, back)).toEqual(['BANK_ACCOUNT_CHANGED', 'BANK_CHANGED_AGAIN'])
  })

  test('Nobody is asked to call about details that were rejected, withdrawn or replaced', async () => {
    const { d } = await office()
    const states = async () => (await tasks(d)).map(({ state }) => state).toSorted()
    const rejected = await send(d, other)
    expect((await d.post(`/responses/${rejected}/reject`, { shareRejectionReason: false })).statusCode).toBe(
      200,
    )
    await runAnswerJobs(t, d.accountId)
    expect(await states()).toEqual(['CANCELLED'])
    const withdrawn = await send(d, other)
    const gone = await d.post(`/responses/${withdrawn}/withdraw`)
    expect(gone.statusCode, gone.body).toBeLessThan(300)
    await runAnswerJobs(t, d.accountId)
    expect(await states()).toEqual(['CANCELLED', 'CANCELLED'])
    await send(d, other)
    const replaced = await send(d, former)
    expect(await states()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    expect(await codes(d, replaced)).toEqual([])
  })

  test('An account may do without the guard and choose its days, by administrators and in the journal', async () => {
    const { d } = await office()
    expect((await d.get('/bank-guard')).json()).toEqual({
      enabled: true,
      recentChangeDays: 90,
      newContactDays: 30,
    })
    const reader = await t.given.person([d.accountId], ['READER'])
    const refused = await t.call('PATCH', `${d.base}/bank-guard`, {
      token: reader.token,
      body: { enabled: false },
    })
    expect(refused.statusCode).toBe(403)
    expect((await d.patch('/bank-guard', { newContactDays: -1 })).statusCode).toBe(400)
    const changed = await d.patch('/bank-guard', { enabled: false, newContactDays: 7 }, { 'if-match': '"0"' })
    expect(changed.json(), changed.body).toMatchObject({ enabled: false, newContactDays: 7 })
    expect(problemOf(await d.patch('/bank-guard', { enabled: true }, { 'if-match': '"0"' }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
    const acts = await administrationOf(t, d.accountId)
    expect(acts.filter(({ name }) => name === 'SETTINGS_CHANGED').at(-1)).toMatchObject({
      before: { setting: 'bank-guard', enabled: true, newContactDays: 30 },
      after: { setting: 'bank-guard', enabled: false, newContactDays: 7 },
    })
    const id = await send(d, other)
    expect(await codes(d, id)).toContain('BANK_ACCOUNT_CHANGED')
    expect(await tasks(d)).toEqual([])
    expect((await approve(d, id)).json()).toMatchObject({ status: 'ACCEPTED' })
  })

  test('A directory of banks names banks that the product does not know, and a wrong one changes nothing', async () => {
    const text = 'country;bank_code;bic;name\nDE;37040044;COBADEFFXXX;Commerzbank\nGB;WEST;NWBKGB2L;NatWest\n'
    const file = { fileName: 'banks.csv', source: 'Written for this test' }
    expect(await importBanks(t.db, { ...file, text })).toEqual({ countries: ['DE', 'GB'], banks: 2 })
    const d = await answersDesk(t)
    const metadata = async (iban: string) => {
      const { evidences } = await d.response(await send(d, { iban, bic: '' }))
      return evidences.find(({ formdata }) => formdata)?.metadata
    }
    expect(await metadata(other.iban)).toEqual({
      verified: 'true',
      bank_data_bank: 'Commerzbank',
      bank_data_bic: 'COBADEFF',
      bank_data_country: 'Germany',
      sepa_data_sct: 'YES',
      sepa_data_sdd: 'YES',
      date_verification: '15/11/2026',
    })
    expect(await metadata('GB82 WEST 1234 5698 7654 32')).toMatchObject({
      bank_data_bank: 'NatWest',
      bank_data_bic: 'NWBKGB2L',
    })
    await expect(importBanks(t.db, { ...file, text: `${text}DE;1;nonsense;x\n` })).rejects.toThrow('Line 4')
    expect(await metadata(other.iban)).toMatchObject({ bank_data_bank: 'Commerzbank' })
  })

  test('A directory is refused with the line and what is wrong with it', () => {
    const refusal = (text: string) => {
      try {
        return readBankLines(text)
      } catch (error) {
        return (error as Error).message
      }
    }
    const head = 'country,bank_code,bic,name\n'
    expect(refusal('')).toBe('The file holds no bank.')
    expect(refusal('country,bic\nFR,X\n')).toContain('bank_code, name')
    expect(refusal(`${head}France,10,,x\n`)).toContain('Line 2: “country”')
    expect(refusal(`${head}FR,??,,x\n`)).toContain('Line 2: “bank_code”')
    expect(refusal(`${head}FR,10,,\n`)).toContain('neither')
    expect(refusal(`${head}FR,10,,x\nFR,10,,y\n`)).toContain('Line 3: FR10 is there twice')
    expect(refusal(`${head}FR,"10,,x\n`)).toContain('no CSV')
  })
})
