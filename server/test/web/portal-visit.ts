import { png } from '@vigie/inspect/samples'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { addContact, enter, linkFor } from '../portal/portal-desk.ts'
import { answersDesk, type AnswersDesk } from '../responses/answers-desk.ts'
import { buildPages, openPage, phone, type Visit } from './browser.ts'

/** A supplier's phone in front of the portal; one for all visits, so that it need not fetch everything for each. */
export class Supplier {
  readonly vigie: TestApp
  readonly url: string
  readonly d: AnswersDesk
  #device: Visit | undefined

  private constructor(vigie: TestApp, url: string, d: AnswersDesk) {
    this.vigie = vigie
    this.url = url
    this.d = d
  }

  static async open(): Promise<Supplier> {
    const [vigie] = await Promise.all([testApp(), buildPages()])
    return new Supplier(vigie, await vigie.listen(), await answersDesk(vigie))
  }

  async close(): Promise<void> {
    await this.#device?.page.context().close()
    await this.vigie.close()
  }

  /** Somebody new follows a mailed link, or finds that it was used. */
  async visit(more: object = {}, { isUsed = false } = {}): Promise<Visit & { email: string }> {
    const { vigie, d, url } = this
    const { contactId, email } = await addContact(vigie, d, { language: 'en', ...more })
    const link = await linkFor(vigie, d, contactId)
    if (isUsed) await enter(vigie, link)
    this.#device ??= await openPage(phone)
    const { page, complaints } = this.#device
    complaints.length = 0
    if (page.url() !== 'about:blank') await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${url}/portal#link=${link}`)
    return { page, complaints, email }
  }

  /** The answer to a request that nobody has decided on yet. */
  async pendingResponse(code: string): Promise<number> {
    const { rows } = await this.vigie.admin.query<{ id: number }>(
      `select response_id::int as id from response where document_id = $1 and state = 'PENDING'`,
      [this.d.documents[code]],
    )
    return rows[0]?.id ?? 0
  }
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const chooser = (page: Page) => page.locator('input[type=file][multiple]')
export const sendButton = (page: Page) => page.getByRole('button', { name: /^Send to/ })

// No two pictures are the same file.
let pictures = 0
export const picture = (name: string) => {
  pictures += 1
  return { name, mimeType: 'image/png', buffer: png({ width: 30, height: 10 + pictures }) }
}

/** From the first page to the thanks, with what can go wrong on the way. */
export async function sendBankDetails(page: Page): Promise<void> {
  await page.getByText('1 thing to send').waitFor()
  await page.getByRole('button', { name: 'Begin' }).click()
  await heading(page, 'Bank details').waitFor()
  await page.getByText('Legal basis').waitFor()

  await page.getByLabel('IBAN', { exact: true }).fill('FR76 3000 6000 0112 3456 7890 180')
  await page.getByLabel('Account holder').fill('ATELIERS')
  await page.getByText('wrong check digit').waitFor()
  await page.getByText(/^Saved at .*except what is marked/).waitFor()
  // The good part came from the server, the wrong one from this device.
  await page.reload()
  await expect.poll(() => page.getByLabel('Account holder').inputValue()).toBe('ATELIERS')
  await expect.poll(() => page.getByLabel('IBAN', { exact: true }).inputValue()).toContain('7890 180')
  await page.getByText('wrong check digit').waitFor()

  await sendButton(page).click()
  const faults = page.getByRole('alert').filter({ hasText: '3 things need your attention' })
  await faults.waitFor()
  await faults.getByRole('link', { name: 'IBAN' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('field-iban')
  await page.getByLabel('IBAN', { exact: true }).fill('FR76 3000 6000 0112 3456 7890 189')
  await page.getByLabel('Date of the statement').fill('2026-11-01')
  await chooser(page).setInputFiles([picture('statement.png'), { ...picture('notes.exe') }])
  await page.getByText('This kind of file is not accepted').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'statement.png' }).getByText('Ready').waitFor()
  await sendButton(page).click()
  await page.getByRole('heading', { name: 'Everything is sent' }).waitFor()
}
