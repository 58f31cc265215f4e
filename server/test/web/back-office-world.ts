import type { Page } from 'playwright-core'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, follow, openPage } from './browser.ts'

/** More than fit on one page of the portfolio. */
export const companies = 27

export interface BackOffice {
  readonly vigie: TestApp
  readonly url: string
  readonly office: { accountId: number; base: string; token: string }
  readonly person: { email: string; password: string }
  readonly page: Page
  readonly complaints: string[]
  /** The full address of a page of the account. */
  readonly inAccount: (path: string) => string
  close(): Promise<void>
}

/** An account with a portfolio, somebody who may do everything in it, and their browser. */
export async function openBackOffice(): Promise<BackOffice> {
  const [vigie, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  const url = await vigie.listen()
  const office = await vigie.given.office('SANDBOX')
  const person = await vigie.given.person([office.accountId])
  for (let nth = 0; nth < companies; nth++) await vigie.given.thirdParty(office, nth)
  return {
    vigie,
    url,
    office,
    person,
    page,
    complaints,
    inAccount: (path) => `${url}/app/account/${office.accountId}/${path}`,
    close: async () => {
      await page.context().close()
      await vigie.close()
    },
  }
}

/** As a link leads there, by way of a page that shares nothing with it. */
export async function openPortfolio({ page, inAccount }: BackOffice): Promise<void> {
  await follow(page, new URL(inAccount('help')).pathname)
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await follow(page, new URL(inAccount('thirdparties')).pathname)
  await page.getByRole('rowheader').first().getByRole('link').waitFor()
}
