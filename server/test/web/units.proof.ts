import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { companies, openBackOffice, openPortfolio, type BackOffice } from './back-office-world.ts'
import { follow, openPage, phone, seriousFindings, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page
let limited: Awaited<ReturnType<TestApp['given']['person']>>

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  limited = await office.vigie.given.person([office.office.accountId], ['MANAGER'])
  await page.goto(office.url)
  await signIn(page, office.person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(() => office.close())

const open = (at: Page, path: string) => follow(at, new URL(office.inAccount(path)).pathname)
const dialogOf = (at: Page) => at.getByRole('dialog')

async function openUnits(at: Page): Promise<void> {
  await open(at, 'settings/units')
  await at.getByRole('heading', { level: 1, name: 'Units' }).waitFor()
}

/** Chooses by typing: the list of a long tree is found the same way. */
async function chooseUnit(at: Page, label: string, path: string): Promise<void> {
  const input = dialogOf(at).getByRole('combobox', { name: label })
  await input.click()
  await input.fill(path)
  await at.getByRole('option', { name: path, exact: true }).click()
}

async function submit(at: Page, name: string): Promise<void> {
  await dialogOf(at).getByRole('button', { name, exact: true }).click()
  await dialogOf(at).waitFor({ state: 'detached' })
}

async function addUnit(name: string, above: string | null): Promise<void> {
  if (above === null) await page.getByRole('button', { name: 'Add a unit' }).click()
  else {
    await page.getByRole('button', { name: `Actions for ${above}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add a unit beneath' }).click()
  }
  await dialogOf(page).getByLabel('Name').fill(name)
  await submit(page, 'Add')
  await page.getByText(name, { exact: true }).waitFor()
}

/** The companies of the rows, once there are as many. */
async function rowsOf(at: Page, count: number): Promise<string[]> {
  const links = at.getByRole('rowheader').getByRole('link')
  await expect.poll(() => links.count(), { timeout: 60_000 }).toBe(count)
  return links.allTextContents()
}

async function tick(names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
}

async function openPlacing(): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Place in units' }).click()
  await dialogOf(page).getByRole('radiogroup', { name: 'What to do' }).waitFor()
}

describe('Units in the browser', { shuffle: false }, () => {
  let chosen: string[] = []

  test('An administrator makes a tree', withPatience, async () => {
    await openUnits(page)
    await page.getByText('No units yet').waitFor()
    await addUnit('North', null)
    await addUnit('Harbour', 'North')
    await addUnit('West', null)
    const beneath = page.getByRole('list', { name: 'Beneath North' })
    expect(await beneath.getByText('Harbour', { exact: true }).count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('Chosen companies and all that match are placed, and found by the unit', withPatience, async () => {
    await openPortfolio(office)
    chosen = (await page.getByRole('rowheader').getByRole('link').allTextContents()).slice(0, 2)
    await tick(chosen)
    await openPlacing()
    await chooseUnit(page, 'Unit', 'North › Harbour')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Apply')
    await page.getByText('2 companies changed').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const drawer = dialogOf(page)
    await drawer.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'North', exact: true }).click()
    await drawer.getByRole('button', { name: 'Show the result' }).click()
    await page.getByRole('button', { name: 'Remove the filter: Unit: North' }).waitFor()
    expect((await rowsOf(page, 2)).toSorted()).toEqual(chosen.toSorted())
    await tick(chosen.slice(0, 1))
    await openPlacing()
    await chooseUnit(page, 'Unit', 'West')
    await dialogOf(page).getByLabel('All that match the filters').check()
    await submit(page, 'Apply')
    await openUnits(page)
    await expect
      .poll(() => page.getByRole('link', { name: '2 companies' }).count(), { timeout: 60_000 })
      .toBe(3)
  })

  test('A company tells its units, and leaves one', withPatience, async () => {
    await openPortfolio(office)
    await page.getByRole('link', { name: chosen[1] ?? '', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Units' })
    await panel.getByRole('link', { name: 'North › Harbour' }).waitFor()
    await panel.getByRole('button', { name: 'Change the units' }).click()
    const input = dialogOf(page).getByRole('combobox', { name: 'Units' })
    await input.focus()
    await page.keyboard.press('Backspace')
    await dialogOf(page).getByText('West', { exact: true }).waitFor({ state: 'detached' })
    // Leaving the field closes its list.
    await page.keyboard.press('Tab')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await submit(page, 'Save')
    await expect.poll(() => panel.getByRole('link').count(), { timeout: 60_000 }).toBe(1)
    await panel.getByRole('link', { name: 'North › Harbour' }).waitFor()
  })

  test('An administrator limits a person to a unit', withPatience, async () => {
    await open(page, 'settings/users')
    const row = page.getByRole('row').filter({ hasText: limited.email })
    await row.getByRole('button', { name: /All companies$/ }).click()
    await dialogOf(page).getByLabel('Only those of chosen units').check()
    await chooseUnit(page, 'Units', 'North')
    await dialogOf(page).getByRole('heading').first().click()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Save')
    await row.getByRole('button', { name: /: North$/ }).waitFor()
  })

  test('That person sees only their companies, totals and units, and is told so', withPatience, async () => {
    const { page: theirs, complaints } = await openPage()
    await theirs.goto(office.url)
    await signIn(theirs, limited)
    await theirs.getByRole('button', { name: /your menu/ }).waitFor()
    await open(theirs, 'thirdparties')
    await theirs.getByText('You see the companies of North.').waitFor()
    await theirs.getByText('Third parties: 2', { exact: true }).waitFor()
    expect((await rowsOf(theirs, 2)).toSorted()).toEqual(chosen.toSorted())
    await theirs.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialogOf(theirs).getByRole('combobox', { name: 'Unit' }).click()
    await theirs.getByRole('option', { name: 'North › Harbour' }).waitFor()
    expect(await theirs.getByRole('listbox', { name: 'Unit' }).getByRole('option').count()).toBe(2)
    await theirs.keyboard.press('Escape')
    await open(theirs, 'journal')
    await theirs.getByText('this list is not complete').waitFor()
    await openUnits(theirs)
    await theirs.getByText('This concerns the whole account.').waitFor()
    expect(complaints).toEqual([])
    await theirs.context().close()
  })

  test('A phone selects a whole page, and is told how many would be placed', withPatience, async () => {
    const { page: small, complaints } = await openPage(phone)
    await small.goto(office.url)
    await signIn(small, office.person)
    await small.getByRole('button', { name: /your menu/ }).waitFor()
    await open(small, 'thirdparties')
    await rowsOf(small, 25)
    await small.getByText('Select all rows of this page').click()
    await small.getByText('25 selected').waitFor()
    await small
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(1)
      .uncheck()
    await small.getByText('24 selected').waitFor()
    await small.getByRole('button', { name: 'More', exact: true }).click()
    await small.getByRole('menuitem', { name: 'Place in units' }).click()
    await dialogOf(small).getByLabel('The 24 selected').waitFor()
    await dialogOf(small).getByLabel(`All of the portfolio (${companies})`).waitFor()
    expect(complaints).toEqual([])
    await small.context().close()
  })

  test(
    'The tree fits on a phone, and a unit is deleted with a word on what follows',
    withPatience,
    async () => {
      const { page: small, complaints } = await openPage(phone)
      await small.goto(office.url)
      await signIn(small, office.person)
      await small.getByRole('button', { name: /your menu/ }).waitFor()
      await openUnits(small)
      await small.getByRole('button', { name: 'Actions for Harbour' }).waitFor()
      expect(await small.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      await small.getByRole('button', { name: 'Actions for North' }).click()
      await small.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = dialogOf(small)
      await dialog.getByText('1 unit beneath it moves with its companies to the unit you choose.').waitFor()
      await dialog.getByText('1 person sees this unit. They lose it and see no other instead.').waitFor()
      expect(await seriousFindings(small, '[role=dialog]')).toEqual([])
      await chooseUnit(small, 'Move companies and units to', 'West')
      await submit(small, 'Delete')
      await small.getByRole('list', { name: 'Beneath West' }).getByText('Harbour', { exact: true }).waitFor()
      expect(complaints).toEqual([])
      await small.context().close()
      expect(office.complaints).toEqual([])
    },
  )
})
