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

const open = (at: Page) => follow(at, new URL(office.inAccount(`thirdparties/${thirdpartyId}`)).pathname)
const panelOf = (at: Page) => at.getByRole('region', { name: 'Do we work with it?' })
const dialogOf = (at: Page) => at.getByRole('dialog')

describe('Decisions about companies in the browser', { shuffle: false }, () => {
  test('Somebody approves a company under conditions and sees why', withPatience, async () => {
    await open(page)
    const panel = panelOf(page)
    await panel.getByText('Not decided yet').waitFor()
    await panel.getByRole('button', { name: 'Decide' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('combobox', { name: 'Decision' }).click()
    await page.getByRole('option', { name: 'Approved under conditions' }).click()
    await dialog.getByLabel('Reason').fill('Good audit')
    await dialog.getByText('Name at least one condition.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Decide', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Conditions').fill('Send ISO 14001\n\nVisit the site\n')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText('Approved under conditions').waitFor()
    for (const text of ['Good audit', 'Send ISO 14001 (open)', 'Visit the site (open)'])
      await panel.getByText(text, { exact: true }).waitFor()
  })

  test('Whoever decides after somebody else is told so and keeps what they typed', withPatience, async () => {
    const { base, token } = office.office
    await panelOf(page).getByRole('button', { name: 'Decide' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Reason').fill('Mine')
    const path = `${base}/thirdparties/${thirdpartyId}/relationship`
    const body = { state: 'REFUSED', reason: 'Theirs' }
    await office.vigie.call('PUT', path, { token, body, headers: { 'if-match': '*' } })
    // The page behind knows already; the dialog is still about what was looked at.
    await panelOf(page).getByText('Theirs').waitFor()
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
    await dialog.getByText('The record has changed since you read it.').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Mine')
    await page.keyboard.press('Escape')
    await panelOf(page).getByText('Theirs').waitFor()
    await panelOf(page).getByText('History').click()
    await panelOf(page).getByText('Approved under conditions → Refused').waitFor()
    await panelOf(page).getByText('Not decided yet → Approved under conditions').waitFor()
  })

  test('What waits to be decided anew fits on a phone', withPatience, async () => {
    await office.vigie.admin.query(
      `update thirdparty set relationship_review = 'LIST_HIT', relationship_review_on = '2026-11-17'
       where thirdparty_id = $1`,
      [thirdpartyId],
    )
    const { page: small, complaints } = await openPage(phone)
    await small.goto(office.url)
    await signIn(small, office.person)
    await small.getByRole('button', { name: /your menu/ }).waitFor()
    await open(small)
    await panelOf(small)
      .getByText('To be decided anew since 17 Nov 2026: screening found a hit on a list')
      .waitFor()
    expect(await sidewaysScroll(small)).toBe(0)
    expect(await seriousFindings(small)).toEqual([])
    expect(complaints).toEqual([])
    await small.context().close()
  })
})
