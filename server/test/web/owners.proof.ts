import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { companies, openBackOffice, openPortfolio, type BackOffice } from './back-office-world.ts'
import { follow, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page
let ada: Person
let bob: Person
let dossierId: number

interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  const { vigie } = office
  ada = await addPerson(vigie, 'Ada Byron')
  bob = await addPerson(vigie, 'Bob Moran')
  const { base, token } = office.office
  const list = await vigie.call('GET', `${base}/thirdparties?size=1`, { token })
  const thirdpartyId = list.json<{ content: { thirdpartyId: number }[] }>().content[0]?.thirdpartyId ?? 0
  ;({ dossierId } = await vigie.given.dossier(office.office, thirdpartyId, 'ONBOARDING'))
  await page.goto(office.url)
  await signIn(page, office.person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(() => office.close())

async function addPerson(vigie: TestApp, name: string): Promise<Person> {
  const person = await vigie.given.person([office.office.accountId], ['MANAGER'])
  await vigie.admin.query('update app_user set name = $1 where user_id = $2', [name, person.userId])
  return { ...person, name }
}

const open = (at: Page, path: string) => follow(at, new URL(office.inAccount(path)).pathname)
const dialogOf = (at: Page) => at.getByRole('dialog')
const ownerOf = (at: Page) => at.getByRole('region', { name: 'Owner', exact: true })

async function choose(at: Page, label: string, name: string): Promise<void> {
  const input = dialogOf(at).getByRole('combobox', { name: label })
  await input.click()
  await input.fill(name)
  await at.getByRole('option', { name, exact: true }).click()
}

async function submit(at: Page, name: string): Promise<void> {
  await dialogOf(at).getByRole('button', { name, exact: true }).click()
  await dialogOf(at).waitFor({ state: 'detached' })
}

async function openOwners(at: Page): Promise<void> {
  await open(at, 'settings/owners')
  await at.getByRole('heading', { level: 1, name: 'Teams and owners' }).waitFor()
}

/** The companies of the rows, once there are as many. */
async function awaitRows(count: number): Promise<void> {
  const links = page.getByRole('rowheader').getByRole('link')
  await expect.poll(() => links.count(), { timeout: 60_000 }).toBe(count)
}

describe('Owners and teams in the browser', { shuffle: false }, () => {
  test('An administrator adds a team, a rule and the duty holder', withPatience, async () => {
    await openOwners(page)
    await page.getByText('No teams yet').waitFor()
    await page.getByRole('button', { name: 'Add a team' }).click()
    await dialogOf(page).getByLabel('Name').fill('Buyers')
    await choose(page, 'Members', ada.name)
    // Leaving the field closes its list.
    await page.keyboard.press('Tab')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Add')
    await page.getByRole('list', { name: 'Teams' }).getByText(ada.name).waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await choose(page, 'Owner of these companies', 'Buyers')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Add')
    await page.getByText('You have changes that are not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('You have changes that are not saved yet.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Change the duty holder' }).click()
    await choose(page, 'Duty holder', bob.name)
    await submit(page, 'Save')
    await page.getByText(`At the moment: ${bob.name}`).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('A company says who answers for it and why, is followed, and gets a name', withPatience, async () => {
    await openPortfolio(office)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await ownerOf(page).getByText('By an owner rule').waitFor()
    await ownerOf(page).getByRole('link', { name: 'Buyers' }).waitFor()
    await ownerOf(page).getByRole('button', { name: 'Follow', exact: true }).click()
    await ownerOf(page).getByRole('button', { name: 'Unfollow' }).waitFor()
    await ownerOf(page)
      .getByText(/^Followed by /)
      .waitFor()
    await ownerOf(page).getByRole('button', { name: 'Change owner' }).click()
    await choose(page, 'Owner', bob.name)
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Save')
    await ownerOf(page).getByRole('link', { name: bob.name }).waitFor()
    await ownerOf(page).getByText('Named by hand').waitFor()
    const latest = page.getByRole('region', { name: 'Latest events' })
    await expect.poll(() => latest.getByText('Owner changed').count(), { timeout: 60_000 }).toBe(1)
    await latest.getByText('Followers changed').waitFor()
  })

  test('A dossier has an owner of its own, and lists show and find it', withPatience, async () => {
    await open(page, `dossiers/${dossierId}`)
    await page.getByText('As owner of the company').or(page.getByText('By an owner rule')).waitFor()
    await page.getByRole('button', { name: 'Change owner' }).click()
    await choose(page, 'Owner', ada.name)
    await submit(page, 'Save')
    await page.getByText('Named by hand').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await open(page, 'dossiers')
    await page.getByRole('cell', { name: ada.name, exact: true }).waitFor()
    const owner = page.getByRole('combobox', { name: 'Owner' })
    await owner.click()
    await page.getByRole('option', { name: 'Me and my teams' }).click()
    await page.getByText('No dossier matches').waitFor()
    expect(page.url()).toContain('owner=me')
  })

  test('The portfolio shows owners, changes many at once and finds them again', withPatience, async () => {
    await openPortfolio(office)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Owner', exact: true }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'Buyers by rule' }).first().waitFor()
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change owner' }).click()
    await choose(page, 'New owner', ada.name)
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Change owner of 2 companies')
    await page.getByText('2 companies changed').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page, 'Owner', ada.name)
    await dialogOf(page).getByRole('button', { name: 'Show the result' }).click()
    await page.getByRole('button', { name: `Remove the filter: Owner: ${ada.name}` }).waitFor()
    await awaitRows(2)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change owner' }).click()
    await dialogOf(page).getByLabel('All that match the filters (2)').check()
    await choose(page, 'New owner', 'Buyers')
    await submit(page, 'Change owner of 2 companies')
    await page.getByText('No third party matches').waitFor()
    await page.getByRole('button', { name: `Remove the filter: Owner: ${ada.name}` }).click()
    await awaitRows(Math.min(companies, 25))
  })

  test('A team is deleted once what is in its name is handed over', withPatience, async () => {
    const { page: small, complaints } = await openPage(phone)
    await small.goto(office.url)
    await signIn(small, office.person)
    await small.getByRole('button', { name: /your menu/ }).waitFor()
    await openOwners(small)
    await small.getByRole('button', { name: 'Remove rule 1' }).waitFor()
    expect(await sidewaysScroll(small)).toBe(0)
    expect(await seriousFindings(small)).toEqual([])
    await small.getByRole('button', { name: 'Actions for Buyers' }).click()
    await small.getByRole('menuitem', { name: 'Delete' }).click()
    await dialogOf(small).getByText('2 companies', { exact: true }).waitFor()
    await dialogOf(small).getByText('1 owner rule', { exact: true }).waitFor()
    await choose(small, 'Hand over to', ada.name)
    expect(await seriousFindings(small, '[role=dialog]')).toEqual([])
    await submit(small, 'Hand over and delete')
    await small.getByText('No teams yet').waitFor()
    await small.getByText(`→ ${ada.name}`).waitFor()
    expect(complaints).toEqual([])
    await small.context().close()
  })

  test('Removing a person says what is theirs and hands it over in the same step', withPatience, async () => {
    await open(page, 'settings/users')
    await page.getByRole('button', { name: `Actions for ${ada.name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove from the account' }).click()
    for (const what of ['2 companies', '1 dossier in their own name', '1 owner rule'])
      await dialogOf(page).getByText(what, { exact: true }).waitFor()
    await choose(page, 'Hand over to', bob.name)
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit(page, 'Hand over and remove')
    await page.getByText(`${ada.name} has been removed`).waitFor()
    await page.getByRole('button', { name: `Actions for ${bob.name}` }).click()
    await page.getByRole('menuitem', { name: 'Hand over' }).click()
    await dialogOf(page).getByText('3 companies', { exact: true }).waitFor()
    await dialogOf(page).getByText('The duty for everything in nobody’s name').waitFor()
    await page.keyboard.press('Escape')
    expect(office.complaints).toEqual([])
  })
})
