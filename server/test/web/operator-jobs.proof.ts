import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quarantineDatabase } from '../../src/platform/db/index.ts'
import { enqueue } from '../../src/platform/jobs/index.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, openPage, phone, seriousFindings, sidewaysScroll } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }
const token = 'operator-token-of-at-least-32-characters'

let vigie: TestApp
let url: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  const [app, visit] = await Promise.all([
    testApp({ environment: { OPERATOR_TOKEN: token } }),
    openPage(),
    buildPages(),
  ])
  vigie = app
  ;({ page, complaints } = visit)
  url = `${await vigie.listen()}/app/operator/jobs`
  const { accountId } = await vigie.given.account()
  await vigie.db.write(wholeAccount(accountId), async (tx) => {
    for (const mailId of [1, 2, 3]) await enqueue(tx, 'mail.send', { accountId, mailId })
    await enqueue(tx, 'statistics.refresh', { accountId })
  })
  await vigie.admin.query(
    `update graphile_worker._private_jobs set attempts = max_attempts,
       last_error = 'DeliveryFault ECONNREFUSED at smtp-transport.ts:51'
     where payload ->> 'mailId' is not null`,
  )
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await vigie.close()
})

async function enter(at: Page): Promise<void> {
  await at.getByLabel('Operator token', { exact: true }).last().fill(token)
  await at.getByRole('button', { name: 'Show the jobs' }).click()
  await at.getByRole('table', { name: 'By task' }).waitFor()
}
const rows = (at: Page) => at.getByRole('table', { name: 'Jobs', exact: true }).getByRole('rowheader')

describe('The page of jobs', { shuffle: false, ...withPatience }, () => {
  test('The page asks for the token of the operator, and takes no other', async () => {
    await page.goto(url)
    await page.getByRole('heading', { level: 1, name: 'Jobs of the installation' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Operator token', { exact: true }).last().fill(`${token}x`)
    await page.getByRole('button', { name: 'Show the jobs' }).click()
    await page.getByRole('alert').getByText('This is not the token of this installation.').waitFor()
    await enter(page)
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
    const { rows: left } = await vigie.admin.query<{ n: number }>(
      'select count(*)::int as n from graphile_worker._private_jobs',
    )
    // The account hears of the drop; nobody there listens by webhook, so no job comes of it.
    expect(left[0]?.n).toBe(3)
  })

  test('The token is gone with the page, and nothing of it is kept in the browser', async () => {
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(kept).not.toContain(token)
    await page.reload()
    await page.getByRole('button', { name: 'Show the jobs' }).waitFor()
  })

  test('The page says that a copy is in quarantine, in French and on a phone too', async () => {
    const moment = new Date('2026-03-31T08:00:00Z')
    await vigie.admin.query('delete from quarantine')
    await quarantineDatabase(vigie.admin as never, { copyTakenAt: moment, restoredAt: moment })
    const visit = await openPage({ ...phone, locale: 'fr-FR' })
    await visit.page.goto(url)
    await visit.page.getByLabel('Jeton d’exploitant', { exact: true }).last().fill(token)
    await visit.page.getByRole('button', { name: 'Afficher les tâches' }).click()
    await visit.page.getByText('Ceci est une copie restaurée en quarantaine').waitFor()
    expect(await sidewaysScroll(visit.page)).toBe(0)
    expect(await seriousFindings(visit.page)).toEqual([])
    await visit.page.context().close()
  })

  test('The browser had nothing to complain about but the refused token', () => {
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([])
  })
})
