import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { addContact, linkFor } from '../portal/portal-desk.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { openPage, phone, seriousFindings, sidewaysScroll } from './browser.ts'
import { chooser, heading, sendBankDetails, sendButton, Supplier } from './portal-visit.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }
const mebi = 1024 * 1024

let supplier: Supplier
let vigie: TestApp
let url: string
let d: AnswersDesk

beforeAll(async () => {
  supplier = await Supplier.open()
  ;({ vigie, url, d } = supplier)
}, 300_000)

afterAll(() => supplier.close())

test('A contact goes from the mailed link to done', withPatience, async () => {
  const { page, complaints } = await supplier.visit({ themes: ['FINANCE'] })
  await heading(page, 'Hello Ada').waitFor()
  // Neither the address nor the history keeps what opens the door.
  expect(page.url()).toBe(`${url}/portal`)
  expect(await seriousFindings(page)).toEqual([])
  await sendBankDetails(page)
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})

test('A file continues from where the network, or the page, was lost', withPatience, async () => {
  const { page, complaints } = await supplier.visit({ themes: ['LEGAL_COMPLIANCE'] })
  await page.getByRole('link', { name: /Terms and conditions/ }).click()
  const offsets: number[] = []
  let cut = 4 * mebi
  await page.route('**/uploads/*', (route) => {
    const offset = Number(route.request().headers()['upload-offset'] ?? -1)
    if (offset >= 0) offsets.push(offset)
    return offset === cut ? route.abort('connectionreset') : route.continue()
  })
  // By its path: the browser reads it itself, at once.
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-portal-'))
  const file = path.join(folder, 'terms.pdf')
  await writeFile(file, Buffer.alloc(9 * mebi, '%PDF-1.7\n'))
  await chooser(page).setInputFiles(file)
  await page.getByText('Connection lost at 44').waitFor()
  await expect.poll(() => sendButton(page).isDisabled()).toBe(true)
  cut = 8 * mebi
  await page.getByRole('button', { name: 'Resume: terms.pdf' }).click()
  await page.getByText('Connection lost at 88').waitFor()
  cut = Number.NaN
  await page.reload()
  await page.getByText('Interrupted at 88').waitFor()
  await chooser(page).setInputFiles(file)
  await page.getByText('Ready').waitFor()
  // Nothing was sent twice but what had been cut; a try by itself may lie between.
  expect([...new Set(offsets)]).toEqual([0, 4 * mebi, 8 * mebi])
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
  await page.getByRole('button', { name: 'Remove terms.pdf' }).click()
  await page.getByText('Ready').waitFor({ state: 'detached' })
  expect(complaints.filter((text) => !text.includes('net::ERR_CONNECTION_RESET'))).toEqual([])
  await page.unroute('**/uploads/*')
  await rm(folder, { recursive: true })
})

test('Text typed offline is kept and saved once the network is back', withPatience, async () => {
  const { page, complaints } = await supplier.visit({ themes: ['ETHICS'] })
  await page.getByRole('link', { name: /code of conduct/i }).click()
  const name = page.getByLabel('signatory', { exact: false }).first()
  await name.waitFor()
  await page.context().setOffline(true)
  await name.fill('Ada Guest')
  await page.getByText('Not saved yet').waitFor()
  await page.context().setOffline(false)
  await page.getByText(/^Saved at/).waitFor()
  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('Ada Guest')
  expect(complaints.filter((text) => !text.includes('net::ERR_'))).toEqual([])
})

test('The portal explains a used link, an ended session and the wrong person', withPatience, async () => {
  const used = await supplier.visit({}, { isUsed: true })
  await heading(used.page, 'This link no longer works').waitFor()
  await used.page.getByRole('button', { name: 'Mail me a new link' }).click()
  await used.page.getByText('Enter a complete e-mail address').waitFor()
  for (const email of [used.email, 'nobody@nowhere.example']) {
    await used.page.getByLabel('Your e-mail address').fill(email)
    await used.page.getByRole('button', { name: 'Mail me a new link' }).click()
    await used.page.getByText(`If requests are open for ${email}`).waitFor()
    await used.page.getByRole('button', { name: 'Use another address' }).click()
  }
  expect(used.complaints).toEqual([])

  const ended = await supplier.visit()
  await heading(ended.page, 'Hello Ada').waitFor()
  await ended.page.context().clearCookies()
  await ended.page.getByRole('link', { name: /Terms and conditions/ }).click()
  await heading(ended.page, 'Your visit has ended').waitFor()

  const { page, complaints, email } = await supplier.visit()
  await page.getByRole('link', { name: 'Not the right person?' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Choose one of the two.').waitFor()
  await page.getByLabel('I am not the right person').check()
  await page.getByLabel('Last name').fill('Roy')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Enter a complete e-mail address').waitFor()
  await page.getByLabel('E-mail address').fill('lea.roy@supplier.example')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await heading(page, 'Thank you for telling us').waitFor()
  await page.reload()
  await heading(page, 'Open the portal from your mail').waitFor()
  const contacts = await d.get(`/thirdparties/${d.thirdpartyId}/contacts`)
  expect(contacts.body).not.toContain(email)
  // Named, and not written to yet.
  expect(contacts.body).not.toContain('lea.roy')
  const named = await d.get(`/thirdparties/${d.thirdpartyId}/suggested-contacts`)
  expect(named.json()).toMatchObject({ content: [{ lastName: 'Roy', email: 'lea.roy@supplier.example' }] })
  expect(complaints).toEqual([])
})

test('The first page of the portal is light, and its policy strict', withPatience, async () => {
  const { contactId } = await addContact(vigie, d, { language: 'en' })
  const link = await linkFor(vigie, d, contactId)
  const { page } = await openPage(phone)
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`${url}/portal#link=${link}`)
  await heading(page, /Hello/).waitFor()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(150_000)
  await page.context().close()

  const answer = await vigie.call('GET', '/portal/requests/1?utm=mail')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
  const nowhere = await vigie.call('GET', '/portal/api/nowhere')
  expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([
    404,
    expect.stringContaining('problem+json'),
  ])
})
