import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { companies, openBackOffice, openPortfolio, type BackOffice } from './back-office-world.ts'
import { openPage, phone, seriousFindings, sidewaysScroll, signIn, wide } from './browser.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let desk: BackOffice
let vigie: TestApp
let office: BackOffice['office']
let emptyAccount: { accountId: number }
let thirdpartyId: number
let person: BackOffice['person']
/** Signed in once, and used by all tests. */
let page: Page
let complaints: string[]

beforeAll(async () => {
  desk = await openBackOffice()
  ;({ vigie, office, page, complaints } = desk)
  emptyAccount = await vigie.given.account()
  person = await vigie.given.person([office.accountId, emptyAccount.accountId])
  ;({ thirdpartyId } = await vigie.given.thirdParty(office, companies))
  await page.goto(desk.inAccount('thirdparties'))
  await signIn(page, person)
  await heading('Portfolio').waitFor()
}, 300_000)

afterAll(() => desk.close())

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('A rating on the dashboard leads to all who have it, changed at once', withPatience, async () => {
  await vigie.db.write(wholeAccount(office.accountId), (tx) =>
    sql`insert into thirdparty_summary as s (account_id, thirdparty_id, financial_risk)
      select account_id, min(thirdparty_id), 12 from thirdparty where account_id = ${office.accountId}
      group by account_id on conflict (account_id, thirdparty_id) do update set financial_risk = 12`.execute(
      tx,
    ),
  )
  await page.goto(desk.inAccount(''))
  await page.getByRole('link', { name: /^Financial risk, unknown/ }).click()
  const matching = companies
  await page.getByText(`Third parties: ${matching}`).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: `Select all ${matching} matching` }).click()
  await page.getByText(`All ${matching} matching are selected`).waitFor()
  await page.getByRole('button', { name: 'Set an attribute' }).click()
  await page.getByRole('combobox', { name: 'Attribute' }).click()
  await page.getByRole('option', { name: 'Business unit' }).click()
  await page.getByLabel('New value').fill('Plant 5')
  await page.getByRole('button', { name: `Set for ${matching} third parties` }).click()
  await page.getByText(`${matching} done.`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page
    .getByRole('group', { name: 'Financial risk' })
    .getByRole('checkbox', { name: 'E', exact: true })
    .check()
  await page.getByText(`Third parties: ${companies + 1}`).waitFor()
  expect(new URL(page.url()).search).toBe('?rating.FINANCIAL_RISK=E%2CUNKNOWN')
  // As addresses were written once.
  await page.goto(desk.inAccount('thirdparties?archived=%22true%22'))
  await page.getByText('No third party matches').waitFor()
  expect(new URL(page.url()).search).toBe('?archived=true')
  expect(complaints).toEqual([])
})

test('Dialogs over the portfolio are accessible to everyone', withPatience, async () => {
  await openPortfolio(desk)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  expect(await seriousFindings(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.setViewportSize(phone.viewport)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Add a third party' }).click()
  await page.getByRole('dialog').getByLabel('Company', { exact: true }).fill('ateliers')
  await page.getByRole('option').first().waitFor()
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await expect.poll(() => sidewaysScroll(page)).toBe(0)
  await page.setViewportSize(wide.viewport)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(complaints).toEqual([])
})

test('A session that ends is renewed without losing what was being typed', withPatience, async () => {
  const { page: mine } = await openPage()
  await mine.goto(desk.inAccount(`thirdparties/${thirdpartyId}?tab=comments`))
  await signIn(mine, person)
  const comment = mine.getByLabel('Your comment')
  const dialog = mine.getByRole('dialog', { name: 'Your session has ended' })
  // The session ends while the words are on their way.
  let ended = false
  await mine.route('**/comments', async (route) => {
    if (route.request().method() === 'POST' && !ended) {
      ended = true
      const headers = { 'x-vigie-client': 'web', origin: desk.url }
      await mine.context().request.post(`${desk.url}/auth/sign-out`, { headers })
    }
    await route.continue()
  })
  const send = async (words: string) => {
    await comment.fill(words)
    ended = false
    await mine.getByRole('button', { name: 'Comment', exact: true }).click()
    await dialog.waitFor()
  }
  await send('Ask for the new certificate.')
  expect(await seriousFindings(mine, '[role=dialog]')).toEqual([])
  const password = dialog.getByLabel(`Password of ${person.email}`)
  await password.fill('not this one')
  await password.press('Enter')
  await dialog.getByText('You are not signed in').waitFor()
  await password.fill(person.password)
  await password.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await mine.getByRole('list', { name: 'Comments' }).getByText('Ask for the new certificate.').waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')

  await send('Never sent.')
  await dialog.getByRole('button', { name: /somebody else/ }).click()
  await mine.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(new URL(mine.url()).searchParams.get('returnTo')).toContain(
    `/thirdparties/${thirdpartyId}?tab=comments`,
  )
  await mine.context().close()
})

test('The user menu changes language, colours and account, and signs out', withPatience, async () => {
  await openPortfolio(desk)
  await page.getByRole('button', { name: /menu, Test Person/ }).click()
  await page.getByText('Français').click()
  await heading('Portefeuille').waitFor()
  await page.getByText('Sombre').click()
  const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
  await expect.poll(scheme).toBe('dark')
  await page.goto(`${desk.url}/app/account/${emptyAccount.accountId}/thirdparties`)
  await page.getByText('Votre portefeuille commence ici').waitFor()
  expect([await scheme(), await page.evaluate('document.documentElement.lang')]).toEqual(['dark', 'fr'])
  await page.evaluate(
    `addEventListener('beforeprint', () => (window.printed = document.documentElement.dataset.mantineColorScheme))`,
  )
  await page.pdf()
  expect([await page.evaluate('window.printed'), await scheme()]).toEqual(['light', 'dark'])
  await page.getByRole('button', { name: /votre menu, Test Person/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await heading('Connexion').waitFor()
  await page.goto(desk.inAccount('thirdparties'))
  await heading('Connexion').waitFor()
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('Readers have views of their own too, but cannot share them', withPatience, async () => {
  const reader = await openPage()
  page = reader.page
  await page.goto(desk.inAccount('thirdparties'))
  await signIn(page, await vigie.given.person([office.accountId], ['READER']))
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await page.getByLabel('Name of the view').waitFor()
  expect(await page.getByLabel('Share with the account').count()).toBe(0)
  expect(reader.complaints).toEqual([])
  await page.context().close()
})
