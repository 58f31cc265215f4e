import { createServer, type AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, openPage } from './browser.ts'

const step = 30_000

/** Passkeys belong to an origin, which the product has to know before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Somebody with a browser, whose account will want a second factor of them. */
export class Guarded {
  readonly t: TestApp
  readonly url: string
  readonly page: Page
  readonly complaints: string[]
  readonly office: { accountId: number; base: string; token: string }
  person: { email: string; password: string; token: string }
  /** Of the authenticator app, once it was added. */
  secret = ''
  #usedStep = 0

  private constructor(parts: Pick<Guarded, 't' | 'url' | 'page' | 'complaints' | 'office' | 'person'>) {
    this.t = parts.t
    this.url = parts.url
    this.page = parts.page
    this.complaints = parts.complaints
    this.office = parts.office
    this.person = parts.person
  }

  static async open(): Promise<Guarded> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const started = [testApp({ environment: { PUBLIC_URL: url } }), openPage(), buildPages()] as const
    const [t, { page, complaints }] = await Promise.all(started)
    await t.app.listen({ host: '127.0.0.1', port })
    const office = await t.given.office()
    const person = await t.given.person([office.accountId])
    return new Guarded({ t, url, page, complaints, office, person })
  }

  async close(): Promise<void> {
    await this.page.context().close()
    await this.t.close()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name })
  }

  focusedField(): Promise<unknown> {
    return this.page.evaluate('document.activeElement.name')
  }

  /** A code that was not given yet: each counts once, and those of the next half minute are accepted too. */
  freshCode(): string {
    this.#usedStep = Math.max(this.#usedStep + 1, Math.floor(Date.now() / step))
    return new TOTP({ secret: Secret.fromBase32(this.secret) }).generate({ timestamp: this.#usedStep * step })
  }

  /** As if half a minute had passed since the last code. */
  async giveCodesAgain(): Promise<void> {
    await this.t.admin.query('update second_factor set last_step = null')
    this.#usedStep = 0
  }

  async signOut(): Promise<void> {
    await this.button(/your menu/).click()
    await this.button('Sign out').click()
    await this.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  }

  async openSecurity(): Promise<void> {
    await this.page.goto(`${this.url}/app/security`)
    await this.page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor()
  }

  /** A key that says yes to everything, as a person with a finger on it would. */
  async plugInKey(): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page)
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

  /** On the security page: a key of theirs opens sessions from now on. */
  async addPasskey(): Promise<void> {
    await this.plugInKey()
    await this.button('Add a passkey').click()
    await this.dialog('Add a passkey').getByLabel('Name').fill('My laptop')
    await this.button('Create the passkey').click()
    await this.page.getByText('My laptop', { exact: true }).waitFor()
  }

  async nameOfPerson(): Promise<unknown> {
    const { rows } = await this.t.admin.query('select name from app_user where email = $1', [
      this.person.email,
    ])
    return (rows[0] as { name: string }).name
  }
}

/** What was typed is on the page when the session turns out to be over, and is sent once there is one again. */
export async function saveAfterEnd(
  guarded: Guarded,
  name: string,
  signInAgain: (over: Locator) => Promise<void>,
): Promise<void> {
  const { page, url } = guarded
  await page.getByLabel('Name', { exact: true }).fill(name)
  const headers = { 'x-vigie-client': 'web', origin: url }
  await page.context().request.post(`${url}/auth/sign-out`, { headers })
  await guarded.button('Save').click()
  const over = guarded.dialog('Your session has ended')
  await over.waitFor()
  await signInAgain(over)
  await over.waitFor({ state: 'detached' })
  await expect.poll(() => guarded.nameOfPerson()).toBe(name)
}
