import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../test/database/fixtures.ts'
import { somePicture } from '../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../test/harness/index.ts'
import { guestOf, type Guest } from '../../test/portal/portal-desk.ts'
import { answersDesk, deskDay, picture, type AnswersDesk } from '../../test/responses/answers-desk.ts'
import { approve, reject } from '../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'
import { whatIsMissing } from '../domain/dossiers/index.ts'
import { requestRenewals } from '../domain/renewals/index.ts'
import { jobScope } from '../platform/kernel/index.ts'
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
  const found = await t.db.read(d, (tx) =>
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

test('what is asked anew is to be sent until it was, and a silent refusal of it does not show', async () => {
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
