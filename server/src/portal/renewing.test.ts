import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../test/database/fixtures.ts'
import { somePicture } from '../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../test/harness/index.ts'
import { guestOf, type Guest } from '../../test/portal/portal-desk.ts'
import { answersDesk, deskDay, picture, type AnswersDesk } from '../../test/responses/answers-desk.ts'
import { givenAnswer } from '../../test/responses/given-answer.ts'
import { approve, reject } from '../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'
import { whatIsMissing } from '../domain/evaluation/index.ts'
import { requestRenewals } from '../domain/renewals/index.ts'
import { wholeAccount, jobScope } from '../platform/kernel/index.ts'
import type { PortalAnswer, PortalRequest } from './portal.schema.ts'

let t: TestApp
let d: AnswersDesk
let guest: Guest
beforeAll(async () => {
  t = await testApp()
  d = await answersDesk(t)
  guest = await guestOf(t, d)
})
afterAll(() => t.close())

const path = () => `/requests/${d.documents['REG_PROOF']}`
const shown = async () => (await guest.call('GET', path())).json<PortalRequest>()
async function mailed(): Promise<string[]> {
  const { accountId, thirdpartyId } = d
  const found = await t.db.read(wholeAccount(d.accountId), (tx) =>
    whatIsMissing(tx, { accountId }, { thirdpartyIds: [thirdpartyId] }),
  )
  return found.filter(({ code }) => code === 'REG_PROOF').map(({ reason, dueDate }) => `${reason} ${dueDate}`)
}
async function send(): Promise<number> {
  await guest.files(`${path()}/draft/files`, [{ name: 'extrait.png', content: somePicture() }])
  await guest.call('PUT', `${path()}/draft`, { effectiveDate: '2027-02-01' })
  const sent = (await guest.call('POST', `${path()}/draft/submit`)).json<PortalAnswer>()
  await runAnswerJobs(t, d.accountId)
  return sent.responseId
}

test('A document to renew is listed until it was sent, and a silent refusal of it does not show', async () => {
  const first = (await d.send('REG_PROOF', [picture], { effectiveDate: deskDay })).json<PortalAnswer>()
  await runAnswerJobs(t, d.accountId)
  await approve(d, first.responseId)
  expect(await shown()).toMatchObject({ status: 'ACCEPTED', action: 'NOTHING' })
  await setClockOffset(t, d, Date.parse('2027-02-01T08:00:00Z') - Date.now())
  await requestRenewals(t.db, jobScope(d.accountId, 'test'))
  const due = { dueDate: '2027-02-15', late: false }
  expect(await shown()).toMatchObject({ status: 'TO_RENEW', action: 'RENEW', ...due })
  expect(await mailed()).toEqual(['RENEWAL 2027-02-15'])

  const secret = await send()
  const undecided = await shown()
  expect(undecided).toMatchObject({ status: 'ACCEPTED', action: 'NOTHING' })
  expect((await reject(d, secret, { shareRejectionReason: false })).statusCode).toBe(200)
  expect(await shown()).toEqual(undecided)
  expect(await mailed()).toEqual([])

  const told = await send()
  await reject(d, told, { shareRejectionReason: true, comment: 'Page 2 is missing.' })
  const rejection = { reason: 'Page 2 is missing.' }
  expect(await shown()).toMatchObject({ status: 'TO_CORRECT', action: 'CORRECT', rejection, ...due })
  expect(await mailed()).toEqual(['RENEWAL 2027-02-15'])
  await approve(d, await send())
  expect(await shown()).toMatchObject({ status: 'ACCEPTED', expirationDate: '2027-05-01' })
})

test('Of alternatives that end together one is requested, and none while another lasts or is under review', async () => {
  const { accountId, documents } = d
  const ids = ['REG_PROOF', 'GTC'].map((code) => documents[code] ?? 0)
  await t.admin.query(
    `update document set alternative_group = 'ONE', required = true where document_id = any($1)`,
    [ids],
  )
  await setClockOffset(t, d, Date.parse('2027-04-20T08:00:00Z') - Date.now())
  const [, documentId = 0] = ids
  const responseId = await givenAnswer(t, {
    accountId,
    documentId,
    state: 'ACCEPTED',
    expirationDate: '2027-05-01',
  })
  await requestRenewals(t.db, jobScope(accountId, 'test'))
  expect([(await shown()).status, await mailed()]).toEqual(['TO_RENEW', ['RENEWAL 2027-05-01']])
  const sent = await givenAnswer(t, { accountId, documentId })
  expect([(await shown()).status, await mailed()]).toEqual(['ACCEPTED', []])
  await reject(d, sent, { shareRejectionReason: true, comment: 'Not signed.' })
  expect((await shown()).status).toBe('TO_RENEW')
  await t.admin.query(`update response set expiration_date = '2027-09-01' where response_id = $1`, [
    responseId,
  ])
  await t.admin.query(`update document set expiration_date = '2027-09-01' where document_id = $1`, [
    documentId,
  ])
  expect([(await shown()).status, await mailed()]).toEqual(['ACCEPTED', []])
})
