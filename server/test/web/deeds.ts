import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { unzipped } from '../files/unzipped.ts'
import type { TestApp } from '../harness/index.ts'
import { follow } from './browser.ts'
import type { PagesWorld } from './pages-world.ts'

export interface Desk {
  t: TestApp
  w: PagesWorld
  page: Page
  address: (path: string) => string
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const choose = async (page: Page, menu: string, item: string | RegExp) => {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
}

/** What the page shows to be taken elsewhere. */
const shown = async (page: Page, label: string) => {
  const text = await page.getByRole('dialog').getByLabel(label, { exact: true }).textContent()
  return text ?? ''
}

/** The dialog that shows a secret is left, and with it the secret. */
async function keep(page: Page, secret: string): Promise<void> {
  expect(secret.length).toBeGreaterThan(20)
  await press(page, 'I have saved it')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(secret)
}

async function tokenStatus(t: TestApp, id: string, secret: string): Promise<number> {
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  })
  return statusCode
}

/** The former secret of a client ends when it was said to, that of a webhook goes on for a day. */
export async function changeSecrets({ t, w, page, address }: Desk): Promise<void> {
  const body = { name: 'Purchasing', scopes: ['READER'] }
  const client = (await w.post('/clients', body)).json<{ clientId: string; clientSecret: string }>()
  await follow(page, address('/settings/clients'))
  await choose(page, 'Actions for Purchasing', 'New secret')
  await page.getByRole('combobox', { name: 'The current secret still works for' }).click()
  await page.getByRole('option', { name: 'no time: it stops now' }).click()
  await press(page, 'Create the secret')
  await page.getByText('Shown only once').waitFor()
  const secret = await shown(page, 'Client secret')
  await keep(page, secret)
  const { clientId, clientSecret } = client
  expect(await tokenStatus(t, clientId, secret)).toBe(200)
  expect(await tokenStatus(t, clientId, clientSecret)).toBe(401)

  await choose(page, 'Actions for Purchasing', 'Secrets')
  await press(page, 'Add a secret')
  await press(page, 'Create the secret')
  await page.getByText('Shown only once').waitFor()
  const second = await shown(page, 'Client secret')
  await press(page, 'I have saved it')
  expect(await tokenStatus(t, clientId, second)).toBe(200)
  await page.getByText('A client can have at most two secrets').waitFor()
  await page
    .getByRole('button', { name: /^Remove “/ })
    .last()
    .click()
  await press(page, 'Remove')
  await page.getByRole('button', { name: 'Add a secret' }).waitFor()
  expect(await tokenStatus(t, clientId, secret)).toBe(401)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await follow(page, address(`/settings/webhooks/${w.endpointId}`))
  await choose(page, 'Actions', 'New secret')
  await press(page, 'Create the secret')
  await page.getByText('Shown only once').waitFor()
  await keep(page, await shown(page, 'Signing secret'))
  await page.getByText(/signed with the former secret too, until/).waitFor()
}

/** A list that would shut out whoever writes it is asked about first; theirs is added by one press. */
export async function fenceAccount({ page, address }: Desk): Promise<void> {
  await follow(page, address('/settings/addresses'))
  const ranges = page.getByRole('textbox', { name: 'Addresses and ranges' })
  await ranges.fill('203.0.113.0/24\noffice')
  await press(page, 'Save')
  await page.getByText('Not an address or range: office').waitFor()
  await ranges.fill('203.0.113.0/24')
  await press(page, 'Save')
  await page.getByRole('dialog').getByText('You would lock yourself out').waitFor()
  await press(page, 'Cancel')
  await press(page, 'Add it')
  await press(page, 'Save')
  await page.getByText(/From any other address, access is refused/).waitFor()
  await ranges.fill('')
  await press(page, 'Save')
  await page.getByText('The account may be used from anywhere.').waitFor()
}

/** A calendar follows the address until it is ended. */
export async function followCalendar({ t, page, address }: Desk): Promise<void> {
  await follow(page, address('/forecast'))
  await choose(page, 'Calendar', 'Subscribe in a calendar')
  await press(page, 'Create an address')
  await page.getByText('shown only once').waitFor()
  const { pathname } = new URL(await shown(page, 'Secret calendar address'))
  const feed = await t.call('GET', pathname)
  expect([feed.statusCode, feed.body.slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR'])
  await press(page, 'Revoke all my addresses')
  const question = page.getByRole('dialog', { name: 'Revoke all your calendar addresses?' })
  await question.getByRole('button', { name: 'Revoke all my addresses' }).click()
  await page.getByText('You have no address yet.').waitFor()
  expect((await t.call('GET', pathname)).statusCode).toBe(403)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function saved(page: Page, item: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await choose(page, 'Download', new RegExp(`^${item}`))
  return [...(await unzipped(await readFile(await (await download).path()))).keys()]
}

/** What was sent, and what proves it; then into the archive and back. */
export async function keepDossier({ w, page, address }: Desk): Promise<void> {
  await follow(page, address(`/dossiers/${w.dossierId}`))
  const files = await saved(page, 'All files')
  expect(files[0]).toBe('manifest.json')
  expect(files.filter((name) => name.endsWith('-fiscal.pdf'))).toHaveLength(1)
  const proof = await saved(page, 'Proof bundle')
  expect(proof).toContain('verify.mjs')
  expect(proof.filter((name) => name.endsWith('-fiscal.pdf'))).toHaveLength(1)

  const isArchived = async () =>
    (await w.get(`/dossiers/${w.dossierId}`)).json<{ archived: boolean }>().archived
  for (const [deed, told, after] of [
    ['Archive', 'Dossier archived', true],
    ['Reactivate', 'Dossier reactivated', false],
  ] as const) {
    await choose(page, 'Actions', deed)
    await page.getByRole('dialog').getByRole('button', { name: deed }).click()
    await page.getByText(told).first().waitFor()
    expect(await isArchived()).toBe(after)
  }
}

export async function keepCompany({ w, page, address }: Desk): Promise<void> {
  const isArchived = async () =>
    (await w.get(`/thirdparties/${w.thirdpartyId}`)).json<{ archived: boolean }>().archived
  await follow(page, address(`/thirdparties/${w.thirdpartyId}`))
  await choose(page, 'More actions', 'Archive')
  await press(page, 'Archive this third party')
  await page.getByText('This third party is archived').waitFor()
  expect(await isArchived()).toBe(true)
  await press(page, 'Restore to the portfolio')
  await page.getByText('Back in the portfolio').waitFor()
  await page.getByText('This third party is archived').waitFor({ state: 'detached' })
  expect(await isArchived()).toBe(false)
}
