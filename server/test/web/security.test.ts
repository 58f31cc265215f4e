import { createServer, type AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }
const step = 30_000

let t: TestApp
let url: string
let office: { accountId: number; base: string; token: string }
let person: { email: string; password: string; token: string }
let page: Page
let complaints: string[]
let secret: string
let usedStep = 0
let codes: string[]

/** Passkeys belong to an origin, which the product has to know before it listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  const started = [testApp({ environment: { PUBLIC_URL: url } }), openPage(), buildPages()] as const
  ;[t, { page, complaints }] = await Promise.all(started)
  await t.app.listen({ host: '127.0.0.1', port })
  office = await t.given.office()
  person = await t.given.person([office.accountId])
}, 120_000)

afterAll(async () => {
  await page.context().close()
  await t.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** A code that was not given yet: each counts once, and those of the next half minute are accepted too. */
function freshCode(): string {
  usedStep = Math.max(usedStep + 1, Math.floor(Date.now() / step))
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: usedStep * step })
}

/** As if half a minute had passed since the last code. */
async function giveCodesAgain() {
  await t.admin.query('update second_factor set last_step = null')
  usedStep = 0
}

const focusedField = () => page.evaluate('document.activeElement.name')

async function signOut() {
  await button(/your menu/).click()
  await button('Sign out').click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

async function openSecurity() {
  await page.goto(`${url}/app/security`)
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor()
}

/** A key that says yes to everything, as a person with a finger on it would. */
async function plugInKey() {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('An account that requires a second factor leads to its setup', withPatience, async () => {
  const policy = { secondFactor: { demand: 'EVERYBODY', roles: [] } }
  const path = `${office.base}/administration/sign-in-policy`
  expect((await t.call('PUT', path, { token: office.token, body: policy })).statusCode).toBe(200)
  await page.goto(`${url}/app/`)
  await signIn(page, person)
  await page.getByText('requires a second factor').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/security')
  expect(await seriousFindings(page)).toEqual([])

  await button('Add an authenticator app').click()
  const adding = dialog('Add an authenticator app')
  secret = await adding.locator('pre').innerText()
  await adding
    .getByRole('figure', { name: /QR code/ })
    .locator('path')
    .waitFor({ state: 'attached' })
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await adding.getByLabel('Code the app shows').fill('000000')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await adding.getByText('was not accepted').waitFor()
  await adding.getByLabel('Code the app shows').fill(freshCode())
  await adding.getByLabel('Name').fill('My telephone')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()

  const sheet = dialog('Your recovery codes')
  codes = (await sheet.locator('pre').innerText()).split('\n')
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
  await signOut()
  await signIn(page, person)
  await page.getByRole('heading', { level: 1, name: 'Second step' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const field = page.getByLabel('Code from your app')
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await field.fill('12')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the six digits.').waitFor()
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('was not accepted').waitFor()
  await field.fill(freshCode())
  await page.keyboard.press('Enter')
  await button(/your menu/).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test('A recovery code replaces the lost app, once', withPatience, async () => {
  const giveCode = async () => {
    await signOut()
    await signIn(page, person)
    await button('Use a recovery code instead').click()
    await expect.poll(focusedField).toBe('recovery-code')
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
  await button(/your menu/).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test('A passkey is added, and opens a session without a password', withPatience, async () => {
  await plugInKey()
  await button(/your menu/).click()
  await page.getByRole('link', { name: 'Profile and security' }).click()
  await button('Add a passkey').click()
  await dialog('Add a passkey').getByLabel('Name').fill('My laptop')
  await button('Create the passkey').click()
  await page.getByText('My laptop', { exact: true }).waitFor()
  await signOut()
  await button('Sign in with a passkey').click()
  await button(/your menu/).waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test(
  'An old proof is requested again, and a cancelled one leaves everything unchanged',
  withPatience,
  async () => {
    await openSecurity()
    await t.admin.query(
      `update person_session set second_factor_at = now() - interval '1 hour' where second_factor is not null`,
    )
    await button('Create new recovery codes').click()
    const asking = dialog('Create new recovery codes?')
    await asking.getByRole('button', { name: 'Create new recovery codes' }).click()
    const proof = dialog('Confirm that it is you')
    await proof.getByLabel('Code from your app').waitFor()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await proof.getByRole('button', { name: 'Cancel' }).click()
    await asking.getByText('You did not confirm that it is you').waitFor()

    await asking.getByRole('button', { name: 'Create new recovery codes' }).click()
    await proof.getByLabel('Code from your app').fill('000000')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.getByText('was not accepted').first().waitFor()
    await proof.getByRole('button', { name: 'Use a passkey' }).click()
    await dialog('Your recovery codes').getByRole('button', { name: 'I have saved it' }).click()
    expect(complaints.splice(0)).toEqual([])
  },
)

/** What was typed is on the page when the session turns out to be over, and is sent once there is one again. */
async function saveAfterEnd(name: string, signInAgain: (over: Locator) => Promise<void>) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  const headers = { 'x-vigie-client': 'web', origin: url }
  await page.context().request.post(`${url}/auth/sign-out`, { headers })
  await button('Save').click()
  const over = dialog('Your session has ended')
  await over.waitFor()
  await signInAgain(over)
  await over.waitFor({ state: 'detached' })
  await expect.poll(nameOfPerson).toBe(name)
}

async function nameOfPerson(): Promise<unknown> {
  const { rows } = await t.admin.query('select name from app_user where email = $1', [person.email])
  return (rows[0] as { name: string }).name
}

test('The dialog of an ended session asks for a code after the password', withPatience, async () => {
  await openSecurity()
  await giveCodesAgain()
  await saveAfterEnd('Walter of the code', async (over) => {
    await expect.poll(focusedField).toBe('password')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect.poll(focusedField).toBe('one-time-code')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await over.getByText('was not accepted').waitFor()
    await over.getByLabel('Code from your app').fill(freshCode())
    await page.keyboard.press('Enter')
  })
  expect(complaints.splice(0)).toEqual([])
})

test(
  'The dialog of an ended session accepts a passkey, after the password or instead of it',
  withPatience,
  async () => {
    await saveAfterEnd('Walter of the password', async (over) => {
      await over.getByLabel(`Password of ${person.email}`).fill(person.password)
      await page.keyboard.press('Enter')
      await over.getByRole('button', { name: 'Use a passkey' }).click()
    })
    await saveAfterEnd('Walter of the passkey', (over) =>
      over.getByRole('button', { name: 'Sign in with a passkey' }).click(),
    )
    expect(complaints.splice(0)).toEqual([])
  },
)

test('Another session is seen and ended', withPatience, async () => {
  await openSecurity()
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await sessions.nth(1).waitFor()
  const before = await sessions.count()
  await button(/^End: /)
    .first()
    .click()
  await expect.poll(() => sessions.count()).toBe(before - 1)
  if (before > 2) await button('End all others').click()
  await expect.poll(() => sessions.count()).toBe(1)
  await page.getByText('This session').waitFor()
  expect((await t.call('GET', '/me', { token: person.token })).statusCode).toBe(401)
  expect(complaints.splice(0)).toEqual([])
})

test(
  'The password is changed; the page continues, and the former one no longer works',
  withPatience,
  async () => {
    await openSecurity()
    const chosen = 'lantern over quiet water'
    const change = async (current: string) => {
      await page.getByLabel('Current password', { exact: true }).fill(current)
      await page.getByLabel('New password', { exact: true }).fill(chosen)
      await page.getByLabel('Repeat the password', { exact: true }).fill(chosen)
      await button('Change the password').click()
    }
    await button('Change the password').click()
    await page.getByText('Enter your password.').waitFor()
    await expect.poll(focusedField).toBe('current-password')
    await change('not this one at all')
    await page.getByText('The password was not set').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await change(person.password)
    await page.getByText('Your password was changed').waitFor()
    expect(await page.getByLabel('Current password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Name', { exact: true }).fill('Walter')
    await button('Save').click()
    await expect.poll(nameOfPerson).toBe('Walter')
    await signOut()
    await signIn(page, person)
    await page.getByText('You are not signed in').waitFor()
    person = { ...person, password: chosen }
    await signIn(page, person)
    await button('Use a passkey').click()
    await button(/your menu/).waitFor()
    expect(complaints.splice(0)).toEqual([])
  },
)

test(
  'The security page fits a phone, in French and in the dark, and keeps the language',
  withPatience,
  async () => {
    await openSecurity()
    await page.getByRole('main').getByText('Français').click()
    await button('Save').click()
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
