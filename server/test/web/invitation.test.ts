import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, openPage, seriousFindings, sidewaysScroll } from './browser.ts'

// A real browser on a busy machine.
const patience = 120_000
const password = 'lantern over quiet water'

let vigie: TestApp
let url: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[vigie, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  url = await vigie.listen()
}, patience)

afterAll(async () => {
  await page.context().close()
  await vigie.close()
})

interface Office {
  accountId: number
  base: string
  token: string
}

/** The address that the invited person finds in their mailbox. */
async function invited(office: Office, email: string): Promise<string> {
  const body = { email, name: 'Walter', roles: ['READER', 'REVIEWER'] }
  const answer = await vigie.call('POST', `${office.base}/users`, { token: office.token, body })
  expect(answer.statusCode).toBe(201)
  const mail = await vigie.db.read(office, (tx) =>
    tx.selectFrom('mail').select('secret').where('recipient', '=', email).executeTakeFirstOrThrow(),
  )
  return `${url}/app/invitation#token=${mail.secret}`
}

test('A new person accepts with a first password and is signed in', { timeout: patience }, async () => {
  const email = `new-${randomUUID()}@people.example`
  const link = await invited(await vigie.given.office(), email)
  await page.goto(link)
  await page.getByText(`The invitation is for ${email}.`).waitFor()
  expect(page.url()).toBe(`${url}/app/invitation`)
  await page.getByText('Reviewer: sees the portfolio and decides on answers').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('You have accepted the invitation').waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /your menu/ }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The link is spent.
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('This invitation no longer works').waitFor()
  expect(complaints.splice(0).filter((text) => !text.includes('403'))).toEqual([])
})

test('A known person signs in, accepts there and finds both accounts', { timeout: patience }, async () => {
  const [first, second] = [await vigie.given.office(), await vigie.given.office()]
  const email = `known-${randomUUID()}@people.example`
  const own = await invited(first, email)
  const accepted = { token: own.split('#token=')[1], password }
  expect((await vigie.call('POST', '/auth/invitation/accept', { body: accepted })).statusCode).toBe(204)
  const link = await invited(second, email)
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('You already have access as').waitFor()
  await page.getByRole('link', { name: 'Sign in to answer' }).click()
  // The address is known already.
  await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe(email)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your invitations' }).waitFor()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You are now a member of').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/account/${second.accountId}`)
  const me = await vigie.call('POST', '/auth/sign-in', { body: { email, password } })
  const { accessToken: token } = me.json<{ accessToken: string }>()
  const { accounts } = (await vigie.call('GET', '/me', { token })).json<{ accounts: object[] }>()
  expect(accounts).toHaveLength(2)
  expect(complaints).toEqual([])
})

test('An invitation can be declined, in French, on a phone, in the dark', { timeout: patience }, async () => {
  const link = await invited(await vigie.given.office(), `no-${randomUUID()}@people.example`)
  await page.context().clearCookies()
  await page.evaluate(`localStorage.setItem('vigie-language', 'fr')`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('Rien ne se passe sans votre accord.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Refuser' }).click()
  await page.getByText('Vous avez refusé l’invitation').waitFor()
  expect(complaints).toEqual([])
})
