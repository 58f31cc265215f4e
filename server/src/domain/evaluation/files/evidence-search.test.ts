import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { guestOf } from '../../../../test/portal/portal-desk.ts'
import { answersDesk, type AnswersDesk, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { certificatePdf, registrationPdf, vigilancePdf } from '../../../../test/responses/certificate-pdf.ts'
import { daysLater } from '../../../../test/responses/given-answer.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { UnitDesk } from '../../../../test/units/unit-desk.ts'
import { retireAccount } from '../../retention/retire-answers.task.ts'

interface Found {
  content: {
    fileId: number
    thirdpartyId: number
    documentCode: string
    page: number
    excerpt: { text: string; match: boolean }[]
  }[]
  totalElements: number
  next: string | null
}

describe('A search in what was read', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  async function sent(d: AnswersDesk, code: string, content: Buffer) {
    const answer = await d.send(code, [{ name: 'piece.pdf', content }])
    expect(answer.statusCode, answer.body).toBe(201)
    const { responseId, evidences } = answer.json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    return { responseId, fileId: evidences[0]?.id ?? 0 }
  }
  const companyOf = async (d: AnswersDesk) =>
    (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string; siren: string; siret: string }>()
  const query = (text: string, more = '') => `/evidences/search?text=${encodeURIComponent(text)}${more}`
  const search = async (d: AnswersDesk, text: string, more = '') => {
    const answer = await d.get(query(text, more))
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Found>()
  }
  const idsFor = async (d: AnswersDesk, text: string) =>
    (await search(d, text)).content.map(({ fileId }) => fileId)

  test('Words are found whatever their case and accents, with page and place', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const annex = (document: PDFKit.PDFDocument) => {
      document.addPage().text('Annexe : Établissement secondaire de Châteauroux')
    }
    const content = await vigilancePdf(await companyOf(d), { draw: annex })
    const { fileId, responseId } = await sent(d, 'SOC_VIGILANCE', content)
    const { content: found, totalElements } = await search(d, 'etablissement CHATEAU')
    expect(totalElements).toBe(1)
    expect(found[0]).toMatchObject({
      fileId,
      fileName: 'piece.pdf',
      thirdpartyId: d.thirdpartyId,
      dossierId: d.dossierId,
      documentId: d.documents['SOC_VIGILANCE'],
      documentCode: 'SOC_VIGILANCE',
      responseId,
      page: 2,
    })
    expect(found[0]?.excerpt.filter(({ match }) => match).map(({ text }) => text)).toEqual([
      'Établissement',
      'Châteauroux',
    ])
    for (const text of ['vigilance', 'k7m2p9q4r1s8t3u', 'VILLENEUVE urssaf'])
      expect(await idsFor(d, text), text).toEqual([fileId])
    for (const text of ['vigilance absent', 'igilance', '…'.repeat(3)])
      expect(await idsFor(d, text), text).toEqual([])
  })

  test('A number is found in groups and in one piece', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const lines = ['Référence 4071 8823 9915 du dossier', 'Autre référence 508261937']
    const content = await certificatePdf({ issuer: 'Office', title: 'NOTE', lines })
    const { fileId } = await sent(d, 'SOC_VIGILANCE', content)
    for (const text of ['407188239915', '4071 8823', '88239915', '508 261 937', '508261'])
      expect(await idsFor(d, text), text).toEqual([fileId])
  })

  test('Pages of results follow each other, newest first, also of a word that is everywhere', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const company = await companyOf(d)
    const first = await sent(d, 'SOC_VIGILANCE', await vigilancePdf(company))
    const second = await sent(d, 'REG_PROOF', await registrationPdf(company))
    const walk = async () => {
      const one = await search(d, 'siret siege', '&size=1')
      const two = await search(d, 'siret siege', `&size=1&cursor=${encodeURIComponent(one.next ?? '')}`)
      return [...one.content, ...two.content, two.next].map((row) =>
        row === null ? null : Object(row).fileId,
      )
    }
    expect(await walk()).toEqual([second.fileId, first.fileId, null])
    const often = `insert into evidence_word select $1, $2, w || nth from generate_series(1, 2001) nth,
      unnest('{siret,siege}'::text[]) w`
    await t.admin.query(often, [d.accountId, first.fileId])
    expect(await walk()).toEqual([second.fileId, first.fileId, null])
    const { next } = await search(d, 'siret siege', '&size=1')
    const moved = await d.get(query('siret', `&size=1&cursor=${encodeURIComponent(next ?? '')}`))
    expect(moved.statusCode).toBe(400)
  })

  test('Nobody finds what they may not open', async () => {
    const d = await answersDesk(t)
    const company = await companyOf(d)
    const { fileId } = await sent(d, 'REG_PROOF', await registrationPdf(company))
    const note = (word: string) => certificatePdf({ issuer: 'Office', title: 'NOTE', lines: [word] })
    // Bank details need another right, and a fresh sign-in.
    const bank = await d.send('BANK_DETAILS', [{ name: 'rib.pdf', content: await note('Pamplemousse') }], {
      formdata: JSON.stringify([
        { key: 'iban', value: 'FR7630006000011234567890189' },
        { key: 'holder', value: 'ATELIERS' },
        { key: 'documentDate', value: '01/11/2026' },
      ]),
    })
    expect(bank.statusCode, bank.body).toBe(201)
    const guest = await guestOf(t, d)
    const draft = [{ name: 'draft.pdf', content: await note('Mirabelle') }]
    await guest.files(`/requests/${d.documents['NDA']}/draft/files`, draft)
    await runAnswerJobs(t, d.accountId)
    expect(await idsFor(d, 'pamplemousse')).toEqual([])
    expect(await idsFor(d, 'mirabelle')).toEqual([])
    expect(await idsFor(d, 'kbis')).toEqual([fileId])
    expect(await idsFor(await answersDesk(t), 'kbis')).toEqual([])
    const u = new UnitDesk(t, { ...d, units: 'ALL' })
    const [here, elsewhere] = [await u.unit('Here'), await u.unit('Elsewhere')]
    await u.must('PUT', `/thirdparties/${d.thirdpartyId}/units`, { body: { units: [here] } })
    const [insider, outsider] = [await u.person([here]), await u.person([elsewhere])]
    const seenBy = async ({ token }: { token: string }) =>
      (await t.call('GET', `${d.base}${query('kbis')}`, { token })).json<Found>().totalElements
    expect(await seenBy(insider)).toBe(1)
    expect(await seenBy(outsider)).toBe(0)
  })

  test('What is deleted is found no more, and leaves no word', async () => {
    const d = await answersDesk(t)
    await d.patch(`/dossiers/${d.dossierId}`, { expirationDate: null })
    const { responseId, fileId } = await sent(d, 'REG_PROOF', await registrationPdf(await companyOf(d)))
    const wordsOf = async () =>
      (await t.admin.query('select word from evidence_word where evidence_id = $1', [fileId])).rows.length
    expect(await wordsOf()).toBeGreaterThan(10)
    await d.post(`/responses/${responseId}/reject`, { shareRejectionReason: false })
    await daysLater(t, d.accountId, 20 * 366)
    const retire = () => runTask(t, 'retention.run-account', retireAccount, { accountId: d.accountId })
    await retire()
    await daysLater(t, d.accountId, 31)
    await retire()
    expect(await wordsOf()).toBe(0)
    expect(await idsFor(d, 'kbis')).toEqual([])
  })

  test('An answer that is used again is found in both places', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
    const company = await companyOf(d)
    const answer = await d.send('REG_PROOF', [{ name: 'k.pdf', content: await registrationPdf(company) }], {
      effectiveDate: '2026-11-01',
    })
    const { responseId } = answer.json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    expect((await d.post(`/responses/${responseId}/approve`)).statusCode).toBe(200)
    await runAnswerJobs(t, d.accountId)
    expect((await search(d, 'kbis')).totalElements).toBe(2)
  })

  test('A search for nothing is refused', async () => {
    const d = await answersDesk(t)
    for (const path of ['/evidences/search', query(''), query('a'), query('a'.repeat(201))])
      expect(problemOf(await d.get(path))[0], path).toBe(400)
  })
})
