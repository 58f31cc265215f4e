import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertDesk } from '../alerts/alert-desk.ts'
import type { Office } from '../units/unit-desk.ts'
import { openBackOffice, type BackOffice } from './back-office-world.ts'
import { follow, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page
let desk: AlertDesk
let thirdpartyId: number

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  desk = new AlertDesk(office.vigie, office.office as Office)
  await desk.team('Buyers', [])
  const { content } = await desk.must<{ content: { thirdpartyId: number }[] }>('GET', '/thirdparties?size=1')
  thirdpartyId = content[0]?.thirdpartyId ?? 0
  await enter(page)
}, 300_000)

afterAll(() => office.close())

const open = (at: Page, path: string) => follow(at, new URL(office.inAccount(path)).pathname)
const dialogOf = (at: Page) => at.getByRole('dialog')

async function enter(at: Page): Promise<void> {
  await at.goto(office.url)
  await signIn(at, office.person)
  await at.getByRole('button', { name: /your menu/ }).waitFor()
}

async function choose(at: Page, label: string, option: string): Promise<void> {
  await at.getByRole('combobox', { name: label, exact: true }).click()
  await at.getByRole('option', { name: option, exact: true }).click()
}

const save = (at: Pick<Page, 'getByRole'>) => at.getByRole('button', { name: 'Save', exact: true })

describe('Alerts in the browser', { shuffle: false }, () => {
  test('Somebody chooses what they hear of, and reads what that means', withPatience, async () => {
    await page.getByRole('button', { name: /your menu/ }).click()
    await page.getByRole('link', { name: 'My alerts' }).click()
    await page.getByRole('heading', { level: 1, name: 'My alerts' }).waitFor()
    const meaning = page.getByRole('region', { name: 'What this means' })
    await meaning.getByText('Everything · companies you answer for or follow').waitFor()
    await meaning.getByText('These are the settings everybody begins with.').waitFor()
    await page.getByLabel('Insolvency procedure: how').selectOption('DAILY')
    await page.getByLabel('Insolvency procedure: of which companies').selectOption('ALL')
    await page.getByLabel('Rating fell: how').selectOption('OFF')
    await meaning.getByText('Insolvency procedure · all companies you see').waitFor()
    await page.getByRole('switch', { name: 'Quiet hours' }).click()
    await meaning.getByText('No mail between 20:00 and 07:00: what happens then comes at 07:00.').waitFor()
    await page.getByRole('button', { name: 'Add a wish' }).click()
    await choose(page, 'Themes', 'Cybersecurity')
    await page.keyboard.press('Tab')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await seriousFindings(page, 'main')).toEqual([])
    await save(page).click()
    await page.getByText('Your alerts are saved').waitFor()
    await meaning.getByText('Everything · companies you answer for · themes: Cybersecurity').waitFor()
    expect(await page.getByLabel('Rating fell: how').inputValue()).toBe('OFF')
    expect(await save(page).isDisabled()).toBe(true)
  })

  test(
    'What happens stands on the page of alerts, is narrowed by kind and marked as read',
    withPatience,
    async () => {
      await desk.procedure(thirdpartyId)
      await desk.procedure(thirdpartyId)
      await desk.run()
      await page.getByRole('button', { name: /^Alerts/ }).click()
      await page.getByRole('link', { name: 'All alerts' }).click()
      const list = page.getByRole('list', { name: 'Alerts, the newest first' })
      const marks = list.getByRole('button', { name: /^Mark as read/ })
      await expect.poll(() => marks.count(), { timeout: 60_000 }).toBe(2)
      expect(await seriousFindings(page, 'main')).toEqual([])
      await marks.first().click()
      await expect.poll(() => marks.count(), { timeout: 60_000 }).toBe(1)
      await page.getByText('Unread', { exact: true }).click()
      await expect.poll(() => list.getByRole('listitem').count(), { timeout: 60_000 }).toBe(1)
      await choose(page, 'About', 'Rating fell')
      await page.getByText('No alert of the last 90 days is of this kind.').waitFor()
      await open(page, 'alerts')
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await expect.poll(() => marks.count(), { timeout: 60_000 }).toBe(0)
      await list.getByRole('link').first().click()
      await page.waitForURL(new RegExp(`/thirdparties/${thirdpartyId}$`))
    },
  )

  test('The defaults come back, also for whoever comes from the bell', withPatience, async () => {
    await page.getByRole('button', { name: /^Alerts/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Back to the defaults' }).click()
    await dialogOf(page).getByRole('button', { name: 'Back to the defaults' }).click()
    await page.getByText('These are the settings everybody begins with.').waitFor()
    expect(await page.getByLabel('Rating fell: how').inputValue()).toBe('PAGE')
  })

  test(
    'An administrator tells a room and a team, and the address is not shown again',
    withPatience,
    async () => {
      await open(page, 'settings/alerts')
      await page.getByText('No rooms yet').waitFor()
      await page.getByRole('button', { name: 'Add a room' }).click()
      const dialog = dialogOf(page)
      await dialog.getByLabel('Name').fill('#buying')
      await dialog.getByLabel('Webhook address').fill('http://hooks.slack.com/services/secret')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      await dialog.getByLabel('Webhook address').fill('https://hooks.slack.com/services/secret')
      expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Slack · hooks.slack.com').waitFor()
      expect(await page.content()).not.toContain('services/secret')
      await page.getByRole('button', { name: 'Choose what Buyers is told' }).click()
      await page.getByRole('button', { name: 'Add a wish' }).click()
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Everything · companies they answer for').waitFor()
      await save(page).click()
      await page.getByText('Buyers: saved').waitFor()
      expect(await seriousFindings(page, 'main')).toEqual([])
      await page.getByRole('button', { name: 'Actions for #buying' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('No rooms yet').waitFor()
    },
  )

  test('An administrator saves each policy on its own', withPatience, async () => {
    await open(page, 'settings/policies')
    const bank = page.getByRole('region', { name: 'When bank details change' })
    await bank.getByLabel('A second change is odd within').fill('180')
    await save(bank).click()
    await expect
      .poll(() => desk.must<{ recentChangeDays: number }>('GET', '/bank-guard'), { timeout: 60_000 })
      .toMatchObject({ recentChangeDays: 180, enabled: true })
    await page.getByRole('button', { name: 'Change what follows for Supplier onboarding' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('switch', { name: 'The dossier requires action' }).click()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await save(dialog).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Action required after 14 days').waitFor()
    const relation = page.getByRole('region', { name: 'When a decision to work with a company is reopened' })
    await choose(page, 'The company was struck off', 'Suspend until somebody decides')
    await save(relation).click()
    await expect
      .poll(() => desk.must<{ causes: object }>('GET', '/relationship-policy'), { timeout: 60_000 })
      .toMatchObject({ causes: { STRUCK_OFF: 'SUSPEND', EXPIRY: 'ASK' } })
    expect(await seriousFindings(page, 'main')).toEqual([])
  })

  test('The pages fit on a phone', withPatience, async () => {
    const { page: small, complaints } = await openPage(phone)
    await enter(small)
    for (const path of ['alerts', 'alert-settings', 'settings/alerts', 'settings/policies']) {
      await open(small, path)
      await small.locator('main h1').waitFor()
      await small.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      expect([path, await sidewaysScroll(small)]).toEqual([path, 0])
    }
    expect(complaints).toEqual([])
    expect(office.complaints).toEqual([])
    await small.context().close()
  })
})
