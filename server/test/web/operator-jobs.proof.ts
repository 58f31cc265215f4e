import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quarantineDatabase } from '../../src/platform/db/index.ts'
import { enqueue } from '../../src/platform/jobs/index.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { operatorDesk, type OperatorDesk } from '../operator/operator-desk.ts'
import { buildPages, openPage, phone, seriousFindings, sidewaysScroll } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let desk: OperatorDesk
let url: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  const [opened, visit] = await Promise.all([operatorDesk(), openPage(), buildPages()])
  desk = opened
  ;({ page, complaints } = visit)
  url = await desk.listen()
  const { accountId } = await desk.given.account()
  await desk.db.write(wholeAccount(accountId), async (tx) => {
    for (const mailId of [1, 2, 3]) await enqueue(tx, 'mail.send', { accountId, mailId })
    await enqueue(tx, 'statistics.refresh', { accountId })
  })
  await desk.admin.query(
    `update graphile_worker._private_jobs set attempts = max_attempts,
       last_error = 'DeliveryFault ECONNREFUSED at smtp-transport.ts:51'
     where payload ->> 'mailId' is not null`,
  )
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await desk.close()
})

/** With the session of a new operator, as the door leaves it. */
async function enter(at: Page, email: string): Promise<void> {
  const [name = '', value = ''] = (await desk.enter(email)).split('=')
  await at.context().addCookies([{ name, value, domain: new URL(url).hostname, path: '/api/operator' }])
}
const rows = (at: Page) => at.getByRole('table', { name: 'Jobs', exact: true }).getByRole('rowheader')

describe('The page of jobs', { shuffle: false, ...withPatience }, () => {
  test('The address of before leads to the page, which shows its door to strangers', async () => {
    await page.goto(`${url}/app/operator/jobs`)
    await page.waitForURL(`${url}/operator/jobs`)
    await page.getByText('vigie operator add').waitFor()
    await enter(page, 'ada@operators.example')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Jobs of the installation' }).waitFor()
    await expect.poll(() => rows(page).count()).toBe(3)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('The operator lets one job run again and drops another', async () => {
    const [first] = await page.getByRole('checkbox', { name: /Select job/ }).all()
    await first?.check()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByText('1 job runs again.').waitFor()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page
      .getByRole('checkbox', { name: /Select job/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Drop', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Drop 1 job?').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Drop for good' }).click()
    await page.getByText('1 job dropped.').waitFor()
    await expect.poll(() => rows(page).count()).toBe(1)
    const { rows: left } = await desk.admin.query<{ n: number }>(
      'select count(*)::int as n from graphile_worker._private_jobs',
    )
    // The account hears of the drop; nobody there listens by webhook, so no job comes of it.
    expect(left[0]?.n).toBe(3)
  })

  test('The page says that a copy is in quarantine, in French and on a phone too', async () => {
    const moment = new Date('2026-03-31T08:00:00Z')
    await desk.admin.query('delete from quarantine')
    await quarantineDatabase(desk.admin as never, { copyTakenAt: moment, restoredAt: moment })
    const visit = await openPage({ ...phone, locale: 'fr-FR' })
    await enter(visit.page, 'jean@operators.example')
    await visit.page.goto(`${url}/operator/jobs`)
    await visit.page.getByText('Ceci est une copie restaurée en quarantaine').waitFor()
    expect(await sidewaysScroll(visit.page)).toBe(0)
    expect(await seriousFindings(visit.page)).toEqual([])
    await visit.page.context().close()
  })

  test('The browser had nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
