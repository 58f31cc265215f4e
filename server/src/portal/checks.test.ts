import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerAs, screeningFinding } from '../../test/checks/findings.ts'
import { setClockOffset } from '../../test/database/fixtures.ts'
import { desk, problemOf, type Desk } from '../../test/dossiers/desk.ts'
import { testApp, testPublicUrl, type TestApp } from '../../test/harness/app.ts'
import { addContact, guestOf } from '../../test/portal/portal-desk.ts'
import { answersDesk, picture, type ResponseWire } from '../../test/responses/answers-desk.ts'
import { mailsOf, reject } from '../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'
import { expireAnswers, type CheckFinding, type DossierType } from '../domain/evaluation/index.ts'
import {
  inviteContacts,
  reinviteContacts,
  remindContacts,
  type InvitationSettings,
} from '../domain/invitations/index.ts'
import { renewDossiers, requestRenewals, warnContacts } from '../domain/renewals/index.ts'
import { jobScope } from '../platform/kernel/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const clear = screeningFinding('CLEAR')
const hit = screeningFinding('OPEN_HIT', 'one hit')
const match = screeningFinding('TRUE_MATCH', 'one hit')
const later: readonly CheckFinding[] = [clear, hit, match, { outcome: 'NOBODY' }, { outcome: 'WAITING' }]

/** A dossier of screening in which a piece of the third party may stand in for a check. */
async function screeningOf(d: Desk) {
  const path = '/dossier-types/SCREENING'
  const { published } = (await d.get(path)).json<{ published: { definition: DossierType } }>()
  const grouped = ['SANCTIONS_CHECK', 'INTEGRITY_QUEST']
  const documents = published.definition.documents.map((one) =>
    grouped.includes(one.code) ? { ...one, alternativeGroup: 'EITHER' } : one,
  )
  const body = { ...published.definition, documents }
  const put = await t.call('PUT', `${d.base}${path}`, { token: d.token, body })
  expect(put.statusCode, put.body).toBe(200)
  const done = await d.post(`${path}/publish`, { dryRun: false, applyToOpen: false })
  expect(done.statusCode, done.body).toBe(200)
  return t.given.dossier(d, d.thirdpartyId, 'SCREENING')
}

describe('What checks find', () => {
  test('The portal looks the same whatever a check has found', async () => {
    const d = await desk(t, 'SANDBOX')
    const { dossierId, documents } = await screeningOf(d)
    const guest = await guestOf(t, d)
    const asked = `/requests/${documents['INTEGRITY_QUEST']}`
    const look = async () => {
      const pages = ['/requests', asked, '/history']
      const answers = await Promise.all(pages.map((path) => guest.call('GET', path)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      return answers.map(({ body }) => body)
    }
    const dossierStatuses = new Set<string>()
    const seen = new Set<string>()
    for (const finding of later) {
      for (const code of ['SANCTIONS_CHECK', 'PEP_CHECK', 'ADVERSE_MEDIA'] as const) {
        await answerAs(t, d, code, finding)
      }
      dossierStatuses.add((await d.get(`/dossiers/${dossierId}`)).json<{ statusCode: string }>().statusCode)
      seen.add(JSON.stringify(await look()))
      const hidden = `/requests/${documents['SANCTIONS_CHECK']}`
      expect(problemOf(await guest.call('GET', hidden))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
      const sent = await guest.files(`${hidden}/draft/files`, [picture])
      expect(problemOf(sent)).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    }
    expect([...dossierStatuses]).toEqual(expect.arrayContaining(['ACTION_REQUIRED', 'INVALID']))
    expect(seen.size).toBe(1)
    expect([...seen][0]).not.toMatch(/HIT|MATCH|CHECK|INVALID|ACTION_REQUIRED/)
  })

  test('Nobody of the third party is written to, or no longer, because of what a check has found', async () => {
    const settings: InvitationSettings = {
      publicUrl: testPublicUrl,
      secret: new Uint8Array(32).fill(7),
      limits: { invitationsPerHour: 200, mailsPerDay: 2_000 },
    }
    const monday = Date.parse('2027-03-01T04:00:00Z')
    const year = async (finding: CheckFinding) => {
      const d = await desk(t, 'SANDBOX')
      const at = (days: number) => setClockOffset(t, d, monday + days * 86_400_000 - Date.now())
      await at(0)
      await screeningOf(d)
      await addContact(t, d, { email: 'ada@supplier.example', lastName: 'Guest', language: 'en' })
      for (const code of ['SANCTIONS_CHECK', 'PEP_CHECK'] as const) await answerAs(t, d, code, clear)
      const steps = [inviteContacts, reinviteContacts, remindContacts, warnContacts]
      for (const day of [0, 3, 8, 15, 29, 350, 365, 370]) {
        await at(day)
        if (day === 3) {
          for (const code of ['SANCTIONS_CHECK', 'PEP_CHECK'] as const) await answerAs(t, d, code, finding)
        }
        const scope = jobScope(d.accountId, 'test')
        for (const step of [expireAnswers, renewDossiers, requestRenewals]) await step(t.db, scope)
        for (const step of steps) await step(settings)(t.db, scope)
      }
      return (await mailsOf(d)).map(({ recipient, subject, text }) =>
        `${recipient} ${subject} ${text}`
          .replaceAll(/https?:\S+/g, '')
          .replaceAll(/Test [\da-f-]{36}/g, 'The account'),
      )
    }
    const usual = await year(clear)
    expect(usual.length).toBeGreaterThan(2)
    expect(await year(hit)).toEqual(usual)
    expect(await year(match)).toEqual(usual)
    expect(await year({ outcome: 'NOBODY' })).toEqual(usual)
  })

  test('What a person answered in place of a check is turned down without a word outside', async () => {
    const d = await answersDesk(t, { typeCode: 'SCREENING' })
    await addContact(t, d)
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    const { responseId } = (await d.send('SANCTIONS_CHECK', [picture])).json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    const decided = await reject(d, responseId, { shareRejectionReason: true, comment: 'Not enough' })
    expect(decided.json()).toMatchObject({ status: 'DENIED', notification: 'NOT_SHARED' })
    expect(await mailsOf(d)).toEqual([])
    // And may be answered again.
    expect((await d.send('SANCTIONS_CHECK', [picture])).statusCode).toBe(201)
  })
})
