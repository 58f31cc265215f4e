import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, issue, revocationList } from '../../../../../packages/seals/test/kit/authority.ts'
import { TestPdf } from '../../../../../packages/seals/test/kit/test-pdf.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { answersDesk, type AnswersDesk, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { editedByAppending, vigilancePdf } from '../../../../test/responses/certificate-pdf.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'
import { pemOf, root, sealDay, signer } from '../../../../test/seals/sealed-answers.ts'
import { explainSaves } from './seal-findings.ts'

const proofs = { certificates: [], crls: [revocationList(root, [], sealDay)] }
const made = { CreationDate: new Date('2026-11-05T08:00Z') }
const later = '20261109080000Z'
const stamper = issue({
  name: 'Clock of tests',
  issuer: root,
  purpose: '1.3.6.1.5.5.7.3.8',
  from: new Date(sealDay.getTime() - 100 * day),
  until: new Date(sealDay.getTime() + 300 * day),
})

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** A desk whose checks accept what they can prove, and a certificate about its company. */
async function desk({ isTrusting = true } = {}) {
  const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
  await t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: { autoAccept: true } })
  if (isTrusting) await d.post('/seal-trust/roots', { certificate: pemOf(root.certificate) })
  const company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{
    name: string
    siren: string
    siret: string
  }>()
  return { d, company, plain: await vigilancePdf(company, { info: made }) }
}

async function checked(d: AnswersDesk, { bytes: content }: { bytes: Buffer }): Promise<[string, string[]]> {
  const fields = { effectiveDate: '2026-10-31' }
  const sent = await d.send('SOC_VIGILANCE', [{ name: 'piece.pdf', content }], fields)
  expect(sent.statusCode, sent.body).toBe(201)
  await runAnswerJobs(t, d.accountId)
  const { status, checkFindings } = await d.response(sent.json<ResponseWire>().responseId)
  return [status, checkFindings.map(({ code }) => code)]
}

describe('Saves after which a trusted seal holds', () => {
  test('Proofs, a time-stamp and the note of the last save are no doubt about the file', async () => {
    const { d, plain } = await desk()
    const proven = TestPdf.open(plain).seal({ signer }).prove(proofs)
    for (const file of [proven, proven.note(later), proven.stamp(stamper, sealDay).note(later)])
      expect(await checked(d, file)).toEqual(['ACCEPTED', []])
  })

  test('They stay a doubt where the signer is not trusted, or where trust is open', async () => {
    const { plain, d: stranger } = await desk({ isTrusting: false })
    const sealed = TestPdf.open(plain).seal({ signer })
    const both = ['PENDING', ['PDF_CHANGED_AFTER_SAVE', 'PDF_MODIFIED_LATER']]
    expect(await checked(stranger, sealed.prove(proofs).note(later))).toEqual(both)
    const { d, plain: other } = await desk()
    expect(await checked(d, TestPdf.open(other).seal({ signer }).note(later))).toEqual(both)
  })

  test('What was written on the page before the seal, or noted before it, stays a doubt', async () => {
    const { d, company, plain } = await desk()
    const edited = editedByAppending(plain, 'Addition')
    const sealedEdit = TestPdf.open(edited).seal({ signer }).prove(proofs)
    expect(await checked(d, sealedEdit)).toEqual(['PENDING', ['PDF_CHANGED_AFTER_SAVE']])
    const info = { ...made, ModDate: new Date('2026-11-09T08:00Z') }
    const noted = TestPdf.open(await vigilancePdf(company, { info })).seal({ signer })
    expect(await checked(d, noted.prove(proofs))).toEqual(['PENDING', ['PDF_MODIFIED_LATER']])
  })

  test('A trusted time-stamp without a signer explains nothing', async () => {
    const { d, plain } = await desk()
    const stamped = TestPdf.open(plain).stamp(stamper, sealDay).prove(proofs).note(later)
    expect(await checked(d, stamped)).toEqual(['PENDING', ['PDF_CHANGED_AFTER_SAVE', 'PDF_MODIFIED_LATER']])
  })
})

describe('The moment of the last save', () => {
  const facts = {
    producer: '',
    creator: '',
    createdAt: '2026-11-05T08:00:00.000Z',
    modifiedAt: '2026-11-09T08:00:00.000Z',
    isChangedAfterSave: false,
    coveredTexts: 0,
    hiddenTexts: 0,
    annotations: 0,
    isWhole: true,
  }
  const sealedAt = (time: string | null) => ({
    integrity: 'INTACT' as const,
    trust: 'TRUSTED' as const,
    reason: '',
    trustReason: '',
    signatures: [{ kind: 'SIGNATURE', time } as never],
  })
  const moments = [
    ['2026-11-09T08:00:02.000', facts.createdAt],
    ['2026-11-09T07:50:00.000', facts.createdAt],
    ['2026-11-09T07:49:59.999', facts.modifiedAt],
    ['2026-11-09T09:00:00.000', facts.modifiedAt],
    [null, facts.modifiedAt],
  ] as const
  test.each(moments)('A file of one save, sealed at %s', (time, modifiedAt) => {
    const content = { text: 'one', pages: [], facts }
    expect(explainSaves(content, sealedAt(time)).facts).toEqual({ ...facts, modifiedAt })
  })
})
