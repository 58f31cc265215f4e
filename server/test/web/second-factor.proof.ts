import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings, signIn } from './browser.ts'
import { Guarded, saveAfterEnd } from './security-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let guarded: Guarded
let page: Page
let complaints: string[]

beforeAll(async () => {
  guarded = await Guarded.open()
  ;({ page, complaints } = guarded)
}, 300_000)

afterAll(() => guarded.close())

test('An account that requires a second factor leads to its setup', withPatience, async () => {
  const policy = { secondFactor: { demand: 'EVERYBODY', roles: [] } }
  const path = `${guarded.office.base}/administration/sign-in-policy`
  expect((await guarded.t.call('PUT', path, { token: guarded.office.token, body: policy })).statusCode).toBe(
    200,
  )
  await page.goto(`${guarded.url}/app/`)
  await signIn(page, guarded.person)
  await page.getByText('requires a second factor').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/security')
  expect(await seriousFindings(page, 'main')).toEqual([])

  await guarded.button('Add an authenticator app').click()
  const adding = guarded.dialog('Add an authenticator app')
  guarded.secret = await adding.locator('pre').innerText()
  await adding
    .getByRole('figure', { name: /QR code/ })
    .locator('path')
    .waitFor({ state: 'attached' })
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await adding.getByLabel('Code the app shows').fill('000000')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await adding.getByText('was not accepted').waitFor()
  await adding.getByLabel('Code the app shows').fill(guarded.freshCode())
  await adding.getByLabel('Name').fill('My telephone')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()

  const sheet = guarded.dialog('Your recovery codes')
  const codes = (await sheet.locator('pre').innerText()).split('\n')
  expect(codes).toHaveLength(10)
  await sheet.getByRole('button', { name: 'I have saved it' }).click()
  // The keyboard is where it was before both dialogs.
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Add an authenticator app')
  await page.getByText('My telephone').waitFor()
  await page.getByText('You have 10 recovery codes left.').waitFor()
  await page.getByRole('link', { name: 'Go to the account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test('The password alone no longer signs in; with a code of the app it does', withPatience, async () => {
  await guarded.signOut()
  await signIn(page, guarded.person)
  await page.getByRole('heading', { level: 1, name: 'Second step' }).waitFor()
  const field = page.getByLabel('Code from your app')
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await field.fill('12')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the six digits.').waitFor()
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('was not accepted').waitFor()
  await field.fill(guarded.freshCode())
  await page.keyboard.press('Enter')
  await guarded.button(/your menu/).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test('A passkey is added, and opens a session without a password', withPatience, async () => {
  await guarded.button(/your menu/).click()
  await page.getByRole('link', { name: 'Profile and security' }).click()
  await guarded.addPasskey()
  await guarded.signOut()
  await guarded.button('Sign in with a passkey').click()
  await guarded.button(/your menu/).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test('The dialog of an ended session asks for a code after the password', withPatience, async () => {
  await guarded.openSecurity()
  await guarded.giveCodesAgain()
  await saveAfterEnd(guarded, 'Walter of the code', async (over) => {
    await expect.poll(() => guarded.focusedField()).toBe('password')
    await page.keyboard.type(guarded.person.password)
    await page.keyboard.press('Enter')
    await expect.poll(() => guarded.focusedField()).toBe('one-time-code')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await over.getByText('was not accepted').waitFor()
    await over.getByLabel('Code from your app').fill(guarded.freshCode())
    await page.keyboard.press('Enter')
  })
  expect(complaints.splice(0)).toEqual([])
})
