import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackOffice, type BackOffice } from './back-office-world.ts'
import { follow, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page
let thirdpartyId: number

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  const { base, token } = office.office
  const list = await office.vigie.call('GET', `${base}/thirdparties?size=1`, { token })
  thirdpartyId = list.json<{ content: { thirdpartyId: number }[] }>().content[0]?.thirdpartyId ?? 0
  await page.goto(office.url)
  await signIn(page, office.person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(() => office.close())

const open = (at: Page, path: string) => follow(at, new URL(office.inAccount(path)).pathname + searchOf(path))
const searchOf = (path: string) => new URL(office.inAccount(path)).search
const drawerOf = (at: Page) => at.getByRole('dialog', { name: 'Finding', exact: true })
const dialogOf = (at: Page, name: RegExp | string) => at.getByRole('dialog', { name })

describe('Findings in the browser', { shuffle: false }, () => {
  test('Somebody opens a finding, asks for an action and verifies its evidence', withPatience, async () => {
    await open(page, `thirdparties/${thirdpartyId}?tab=findings`)
    await page.getByText('Nothing is wrong here').waitFor()
    await page.getByRole('button', { name: 'Add a finding' }).click()
    const adding = dialogOf(page, /^What is wrong at/)
    await adding.getByLabel('What is wrong, in a few words').fill('Permit expired')
    await adding.getByRole('combobox', { name: 'Theme' }).click()
    await page.getByRole('option', { name: 'Environment' }).click()
    await adding.getByRole('combobox', { name: 'Severity' }).click()
    await page.getByRole('option', { name: 'Major' }).click()
    await adding.getByText('While it is open, the indicator of this theme is at most 60.').waitFor()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await adding.getByRole('button', { name: 'Open the finding' }).click()

    const drawer = drawerOf(page)
    await drawer.getByRole('heading', { name: 'Permit expired' }).waitFor()
    await drawer.getByRole('button', { name: 'Ask for an action' }).click()
    const asking = dialogOf(page, 'Ask for a corrective action')
    await asking.getByLabel('What is to be done?').fill('Renew the permit')
    await asking.getByLabel('By when?').fill('2099-01-31')
    await asking.getByRole('button', { name: 'Ask for an action' }).click()
    await drawer.getByText('Due on 31 Jan 2099').waitFor()

    const { base, token } = office.office
    const found = await office.vigie.call('GET', `${base}/findings`, { token })
    const findingId = found.json<{ content: { findingId: number }[] }>().content[0]?.findingId ?? 0
    const read = await office.vigie.call('GET', `${base}/findings/${findingId}`, { token })
    const actionId = read.json<{ actions: { actionId: number }[] }>().actions[0]?.actionId ?? 0
    const evidence = `${base}/corrective-actions/${actionId}/evidence`
    const sent = await office.vigie.call('POST', evidence, { token, body: { comment: 'It is renewed.' } })
    expect(sent.statusCode).toBe(201)

    await open(page, `findings?finding=${findingId}`)
    await drawer.getByText('It is renewed.').waitFor()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await drawer.getByRole('button', { name: 'Accept' }).click()
    await drawer.getByText(/^Accepted on/).waitFor()
    await drawer.getByRole('button', { name: 'Close', exact: true }).last().click()
    const closing = dialogOf(page, 'Close the finding?')
    await closing.getByLabel('Reason').fill('The permit is valid again')
    await closing.getByRole('button', { name: 'Close the finding' }).click()
    await drawer.getByText('The permit is valid again').waitFor()
    await drawer.getByRole('button', { name: 'Reopen' }).waitFor()
  })

  test('The page of all findings is filtered, counted and fits on a phone', withPatience, async () => {
    await open(page, 'findings?which=closed')
    await page.getByRole('button', { name: 'Permit expired' }).waitFor()
    await page.getByText('Numbers by theme and third party').click()
    await page.getByRole('table', { name: 'By theme' }).getByText('Environment').waitFor()
    expect(await seriousFindings(page, 'main')).toEqual([])
    const { page: small, complaints } = await openPage(phone)
    await small.goto(office.url)
    await signIn(small, office.person)
    await small.getByRole('button', { name: /your menu/ }).waitFor()
    await open(small, 'findings?which=all')
    await small.getByRole('button', { name: 'Permit expired' }).click()
    await drawerOf(small).getByText('Renew the permit').waitFor()
    expect(await sidewaysScroll(small)).toBe(0)
    expect(await seriousFindings(small, '[role=dialog]')).toEqual([])
    expect(complaints).toEqual([])
    await small.context().close()
  })
})
