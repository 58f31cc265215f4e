import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { approve, reject } from '../responses/review-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { seriousFindings, sidewaysScroll } from './browser.ts'
import { chooser, heading, picture, sendBankDetails, sendButton, Supplier } from './portal-visit.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

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
  await chooser(page).setInputFiles({ ...picture('fake.pdf'), mimeType: 'application/pdf' })
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
