import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCodeTrust } from '../../src/domain/trust/index.ts'
import { tellableFindings } from '../../src/domain/evaluation/index.ts'
import { blankEvidences } from '../../src/domain/retention/blank-evidences.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { verdictDesk } from '../checks/verdict-desk.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { answersDesk, type AnswersDesk, type ResponseWire } from '../responses/answers-desk.ts'
import { vigilancePdf } from '../responses/certificate-pdf.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { authority, certificateWith, codeList, signedCode, signer, state, stranger } from './coded-pieces.ts'

const patience = 110_000
const scans = { languages: ['fra'], dataFolder: null }

interface Company {
  name: string
  siren: string
  siret: string
}

interface CodeWire {
  readonly kind: string
  readonly verdict: string | null
  readonly reason: string | null
  readonly proves: boolean
  readonly page: number
  readonly value: string
  readonly box: { x: number; y: number; width: number; height: number }
  readonly fields: readonly { name: string; label: string; value: string; agreement: string }[]
}

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const file = (name: string, bytes: Buffer) => ({ name, bytes })
  await importCodeTrust(t.db, {
    files: [
      file('codes.xml', codeList()),
      file('authority.der', authority.certificate),
      file('signer.der', signer.certificate),
    ],
    listSigners: [file('state.der', state.certificate)],
    force: false,
  })
})
afterAll(() => t.close())

const companyOf = async (d: AnswersDesk) => (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<Company>()

async function desk(): Promise<AnswersDesk & { company: Company }> {
  const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
  return { ...d, company: await companyOf(d) }
}

async function checked(d: AnswersDesk, content: Buffer, settings: typeof scans | null = scans) {
  const sent = await d.send('SOC_VIGILANCE', [{ name: 'piece.pdf', content }], {
    effectiveDate: '2026-10-31',
  })
  expect(sent.statusCode, sent.body).toBe(201)
  await runAnswerJobs(t, d.accountId, { scans: settings })
  const answer = await d.response(sent.json<ResponseWire>().responseId)
  const path = `${d.path('SOC_VIGILANCE')}/files/${answer.evidences[0]?.id}`
  const reading = (await d.get(`${path}/reading`)).json<{ codes: CodeWire[]; reader: string | null }>()
  return { answer, codes: answer.checkFindings.map(({ code }) => code), reading }
}

describe('Codes on a piece', () => {
  test(
    'A signed code that says what the page prints is shown with its place, and is no finding',
    { timeout: patience },
    async () => {
      const d = await desk()
      const { codes, reading } = await checked(d, await certificateWith(d.company, signedCode(d.company)))
      expect(codes).toEqual([])
      const [code, ...more] = reading.codes
      expect(more).toEqual([])
      expect(code).toMatchObject({
        kind: 'TWO_D_DOC',
        format: 'DATA_MATRIX',
        verdict: 'VALID',
        proves: true,
        page: 1,
        value: 'ZZ01 AB12',
        signer: 'CN=AB12',
        signedOn: '2026-11-01',
        trustVersion: 1,
      })
      expect(code?.box.x).toBeCloseTo(440 / 595, 1)
      expect(code?.box.y).toBeCloseTo(640 / 842, 1)
      expect(code?.fields).toMatchObject([
        {
          name: 'companyNumber',
          label: 'Number of the company',
          value: d.company.siret,
          agreement: 'AGREES',
        },
        { name: 'companyName', agreement: 'AGREES' },
      ])
      expect(reading.reader).toBe('SOC_VIGILANCE/1')
    },
  )

  test(
    'A genuine code of another company, a wrong signature and an unknown signer are told apart',
    { timeout: patience },
    async () => {
      const d = await desk()
      const other = { name: 'Scierie Lointaine', siren: '542110291', siret: '54211029100012' }
      const moved = await checked(d, await certificateWith(d.company, signedCode(other)))
      expect(moved.codes).toEqual(['CODE_DIFFERS'])
      expect(moved.reading.codes).toMatchObject([{ verdict: 'VALID', proves: false }])
      expect(moved.answer.checkFindings).toMatchObject([{ weight: 'HIGH' }])

      const forged = signedCode(d.company, { key: stranger.key })
      const broken = await checked(d, await certificateWith(d.company, forged))
      expect(broken.codes).toEqual(['CODE_BROKEN'])
      expect(broken.reading.codes).toMatchObject([{ verdict: 'INVALID', proves: false }])

      const unknown = signedCode(d.company, { certificate: 'AB13', key: stranger.key })
      const unjudged = await checked(d, await certificateWith(d.company, unknown))
      expect(unjudged.codes).toEqual([])
      expect(unjudged.reading.codes).toMatchObject([{ verdict: 'NOT_JUDGED', reason: 'CERTIFICATE_UNKNOWN' }])
    },
  )

  test(
    'The address in a QR code is shown, and a page without any picture is not drawn',
    { timeout: patience },
    async () => {
      const d = await desk()
      const address = 'https://www.example.org/verifier?code=AB12'
      const { codes, reading } = await checked(d, await certificateWith(d.company, address))
      expect(codes).toEqual([])
      expect(reading.codes).toMatchObject([{ kind: 'ADDRESS', value: address, verdict: null, proves: false }])
      const plain = await checked(d, await vigilancePdf(d.company))
      expect(plain.reading.codes).toEqual([])
    },
  )

  test('Where nobody reads pictures nobody looks for codes', { timeout: patience }, async () => {
    const d = await desk()
    const piece = await certificateWith(d.company, signedCode(d.company))
    const { codes, reading } = await checked(d, piece, null)
    expect([codes, reading.codes]).toEqual([[], []])
  })

  test('What codes say goes with the file', { timeout: patience }, async () => {
    const d = await desk()
    const { answer } = await checked(d, await certificateWith(d.company, signedCode(d.company)))
    const kept = async () => {
      const { rows } = await t.admin.query<{ readings: number; pieces: number }>(
        `select (select count(*)::int from evidence_reading where account_id = $1 and codes <> '[]') as readings,
          (select count(*)::int from piece_number where account_id = $1 and kind = 'CODE') as pieces`,
        [d.accountId],
      )
      return rows[0]
    }
    expect(await kept()).toEqual({ readings: 1, pieces: 1 })
    const scope = jobScope(d.accountId, 'test')
    await t.db.write(scope, (tx) => blankEvidences(tx, scope, [answer.responseId]))
    expect(await kept()).toEqual({ readings: 0, pieces: 0 })
  })

  test(
    'The same signed code from another company of the account is noticed',
    { timeout: patience },
    async () => {
      const d = await verdictDesk(t)
      await d.patch('/evaluation-options', { autoAccept: false })
      const other = await d.supplier(1)
      const code = signedCode(d.first.company)
      const found: string[][] = []
      for (const [sender, securityCode] of [
        [d.first, 'K7M2P9Q4R1S8T3U'],
        [other, 'A1B2C3D4E5F6G7H'],
      ] as const) {
        const piece = await certificateWith(sender.company, code, { securityCode })
        const responseId = await sender.send('SOC_VIGILANCE', piece)
        await runAnswerJobs(t, d.accountId, { scans })
        found.push((await d.response(responseId)).checkFindings.map((finding) => finding.code))
      }
      expect(found).toEqual([[], ['CODE_DIFFERS', 'CODE_REUSED']])
    },
  )

  test('No supplier is told of codes', () => {
    for (const code of ['CODE_DIFFERS', 'CODE_BROKEN', 'CODE_REUSED'])
      expect(tellableFindings).not.toContain(code)
  })
})
