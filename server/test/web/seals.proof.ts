import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedAfterPdf, pemOf, root } from '../seals/sealed-answers.ts'
import { openPage, phone, seriousFindings, sidewaysScroll } from './browser.ts'
import { openReview, type QueueDesk } from './review-world.ts'

const withPatience = { timeout: 180_000 }
const pictures = process.env['VIGIE_PICTURES']
let desk: QueueDesk

beforeAll(async () => {
  desk = await openReview(changedAfterPdf.bytes)
}, 600_000)
afterAll(() => desk.t.close())

const keep = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

test(
  'A reviewer reads beside the file who sealed it and that it was changed since',
  withPatience,
  async () => {
    const { page, complaints } = await desk.enterAs('REVIEWER')
    const panel = page.getByRole('region', { name: 'Electronic seal' })
    await panel.getByText('The seal is broken, or the file was changed after it was sealed').waitFor()
    await panel.getByText('by Office of tests').waitFor()
    await panel.getByText('Details of the seal').click()
    await panel.getByText('The file was changed after it was sealed.', { exact: true }).first().waitFor()
    await panel.getByText('Root of tests').waitFor()
    await keep(page, 'panel-en')
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

const english = {
  email: 'E-mail address',
  password: 'Password',
  open: 'Open extract.pdf',
  seal: 'Electronic seal',
  broken: 'The seal is broken, or the file was changed after it was sealed',
}
const french: typeof english = {
  email: 'Adresse électronique',
  password: 'Mot de passe',
  open: 'Ouvrir extract.pdf',
  seal: 'Sceau électronique',
  broken: 'Le sceau est rompu, ou le fichier a été modifié après avoir été scellé',
}

/** The file of the answer, opened from its dossier by somebody who may only look. */
async function openFromDossier(words: typeof english, more: Parameters<typeof openPage>[0] = {}) {
  const { d, t } = desk
  const visit = await openPage(more)
  const { page } = visit
  const person = await t.given.person([d.accountId], ['READER'])
  await page.goto(
    desk.queue.replace(/review$/, `dossiers/${d.dossierId}?document=${d.documents['REG_PROOF']}`),
  )
  await page.getByLabel(words.email).fill(person.email)
  await page.getByLabel(words.password, { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words.open }).click()
  const panel = page.getByRole('region', { name: words.seal })
  await panel.getByText(words.broken).waitFor()
  return { ...visit, panel }
}

test(
  'Whoever opens the file from its dossier reads the same, by the keyboard alone',
  withPatience,
  async () => {
    const { page, panel, complaints } = await openFromDossier(english)
    await keep(page, 'dossier-folded')
    await panel.getByText('Details of the seal').focus()
    await page.keyboard.press('Enter')
    await panel.getByText('The file was changed after it was sealed.', { exact: true }).first().waitFor()
    await panel.getByText('Root of tests').waitFor()
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    expect(focused).toBe('Details of the seal')
    await keep(page, 'dossier-details')
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test('On a phone and in French the seal fits above the file', withPatience, async () => {
  const { page, panel, complaints } = await openFromDossier(french, { ...phone, locale: 'fr-FR' })
  await keep(page, 'phone-folded')
  await panel.getByText('Détail du sceau').tap()
  await panel.getByText('Root of tests').waitFor()
  await keep(page, 'phone-details')
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('An administrator trusts a certificate, and takes it back', withPatience, async () => {
  const { page, complaints } = await desk.enterAs('ADMIN')
  await page.goto(desk.queue.replace(/review$/, 'settings/seal-trust'))
  await page.getByText('Your account trusts no certificate of its own.').waitFor()
  await page.getByLabel('Certificate (PEM)').fill('not one')
  await page.getByRole('button', { name: 'Trust it' }).click()
  await page.getByText(/This is not exactly one certificate/).waitFor()
  await page.getByLabel('Certificate (PEM)').fill(pemOf(root.certificate))
  await page.getByRole('button', { name: 'Trust it' }).click()
  await page.getByRole('button', { name: 'Remove Root of tests' }).waitFor()
  await keep(page, 'roots-en')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove Root of tests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Your account trusts no certificate of its own.').waitFor()
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
  await page.context().close()
})
