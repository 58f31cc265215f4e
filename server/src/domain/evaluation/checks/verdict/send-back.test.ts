import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verdictDesk } from '../../../../../test/checks/verdict-desk.ts'
import { testApp, type TestApp } from '../../../../../test/harness/app.ts'
import {
  editedByAppending,
  liabilityPdf,
  vigilancePdf,
} from '../../../../../test/responses/certificate-pdf.ts'
import { mailsOf } from '../../../../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../../../../test/responses/run-jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const letsGoBack = { accept: true, sendBack: true, sampleShare: 0 }
const stranger = { name: 'Scierie Imaginaire', siren: '542 110 291', siret: '542 110 291 00012' }

describe('Sending back what is plainly wrong', () => {
  test('Another company’s certificate is turned down at once, with the reason in the portal and by mail', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', letsGoBack)
    await d.told()
    const { first } = d
    const answer = await first.checked('SOC_VIGILANCE', await vigilancePdf(stranger))
    expect(answer).toMatchObject({ status: 'DENIED', checkOutcome: 'FAILED' })
    expect(answer.codes).toEqual(['OTHER_COMPANY_IDENTIFIER', 'SUBJECT_NOT_ANCHORED'])
    const reason =
      'attestation.pdf\u00a0: Ce fichier concerne une autre société. Envoyez celui qui concerne la vôtre.\n' +
      'Ce constat vient d’un contrôle automatique. S’il est erroné, renvoyez le même document\u00a0: une personne l’examinera alors.'
    expect(answer['decision']).toMatchObject({ comment: reason, shared: true, by: { type: 'JOB', id: null } })
    expect(answer['decisions']).toMatchObject([{ verdict: 'REJECTION', origin: 'CHECKS', fraud: false }])

    const told = await d.told()
    expect(told.find(({ name }) => name === 'DOCUMENT_ANSWER_DENIED')?.data).toMatchObject({
      before: { state: 'CHECKING' },
      after: { state: 'DENIED', shared: true, fraud: false },
      revoked: false,
      readers: ['SOC_VIGILANCE/1'],
    })
    expect(told.map(({ name }) => name)).toContain('DOCUMENT_ANSWER_STATUS_UPDATE_INVALID')
    expect(await d.document('SOC_VIGILANCE')).toMatchObject({
      statusCode: 'INVALID',
      statusReason: 'REJECTED',
    })

    const shown = await first.guest.call('GET', `/requests/${first.documents['SOC_VIGILANCE']}`)
    expect(shown.json()).toMatchObject({ status: 'TO_CORRECT', action: 'CORRECT', rejection: { reason } })
    const mail = (await mailsOf(d)).find(({ recipient }) => recipient === first.guest.email)
    expect(mail).toMatchObject({ language: 'fr', subject: expect.stringContaining('À renvoyer') as string })
    expect(mail?.text).toContain('Ce fichier concerne une autre société.')
    expect(mail?.text).toContain('une personne l’examinera alors')
  })

  test('Whoever sends again after that gets a person, and is accepted alone where nothing is wrong any more', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', letsGoBack)
    const { first } = d
    const expired = await vigilancePdf(first.company, { certifiedOn: '31/01/2026' })
    const day = { effectiveDate: '2026-01-31' }
    expect(await first.checked('SOC_VIGILANCE', expired, day)).toMatchObject({
      status: 'DENIED',
      codes: ['PRINTED_EXPIRED', 'ALREADY_EXPIRED'],
    })
    expect(await first.checked('SOC_VIGILANCE', expired, day)).toMatchObject({ status: 'PENDING' })
    const good = await first.checked('SOC_VIGILANCE', await vigilancePdf(first.company))
    expect(good).toMatchObject({ status: 'ACCEPTED', codes: [] })
  })

  test('Another kind of document goes back; with a doubt about the file a person gets it and nobody is told', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', letsGoBack)
    const { first } = d
    const wrongKind = await liabilityPdf(first.company)
    const doubtful = await first.checked('SOC_VIGILANCE', editedByAppending(wrongKind, 'Addition'))
    expect(doubtful.status).toBe('PENDING')
    expect(doubtful.codes).toEqual(['PDF_CHANGED_AFTER_SAVE', 'KIND_DIFFERS'])
    expect(await first.checked('SOC_VIGILANCE', wrongKind)).toMatchObject({
      status: 'DENIED',
      codes: ['KIND_DIFFERS'],
    })
  })

  test('What the account’s own people sent is theirs to look at', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', letsGoBack)
    const files = [{ name: 'piece.pdf', content: await vigilancePdf(stranger) }]
    const sent = await d.send('SOC_VIGILANCE', files, { effectiveDate: '2026-10-31' })
    await runAnswerJobs(t, d.accountId)
    expect((await d.response(sent.json<{ responseId: number }>().responseId)).status).toBe('PENDING')
  })

  test('Without a policy, or with the account’s switch off, nothing goes back', async () => {
    const d = await verdictDesk(t)
    const { first } = d
    const wrong = await vigilancePdf(stranger)
    expect((await first.checked('SOC_VIGILANCE', wrong)).status).toBe('PENDING')
    await d.policy('SOC_VIGILANCE', letsGoBack)
    await d.patch('/evaluation-options', { autoAccept: false })
    expect((await first.checked('SOC_VIGILANCE', wrong)).status).toBe('PENDING')
    expect((await first.checked('SOC_VIGILANCE', await vigilancePdf(first.company))).status).toBe('PENDING')
  })
})
