import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verdictDesk } from '../../../../../test/checks/verdict-desk.ts'
import { administrationOf } from '../../../../../test/accounts/administration-of.ts'
import { problemOf } from '../../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../../test/harness/app.ts'
import { vigilancePdf } from '../../../../../test/responses/certificate-pdf.ts'
import { approve, reject } from '../../../../../test/responses/review-desk.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

interface Policy {
  documentTypeCode: string
  accept: boolean
  sendBack: boolean
  sampleShare: number
  isSet: boolean
  mayAccept: boolean
  isRead: boolean
}

describe('Policies of the checks', () => {
  test('Where nothing was said, the switch of the account decides alone', async () => {
    const d = await verdictDesk(t)
    const { content } = (await d.get('/check-policies')).json<{ content: Policy[] }>()
    const of = (code: string) => content.find(({ documentTypeCode }) => documentTypeCode === code)
    expect(of('SOC_VIGILANCE')).toMatchObject({
      accept: true,
      acceptScans: false,
      sendBack: false,
      sampleShare: 0,
      isSet: false,
      mayAccept: true,
      isRead: true,
    })
    expect(of('BANK_DETAILS')).toMatchObject({ accept: false, mayAccept: false })
    expect(of('GTC')).toMatchObject({ isRead: false })
    expect(content.map(({ documentTypeCode }) => documentTypeCode)).not.toContain('SANCTIONS')
  })

  test('A policy is kept, told in the administration journal, and refused where it makes no sense', async () => {
    const d = await verdictDesk(t)
    const put = (code: string, body: object, headers = {}) =>
      t.call('PUT', `${d.base}/check-policies/${code}`, { token: d.token, body, headers })
    const kept = await put('SOC_VIGILANCE', { accept: false, sendBack: true })
    expect(kept.json()).toMatchObject({ accept: false, sendBack: true, sampleShare: 2, isSet: true })
    expect((await administrationOf(t, d.accountId)).at(-1)).toMatchObject({
      name: 'SETTINGS_CHANGED',
      before: { setting: 'check-policy', documentTypeCode: 'SOC_VIGILANCE', accept: true, sampleShare: 0 },
      after: { setting: 'check-policy', accept: false, sendBack: true, sampleShare: 2 },
    })
    const stale = { 'if-match': '"0"' }
    expect((await put('SOC_VIGILANCE', { accept: true, sendBack: true }, stale)).statusCode).toBe(412)
    expect(problemOf(await put('NOTHING_SUCH', { accept: true, sendBack: false }))).toEqual([
      404,
      'DOCUMENT_TYPE_NOT_FOUND',
    ])
    expect(problemOf(await put('BANK_DETAILS', { accept: true, sendBack: false }))).toEqual([
      422,
      'CHECK_POLICY_NEEDS_PERSON',
    ])
    const scanned = { accept: false, acceptScans: true, sendBack: false }
    expect(problemOf(await put('BANK_DETAILS', scanned))).toEqual([422, 'CHECK_POLICY_NEEDS_PERSON'])
    expect((await put('BANK_DETAILS', { accept: false, sendBack: true })).statusCode).toBe(200)
    const withScans = await put('FISCAL_REG', { accept: true, acceptScans: true, sendBack: false })
    expect(withScans.json()).toMatchObject({ accept: true, acceptScans: true })
    expect((await put('FISCAL_REG', { accept: true, sendBack: false })).json()).toMatchObject({
      acceptScans: false,
    })
    const odd = await put('SOC_VIGILANCE', { accept: true, sendBack: false, sampleShare: 101 })
    expect(problemOf(odd)).toEqual([400, 'VALIDATION_FAILED'])
  })

  test('A type that is not to be accepted alone goes to a person, the others do not', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', { accept: false, sendBack: false })
    const piece = await vigilancePdf(d.first.company)
    expect(await d.first.checked('SOC_VIGILANCE', piece)).toMatchObject({ status: 'PENDING', codes: [] })
    await d.policy('SOC_VIGILANCE', { accept: true, sendBack: false, sampleShare: 0 })
    expect(await d.first.checked('SOC_VIGILANCE', piece)).toMatchObject({ status: 'ACCEPTED' })
  })

  test('Samples go to a person like any other answer, and disagreements are counted', async () => {
    const d = await verdictDesk(t)
    const piece = await vigilancePdf(d.first.company)
    await d.policy('SOC_VIGILANCE', { accept: true, sendBack: true, sampleShare: 100 })
    const sample = await d.first.checked('SOC_VIGILANCE', piece)
    expect(sample).toMatchObject({ status: 'PENDING', checkOutcome: 'PASSED', codes: [] })
    // Nothing tells the reviewer that it is one.
    expect(JSON.stringify(sample)).not.toContain('sampl')
    expect(JSON.stringify(await d.told())).not.toContain('sampl')
    expect((await approve(d, sample.responseId)).statusCode).toBe(200)
    const wrong = await d.first.checked('SOC_VIGILANCE', piece)
    await reject(d, wrong.responseId, { shareRejectionReason: true, comment: 'It was withdrawn.' })
    await d.policy('SOC_VIGILANCE', { accept: true, sendBack: true, sampleShare: 0 })
    const accepted = await d.first.checked('SOC_VIGILANCE', piece)
    // Turned down later, and no sample: it says nothing about samples.
    await reject(d, accepted.responseId, { shareRejectionReason: false })
    const stranger = { name: 'Scierie Imaginaire', siren: '542 110 291', siret: '' }
    await d.first.checked('SOC_VIGILANCE', await vigilancePdf(stranger))
    const counts = { checked: 4, accepted: 1, sentBack: 1, sampled: 2, disagreed: 1 }
    expect((await d.get('/statistics/checks')).json()).toEqual({
      from: '2025-12',
      to: '2026-11',
      total: { ...counts, shareAlone: 50 },
      types: [
        {
          documentTypeCode: 'SOC_VIGILANCE',
          name: expect.objectContaining({ fr: expect.any(String) as string }) as object,
          ...counts,
          shareAlone: 50,
          months: [{ month: '2026-11', ...counts }],
        },
      ],
    })
    const before = (await d.get('/statistics/checks?to=2026-10')).json<object>()
    expect(before).toMatchObject({ from: '2025-11', total: { checked: 0, shareAlone: null }, types: [] })
    for (const odd of ['from=2026-12&to=2026-11', 'from=2015-01', 'from=2026-13']) {
      expect(problemOf(await d.get(`/statistics/checks?${odd}`))[1]).toBe('VALIDATION_FAILED')
    }
  })
})
