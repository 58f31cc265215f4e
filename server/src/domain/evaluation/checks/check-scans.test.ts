import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scan, scanPdf, wrap } from '../../../../../packages/ocr/test/paper.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { answersDesk, type AnswersDesk, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { vigilancePdf } from '../../../../test/responses/certificate-pdf.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'

const patience = 110_000
const scans = { languages: ['fra'], dataFolder: null }

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

interface Company {
  name: string
  siren: string
  siret: string
}

/** A desk whose account lets the checks accept what they can prove. */
async function trustingDesk(): Promise<AnswersDesk & { company: Company }> {
  const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
  await t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: { autoAccept: true } })
  return { ...d, company: (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<Company>() }
}

async function checked(d: AnswersDesk, name: string, content: Buffer, settings: typeof scans | null = scans) {
  const sent = await d.send('SOC_VIGILANCE', [{ name, content }], { effectiveDate: '2026-10-31' })
  expect(sent.statusCode, sent.body).toBe(201)
  const ran = await runAnswerJobs(t, d.accountId, { scans: settings })
  const answer = await d.response(sent.json<ResponseWire>().responseId)
  return { ran, status: answer.status, codes: answer.checkFindings.map(({ code }) => code), answer }
}

describe('Pages without text', () => {
  test(
    'A scanned certificate is read after the others, compared, and left to a person all the same',
    { timeout: patience },
    async () => {
      const d = await trustingDesk()
      const content = await wrap(await scanPdf(await vigilancePdf(d.company)))
      const { ran, status, codes, answer } = await checked(d, 'scan.pdf', content)
      expect(ran).toEqual(['responses.check', 'responses.check-scans'])
      expect([status, codes]).toEqual(['PENDING', ['READ_FROM_PICTURE']])
      expect(answer.evidences[0]?.metadata).toMatchObject({
        reader: 'SOC_VIGILANCE/1',
        read_kind: 'SOC_VIGILANCE',
        read_certifiedOn: '2026-10-31',
        siren_found: 'true',
      })
    },
  )

  test(
    'A picture with nothing to read stays unread, and its sender is asked for a better one',
    { timeout: patience },
    async () => {
      const d = await trustingDesk()
      const blank = await (await scan([])).png().toBuffer()
      const { status, codes } = await checked(d, 'blank.png', blank)
      expect([status, codes]).toEqual(['PENDING', ['TEXT_UNREADABLE']])
    },
  )

  test('Where nothing is set, pictures are left to people, and nothing waits', async () => {
    const d = await trustingDesk()
    const blank = await (await scan([])).png().toBuffer()
    const { ran, codes } = await checked(d, 'blank.png', blank, null)
    expect([ran, codes]).toEqual([['responses.check'], ['TEXT_UNREADABLE']])
  })
})

describe('Pages with text, where nobody else would look', () => {
  test(
    'A certificate whose pages show what its text says is accepted after a look at them',
    { timeout: patience },
    async () => {
      const d = await trustingDesk()
      const { ran, status, codes } = await checked(d, 'piece.pdf', await vigilancePdf(d.company))
      expect(ran.slice(0, 2)).toEqual(['responses.check', 'responses.check-scans'])
      expect([status, codes]).toEqual(['ACCEPTED', []])
    },
  )

  test(
    'A certificate whose pages show other numbers than its text goes to a person',
    { timeout: patience },
    async () => {
      const d = await trustingDesk()
      const content = await vigilancePdf(d.company, { lies: true })
      const { status, codes } = await checked(d, 'piece.pdf', content)
      expect(status).toBe('PENDING')
      expect(codes).toContain('TEXT_NOT_AS_SHOWN')
    },
  )

  test('Where no answer is accepted alone, nobody looks', async () => {
    const d = await trustingDesk()
    await t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: { autoAccept: false } })
    const { ran, status } = await checked(d, 'piece.pdf', await vigilancePdf(d.company))
    expect(ran).not.toContain('responses.check-scans')
    expect(status).toBe('PENDING')
  })
})
