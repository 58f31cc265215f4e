import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'
import { Guarded, saveAfterEnd } from './security-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let guarded: Guarded
let page: Page
let complaints: string[]
let codes: string[]

beforeAll(async () => {
  guarded = await Guarded.open()
  ;({ page, complaints } = guarded)
}, 300_000)

afterAll(() => guarded.close())

test('A person adds an app and a passkey of their own accord', withPatience, async () => {
  await page.goto(`${guarded.url}/app/security`)
  await signIn(page, guarded.person)
  await guarded.button('Add an authenticator app').click()
  const adding = guarded.dialog('Add an authenticator app')
  guarded.secret = await adding.locator('pre').innerText()
  await adding.getByLabel('Code the app shows').fill(guarded.freshCode())
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const sheet = guarded.dialog('Your recovery codes')
  codes = (await sheet.locator('pre').innerText()).split('\n')
  await sheet.getByRole('button', { name: 'I have saved it' }).click()
  await guarded.addPasskey()
  expect(complaints.splice(0)).toEqual([])
})

test('A recovery code replaces the lost app, once', withPatience, async () => {
  const giveCode = async () => {
    await guarded.signOut()
    await signIn(page, guarded.person)
    await guarded.button('Use a recovery code instead').click()
    await expect.poll(() => guarded.focusedField()).toBe('recovery-code')
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
  }
  await giveCode()
  await page.getByText('You signed in with a recovery code').waitFor()
  await page.getByText('You have 9 recovery codes left.').waitFor()
  await giveCode()
  await page.getByText('was not accepted').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await guarded.button(/your menu/).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test(
  'An old proof is requested again, and a cancelled one leaves everything unchanged',
  withPatience,
  async () => {
    await guarded.openSecurity()
    await guarded.t.admin.query(
      `update person_session set second_factor_at = now() - interval '1 hour' where second_factor is not null`,
    )
    await guarded.button('Create new recovery codes').click()
    const asking = guarded.dialog('Create new recovery codes?')
    await asking.getByRole('button', { name: 'Create new recovery codes' }).click()
    const proof = guarded.dialog('Confirm that it is you')
    await proof.getByLabel('Code from your app').waitFor()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await proof.getByRole('button', { name: 'Cancel' }).click()
    await asking.getByText('You did not confirm that it is you').waitFor()

    await asking.getByRole('button', { name: 'Create new recovery codes' }).click()
    await proof.getByLabel('Code from your app').fill('000000')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.getByText('was not accepted').first().waitFor()
    await proof.getByRole('button', { name: 'Use a passkey' }).click()
    await guarded.dialog('Your recovery codes').getByRole('button', { name: 'I have saved it' }).click()
    expect(complaints.splice(0)).toEqual([])
  },
)

test(
  'The dialog of an ended session accepts a passkey, after the password or instead of it',
  withPatience,
  async () => {
    await guarded.openSecurity()
    await saveAfterEnd(guarded, 'Walter of the password', async (over) => {
      await over.getByLabel(`Password of ${guarded.person.email}`).fill(guarded.person.password)
      await page.keyboard.press('Enter')
      await over.getByRole('button', { name: 'Use a passkey' }).click()
    })
    await saveAfterEnd(guarded, 'Walter of the passkey', (over) =>
      over.getByRole('button', { name: 'Sign in with a passkey' }).click(),
    )
    expect(complaints.splice(0)).toEqual([])
  },
)

test('Another session is seen and ended', withPatience, async () => {
  await guarded.openSecurity()
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await sessions.nth(1).waitFor()
  const before = await sessions.count()
  await guarded
    .button(/^End: /)
    .first()
    .click()
  await expect.poll(() => sessions.count()).toBe(before - 1)
  if (before > 2) await guarded.button('End all others').click()
  await expect.poll(() => sessions.count()).toBe(1)
  await page.getByText('This session').waitFor()
  expect((await guarded.t.call('GET', '/me', { token: guarded.person.token })).statusCode).toBe(401)
  expect(complaints.splice(0)).toEqual([])
})

test(
  'The password is changed; the page continues, and the former one no longer works',
  withPatience,
  async () => {
    await guarded.openSecurity()
    const chosen = 'lantern over quiet water'
    const change = async (current: string) => {
      await page.getByLabel('Current password', { exact: true }).fill(current)
      await page.getByLabel('New password', { exact: true }).fill(chosen)
      await page.getByLabel('Repeat the password', { exact: true }).fill(chosen)
      await guarded.button('Change the password').click()
    }
    await guarded.button('Change the password').click()
    await page.getByText('Enter your password.').waitFor()
    await expect.poll(() => guarded.focusedField()).toBe('current-password')
    await change('not this one at all')
    await page.getByText('The password was not set').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await change(guarded.person.password)
    await page.getByText('Your password was changed').waitFor()
    expect(await page.getByLabel('Current password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Name', { exact: true }).fill('Walter')
    await guarded.button('Save').click()
    await expect.poll(() => guarded.nameOfPerson()).toBe('Walter')
    await guarded.signOut()
    await signIn(page, guarded.person)
    await page.getByText('You are not signed in').waitFor()
    guarded.person = { ...guarded.person, password: chosen }
    await signIn(page, guarded.person)
    await guarded.button('Use a passkey').click()
    await guarded.button(/your menu/).waitFor()
    expect(complaints.splice(0)).toEqual([])
  },
)

test(
  'The security page fits a phone, in French and in the dark, and keeps the language',
  withPatience,
  async () => {
    await guarded.openSecurity()
    await page.getByRole('main').getByText('Français').click()
    await guarded.button('Save').click()
    await page.getByRole('heading', { level: 1, name: 'Profil et sécurité' }).waitFor()
    await page.setViewportSize(phone.viewport)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    const { language } =
      (await page.evaluate(`fetch('/auth/refresh', { method: 'POST', headers: { 'x-vigie-client': 'web' } })
    .then((answer) => answer.json())
    .then(({ accessToken }) => fetch('/me', { headers: { authorization: 'Bearer ' + accessToken } }))
    .then((answer) => answer.json())`)) as { language: string }
    expect(language).toBe('fr')
    expect(complaints.splice(0)).toEqual([])
  },
)
