import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedAfterPdf, pemOf, root } from '../seals/sealed-answers.ts'
import { seriousFindings } from './browser.ts'
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
