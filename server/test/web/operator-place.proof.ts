import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorDesk, operatorPassword, type OperatorDesk } from '../operator/operator-desk.ts'
import { buildPages, openPage, seriousFindings, sidewaysScroll } from './browser.ts'

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
  await desk.given.office()
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await desk.close()
})

const places = [
  ['overview', 'Overview'],
  ['processes', 'Processes'],
  ['jobs', 'Jobs of the installation'],
  ['accounts', 'Accounts'],
  ['mails', 'Mails'],
  ['providers', 'Providers and registers'],
  ['lists', 'Lists'],
  ['backups', 'Backups'],
  ['migrations', 'Migrations'],
  ['settings', 'Settings'],
] as const

describe('The place of the operator', { shuffle: false, ...withPatience }, () => {
  test('Without an operator the page names the command that makes one', async () => {
    await page.goto(`${url}/operator`)
    await page.getByText('vigie operator add').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('A setup link leads through password, app and recovery codes to the overview', async () => {
    const { linkToken } = await desk.addOperator('ada@operators.example')
    await page.goto(`${url}/operator/setup#token=${linkToken}`)
    await page.getByText('For ada@operators.example').waitFor()
    const secret = (await page.locator('form pre code').textContent()) ?? ''
    await page.getByLabel(/New password/).fill(operatorPassword)
    await page.getByLabel('Code of your authenticator app').fill(desk.code(secret))
    await page.getByRole('button', { name: 'Finish the setup' }).click()
    await expect.poll(() => page.locator('main ul li').count()).toBe(10)
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })

  test.each(places)('The page %s comes, fits and has no serious finding', async (path, title) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${url}/operator/${path}`)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    // The navigation slides away first.
    await expect.poll(() => sidewaysScroll(page)).toBe(0)
  })

  test('Settings that somebody wrote come first, the others on demand', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${url}/operator/settings`)
    await page.getByRole('heading', { level: 2, name: 'Service', exact: true }).waitFor()
    const rows = page.locator('main tbody tr')
    const written = await rows.count()
    await page.getByRole('switch', { name: 'Show settings left at their default, too' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(written + 50)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('Signing out leads back to the door, and no page complained', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Operator sign-in' }).waitFor()
    expect(complaints).toEqual([])
  })
})
