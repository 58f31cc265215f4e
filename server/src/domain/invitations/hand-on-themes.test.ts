import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../../test/database/fixtures.ts'
import { desk } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { handWorker } from '../../../test/jobs/hand-worker.ts'
import { guestOf } from '../../../test/portal/portal-desk.ts'

const reportsToken = 'a relay knocks with these forty characters'
const day = 86_400_000
// Everybody who is due in a week is so on its Thursday.
const thursday = Date.parse('2027-03-04T04:00:00Z')

let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: { MAIL_REPORTS_TOKEN: reportsToken } })
})
afterAll(() => t.close())

interface Shown {
  contactId: number
  email: string
  state: string
  themes: string[]
}

/** A company of which documents are required, with the jobs of its account at hand. */
async function company() {
  const d = await desk(t, 'SANDBOX')
  const worker = handWorker(t)
  const { accountId } = d
  const path = `/thirdparties/${d.thirdpartyId}/contacts`
  const at = (weeks: number) => setClockOffset(t, d, thursday + weeks * 7 * day - Date.now())
  await at(0)
  expect((await d.open({ dossierTypeCode: 'ONBOARDING' })).statusCode).toBe(201)
  const themes = async () => {
    const { content } = (await d.get(path)).json<{ content: Shown[] }>()
    return Object.fromEntries(content.map((one) => [one.email.split('@')[0], one.themes]))
  }
  const search = async (language = 'en') =>
    (await d.get(`/tasks?thirdpartyId=${d.thirdpartyId}`, { 'accept-language': language })).json<{
      content: { details: string | null }[]
    }>().content
  return {
    d,
    at,
    worker,
    themes,
    search,
    work: () => worker.workOff(accountId),
    contact: async (name: string, of: readonly string[]) => {
      const added = await d.post(path, { email: `${name}@supplier.example`, themes: of, language: 'en' })
      expect(added.statusCode, added.body).toBe(201)
      return added.json<Shown>()
    },
    bounce: async (name: string) => {
      const report = { kind: 'BOUNCED', permanent: true, recipient: `${name}@supplier.example` }
      const body = [{ ...report, at: '2099-01-01T00:00:00Z', reason: '550 5.1.1' }]
      const answer = await t.call('POST', '/mail/delivery-reports', { token: reportsToken, body })
      expect(answer.statusCode, answer.body).toBe(202)
    },
  }
}

const handedOn = (told: readonly { data: Record<string, unknown> }[]) =>
  told.filter(({ data }) => (data['contact'] as { insteadOf?: number } | undefined)?.insteadOf !== undefined)

test('The others of a company are asked in place of somebody who declines, once, and the task says so', async () => {
  const c = await company()
  const other = await c.contact('other', ['ETHICS'])
  const guest = await guestOf(t, c.d, { themes: ['FINANCE', 'LEGAL_COMPLIANCE'] })
  await c.work()
  await c.d.told()
  const colleague = { email: 'colleague@supplier.example', lastName: 'Named' }
  const declined = await guest.call('POST', '/decline', { reason: 'DECLINED', colleague })
  expect(declined.statusCode, declined.body).toBe(204)
  await c.work()
  expect(await c.themes()).toEqual({ other: ['LEGAL_COMPLIANCE', 'FINANCE', 'ETHICS'] })
  const [told, ...more] = handedOn(await c.d.told())
  expect([told, more]).toMatchObject([
    {
      name: 'THIRD_PARTY_UPDATED',
      data: {
        contact: {
          contactId: other.contactId,
          change: 'CHANGED',
          fields: ['themes'],
          insteadOf: guest.contactId,
        },
      },
    },
    [],
  ])
  const [task] = await c.search()
  expect(task?.details).toMatch(/^Still open: .+, .+, .+ and \d+ more\.\nContacts tried: 1 who declined\.\n/)
  expect(task?.details).toContain('Other contacts asked instead: 1.\nColleagues they suggested: 1. Invite')
  expect((await c.search('fr'))[0]?.details).toContain('Contacts essayés\u00a0: 1 ayant décliné.')
  // What somebody takes back is not given again.
  const path = `/thirdparties/${c.d.thirdpartyId}/contacts/${other.contactId}`
  await c.d.patch(path, { themes: ['ETHICS'] })
  await c.worker.run('invitations.hand-on', { accountId: c.d.accountId })
  expect(await c.themes()).toEqual({ other: ['ETHICS'] })
})

test('Whoever is lost and answered for everything is stood in for, but by nobody who refused or is lost as well', async () => {
  const c = await company()
  await c.contact('all', [])
  const muted = await c.contact('muted', ['ETHICS'])
  await c.contact('broken', ['FINANCE'])
  await c.contact('ready', ['ETHICS'])
  await c.work()
  await t.admin.query('update contact set muted_at = now() where contact_id = $1', [muted.contactId])
  await c.bounce('broken')
  await c.work()
  // The first one answers for all of it already.
  expect(await c.themes()).toEqual({ all: [], muted: ['ETHICS'], broken: ['FINANCE'], ready: ['ETHICS'] })
  await c.bounce('all')
  await c.work()
  const { ready, ...others } = await c.themes()
  expect(ready).toHaveLength(6)
  expect(others).toEqual({ all: [], muted: ['ETHICS'], broken: ['FINANCE'] })
  expect((await c.search())[0]?.details).toContain('Contacts tried: 2 whose address is refused.')
})

test('Somebody silent is stood in for, and the other is written to; without others the task says so', async () => {
  const c = await company()
  const silent = await c.contact('silent', ['FINANCE'])
  await c.work()
  await t.admin.query(`update contact set last_seen_at = account_now(account_id) where contact_id = $1`, [
    silent.contactId,
  ])
  await c.contact('new', ['HUMAN_RIGHTS'])
  await c.work()
  for (let week = 1; week <= 6; week += 1) {
    await c.at(week)
    await c.worker.run('invitations.remind-account', { accountId: c.d.accountId })
  }
  expect(await c.themes()).toEqual({ silent: ['FINANCE'], new: ['HUMAN_RIGHTS'] })
  await c.work()
  expect(await c.themes()).toEqual({ silent: ['FINANCE'], new: ['FINANCE', 'HUMAN_RIGHTS'] })
  const { rows } = await t.admin.query<{ template: string }>(
    `select template from mail where account_id = $1 and recipient = 'new@supplier.example'`,
    [c.d.accountId],
  )
  expect(rows).toEqual([{ template: 'contact.invited' }])
  await c.bounce('new')
  await c.work()
  expect((await c.search())[0]?.details).toContain('No other contact of the company can be asked.')
})

test('An account that does not want it has its contacts left as they are, and is told all the same', async () => {
  const c = await company()
  const options = { token: c.d.token, body: { askOtherContacts: false } }
  expect((await t.call('PATCH', `${c.d.base}/evaluation-options`, options)).statusCode).toBe(200)
  await c.contact('gone', ['FINANCE'])
  await c.contact('left', ['ETHICS'])
  await c.work()
  await c.bounce('gone')
  await c.work()
  expect(await c.themes()).toEqual({ gone: ['FINANCE'], left: ['ETHICS'] })
  expect((await c.search())[0]?.details).toContain('Contacts tried: 1 whose address is refused.')
})
