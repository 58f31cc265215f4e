import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { approve, reject } from '../responses/review-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { seriousFindings, sidewaysScroll } from './browser.ts'
import { chooser, heading, picture, sendBankDetails, sendButton, Supplier } from './portal-visit.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }
const mebi = 1024 * 1024

let supplier: Supplier
let vigie: TestApp
let d: AnswersDesk

beforeAll(async () => {
  supplier = await Supplier.open()
  ;({ vigie, d } = supplier)
}, 300_000)

afterAll(() => supplier.close())

test('An answer is rejected, corrected, refused by a check, mended and withdrawn', withPatience, async () => {
  const { page, complaints } = await supplier.visit({ themes: ['FINANCE'] })
  await sendBankDetails(page)

  await runAnswerJobs(vigie, d.accountId)
  const reason = 'The statement is of another account.'
  await reject(d, await supplier.pendingResponse('BANK_DETAILS'), {
    shareRejectionReason: true,
    comment: reason,
  })
  await page.getByRole('button', { name: 'All requests' }).click()
  await page.reload()
  await page.getByRole('heading', { level: 2, name: /To correct/ }).waitFor()
  await page.getByRole('link', { name: new RegExp(`Bank details.*${reason}`) }).click()
  await page.getByText(reason).first().waitFor()
  // What was said before need not be typed again.
  await expect.poll(() => page.getByLabel('Account holder').inputValue()).toBe('ATELIERS')
  await chooser(page).setInputFiles(picture('right.png'))
  await page.getByText('Ready').waitFor()
  const fake = { name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 no paper') }
  await chooser(page).setInputFiles(fake)
  await page.getByRole('listitem').filter({ hasText: 'fake.pdf' }).getByText('Ready').waitFor()
  await sendButton(page).click()
  await page.getByRole('heading', { name: 'Everything is sent' }).waitFor()
  // Whoever stays on the page sees what the checks say.
  await runAnswerJobs(vigie, d.accountId)
  await page.getByRole('alert').filter({ hasText: 'Something must be corrected' }).waitFor()
  await page.getByText('does not match its extension').waitFor()
  await page.getByRole('button', { name: 'Correct it now' }).click()
  await sendButton(page).click()
  await page.getByText('Remove fake.pdf: it was refused').waitFor()
  await page.getByRole('button', { name: 'Remove fake.pdf' }).getByText('Remove').click()
  await page.getByText('fake.pdf', { exact: true }).waitFor({ state: 'detached' })
  await sendButton(page).click()
  await page.getByRole('heading', { name: 'Everything is sent' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click()
  await sendButton(page).waitFor()

  await page.getByRole('link', { name: 'History' }).click()
  await heading(page, 'History').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download: statement.png' }).click()
  expect((await download).suggestedFilename()).toBe('statement.png')
  expect(complaints).toEqual([])
})

test('Every page of the portal is accessible, in both languages', withPatience, async () => {
  const { page, complaints } = await supplier.visit({ language: 'fr' })
  const scan = async (name: string) => {
    expect([name, await seriousFindings(page)]).toEqual([name, []])
    await expect.poll(() => sidewaysScroll(page), { message: `${name}: sideways` }).toBeLessThanOrEqual(0)
  }
  /** French by day, English by night. */
  const both = async (name: string, english: string | RegExp) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await scan(`${name}, fr`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByText('English').click()
    await page.getByText(english).first().waitFor()
    await scan(`${name}, en`)
    await page.getByText('Français').click()
  }
  await page.getByRole('heading', { level: 2, name: /À fournir/ }).waitFor()
  await both('home', 'Hello Ada')
  await page.getByRole('link', { name: /bénéficiaires effectifs/i }).click()
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click()
  await page.getByRole('button', { name: /^Envoyer à/ }).click()
  await page.getByText(/demandent votre attention/).waitFor()
  await both('form with faults', 'Add a row')
  await page.getByRole('link', { name: 'Toutes les demandes' }).click()
  await page.getByRole('link', { name: /Comptes annuels/ }).click()
  await chooser(page).setInputFiles([picture('comptes.png'), picture('refuse.exe')])
  await page.getByText('Prêt').waitFor()
  await both('files', 'Choose files')
  await page.getByRole('button', { name: /^Envoyer à/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Envoyé' }).waitFor()
  await both('sent', 'Sent')
  await runAnswerJobs(vigie, d.accountId)
  await approve(d, await supplier.pendingResponse('ACCOUNTS'))
  await page.reload()
  await page.getByText('Acceptée').first().waitFor()
  await both('accepted', 'Send a newer one')
  await page.getByRole('link', { name: 'Historique' }).click()
  await page.getByText('comptes.png').waitFor()
  await both('history', 'History')
  await page.getByRole('link', { name: /pas à vous/ }).click()
  await heading(page, /pas à vous/).waitFor()
  await both('wrong person', 'We will not answer')
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await heading(page, 'Vous avez quitté').waitFor()
  await both('left', 'You have left the portal')
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
  // Whatever the page still loads would end the visit before the click.
  await ended.page.waitForLoadState('networkidle')
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
