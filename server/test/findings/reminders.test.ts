import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindActions } from '../../src/domain/findings/remind-actions.ts'
import type { FindingRecord } from '../../src/domain/findings/finding.schema.ts'
import { addDays, jobScope } from '../../src/platform/kernel/index.ts'
import { setClockOffset } from '../database/fixtures.ts'
import { testPublicUrl } from '../harness/app.ts'
import { addContact } from '../portal/portal-desk.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

const settings = {
  publicUrl: testPublicUrl,
  secret: randomBytes(32),
  limits: { invitationsPerHour: 1_000, mailsPerDay: 1_000 },
}
const start = new Date().toISOString().slice(0, 10)

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk('SANDBOX')
})
afterAll(() => d.t.close())

const goTo = (day: string) => setClockOffset(d.t, d.office, Date.parse(`${day}T04:00:00Z`) - Date.now())
const remind = (limits = settings.limits) =>
  remindActions({ ...settings, limits })(d.t.db, jobScope(d.office.accountId, 'findings.remind-account'))

interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly text_body: string
}
const mailsTo = async (email: string): Promise<Mail[]> => {
  const { rows } = await d.t.admin.query<Mail>('select * from mail where recipient = $1 order by mail_id', [
    email,
  ])
  return rows
}

async function asked(thirdpartyId: number, dueOn: string, contactId?: number) {
  const { findingId } = await d.open(thirdpartyId)
  const body = { title: 'Write one', dueOn, ...(contactId !== undefined && { contactId }) }
  const { actions } = await d.must<FindingRecord>('POST', `/findings/${findingId}/actions`, { body })
  return actions[0]?.actionId ?? 0
}

test('A contact is told of a new action, then before and after its day, and never twice', async () => {
  const thirdpartyId = await d.company('Reminded', [])
  const place = { ...d.office, thirdpartyId }
  const ada = await addContact(d.t, place, { language: 'en' })
  const bob = await addContact(d.t, place, { language: 'fr' })
  const dueOn = addDays(start, 20)
  await asked(thirdpartyId, dueOn, ada.contactId)
  const counts: number[] = []
  for (const day of [0, 0, 5, 13, 14, 19, 20, 21, 22, 28, 60, 63, 90]) {
    await goTo(addDays(start, day))
    await remind()
    await remind()
    counts.push((await mailsTo(ada.email)).length)
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 7])
  expect(await mailsTo(bob.email)).toEqual([])
  const [first] = await mailsTo(ada.email)
  expect(first?.subject).toContain('1 corrective action expected')
  const told = await d.told(thirdpartyId)
  expect(told[0]).toMatchObject({ change: 'REMINDED', contactId: ada.contactId })
  await goTo(start)
})

test('An action of a contact who has left is told to those who answer for its theme', async () => {
  const thirdpartyId = await d.company('Left', [])
  const place = { ...d.office, thirdpartyId }
  const ada = await addContact(d.t, place)
  const bob = await addContact(d.t, place, { language: 'fr', themes: ['ETHICS'] })
  const cid = await addContact(d.t, place, { themes: ['FINANCE'] })
  await asked(thirdpartyId, addDays(start, -3), ada.contactId)
  await d.must('DELETE', `/thirdparties/${thirdpartyId}/contacts/${ada.contactId}`)
  // Nothing is lost when the account may write no more today.
  await remind({ invitationsPerHour: 0, mailsPerDay: 0 })
  expect(await mailsTo(bob.email)).toEqual([])
  await remind()
  const [mail] = await mailsTo(bob.email)
  expect(mail?.subject).toContain('1 action corrective attendue')
  expect([await mailsTo(ada.email), await mailsTo(cid.email)]).toEqual([[], []])
})

test('Nobody is reminded of what is done, closed or of an archived company', async () => {
  const thirdpartyId = await d.company('Quiet', [])
  const ada = await addContact(d.t, { ...d.office, thirdpartyId })
  const done = await asked(thirdpartyId, start)
  await d.must('POST', `/corrective-actions/${done}/evidence`, { body: { comment: 'Done.' } })
  const { findingId } = await d.open(thirdpartyId)
  await d.must('POST', `/findings/${findingId}/actions`, { body: { title: 'Some', dueOn: start } })
  const dismissed = { body: { outcome: 'DISMISSED', reason: 'None' } }
  await d.must('POST', `/findings/${findingId}/close`, dismissed)
  await remind()
  expect(await mailsTo(ada.email)).toEqual([])
})
