import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonSettings, type Setting } from '../oidc/common-settings.ts'
import type { RealProvider } from '../oidc/real-provider.ts'
import { seriousFindings, signIn } from './browser.ts'
import { addRole, Companies, fillProvider, type Office } from './company-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let companies: Companies
beforeAll(async () => {
  companies = await Companies.open()
}, 300_000)
afterAll(() => companies.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const company = 'Continue with your company'
const signInAtCompany = (page: Page) => page.getByRole('link', { name: company }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
// The first page of an account with no company yet has a heading of its own.
const menu = (page: Page) => page.getByRole('button', { name: /your menu/ })
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** The administrator on the page of single sign-on, signed in with their password. */
async function openSettings(office: Office, admin: { email: string; password: string }): Promise<Page> {
  const page = await companies.browser()
  await page.goto(companies.ofAccount(office, '/settings/single-sign-on'))
  await signIn(page, admin)
  await heading(page, 'Single sign-on').waitFor()
  return page
}

async function choose(page: Page, kind: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Your provider' }).click()
  await page.getByRole('option', { name: kind }).click()
}

describe('A company sets up its sign-in', { shuffle: false }, () => {
  const [setting] = commonSettings.filter(({ name }) => name === 'Keycloak') as [Setting]
  let office: Office
  let admin: { email: string; password: string }
  let provider: RealProvider
  let page: Page
  const says = (sub: string, email: string, roles: string[], more: object = {}) => {
    provider.person = { sub, ...setting.claims(email, roles), ...more }
  }

  beforeAll(async () => {
    office = await companies.t.given.office()
    admin = await companies.t.given.person([office.accountId])
    provider = await companies.provider(setting)
    page = await openSettings(office, admin)
  }, 120_000)

  test('A refused setting is told at its field, and what was typed stays', withPatience, async () => {
    await choose(page, 'Keycloak')
    await fillProvider(page, provider)
    await addRole(page, 'Vigie Admins', 'Administrator')
    await addRole(page, 'Vigie Readers', 'Reader')
    await page.getByLabel('Issuer').fill('http://login.example.com')
    await button(page, 'Save as a draft').click()
    await page.getByText('The issuer must be a public address').waitFor()
    expect(await page.getByLabel('Issuer').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Issuer').fill(provider.issuer)
    await button(page, 'Save as a draft').click()
    await button(page, 'Try it').waitFor()
    expect(await button(page, 'Require it').isDisabled()).toBe(true)
  })

  test('A trial that fails says at which step, what came back and what to change', withPatience, async () => {
    says('admin', admin.email, ['Vigie Admins'], { email_verified: undefined })
    await button(page, 'Try it').click()
    await page.getByText('It does not work yet').waitFor()
    await step(page, 'The ID token is valid').getByText('Passed').waitFor()
    const failed = step(page, 'Proved e-mail address')
    await failed.getByText('switch on the trust of unverified addresses').waitFor()
    await step(page, 'Who would get in').getByText('Not reached').waitFor()
    const idToken = step(page, 'The ID token is valid')
    await idToken.getByText('What came back').click()
    await idToken.getByText('realm_access', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('A trial that finds the administrator lets them switch it on', withPatience, async () => {
    says('admin', admin.email, ['Vigie Admins'])
    await button(page, 'Try it').click()
    await page.getByText('It works: the provider recognised you').waitFor()
    await step(page, 'Roles it gives').getByText('Administrator').waitFor()
    await step(page, 'Who would get in').getByText('You', { exact: true }).waitFor()
    await button(page, 'Switch on').click()
    await button(page, 'Switch off').waitFor()
    expect(await button(page, 'Require it').isEnabled()).toBe(true)
  })

  test('Somebody new signs in through the company from the page they wanted', withPatience, async () => {
    says('ada', 'ada@people.example', ['Vigie Readers'])
    const ada = await companies.browser()
    await ada.goto(companies.ofAccount(office, '/thirdparties'))
    await ada.getByLabel('Password', { exact: true }).waitFor()
    await signInAtCompany(ada)
    await heading(ada, 'Portfolio').waitFor()
    expect(ada.url()).toBe(companies.ofAccount(office, '/thirdparties'))
  })

  test('Somebody the company gives no role reads why they stay outside', withPatience, async () => {
    says('bob', 'bob@people.example', ['Others'])
    const bob = await companies.browser()
    await bob.goto(companies.ofAccount(office))
    await signInAtCompany(bob)
    await bob.getByText('Your company gives you no role here').waitFor()
    expect(await seriousFindings(bob)).toEqual([])
  })

  test(
    'Requiring it asks first, and leads its maker through the provider at once',
    withPatience,
    async () => {
      await button(page, 'Require it').click()
      const dialog = page.getByRole('dialog', { name: 'Require single sign-on?' })
      await dialog.getByText(`vigie account sso off --account ${office.accountId}`).waitFor()
      expect(await dialog.getByRole('button', { name: 'Require it' }).isDisabled()).toBe(true)
      await dialog.getByLabel('I know who to call').check()
      expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
      says('admin', admin.email, ['Vigie Admins'])
      await dialog.getByRole('button', { name: 'Require it' }).click()
      await page.getByText('is entered through your company’s sign-in').waitFor()
      await signInAtCompany(page)
      await menu(page).waitFor()
      await page.goto(companies.ofAccount(office, '/settings/single-sign-on'))
      await button(page, 'Stop requiring it').waitFor()
      expect(await page.getByLabel('Issuer').isDisabled()).toBe(true)
    },
  )

  test(
    'A grave act of somebody the provider let in waits for a proof given there',
    withPatience,
    async () => {
      await companies.t.admin.query(
        `update person_session set proved_at = proved_at - interval '1 hour' where confined_account_id = $1`,
        [office.accountId],
      )
      // Whoever opens the page anew has a token of which nothing is remembered.
      await page.goto(companies.ofAccount(office, '/settings/provisioning'))
      await button(page, 'Make a token').click()
      await page.getByRole('dialog').getByLabel('Name').fill('Directory')
      await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
      const way = question.getByRole('link', { name: 'Sign in again with your organisation' })
      await way.waitFor()
      expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
      // To this browser every page is in front: it never tells one that somebody has come back to it.
      const comeBack = () => page.evaluate("window.dispatchEvent(new Event('focus'))")
      await Promise.all([page.waitForResponse(/\/me$/), comeBack()])
      says('admin', admin.email, ['Vigie Admins'])
      const [tab] = await Promise.all([page.context().waitForEvent('page'), way.click()])
      await menu(tab).waitFor()
      await tab.close()
      await comeBack()
      await page.getByText('Shown only once').waitFor()
      expect(await question.count()).toBe(0)
      await button(page, 'I have saved it').click()
      await page.getByRole('list', { name: 'Tokens' }).getByText('Directory', { exact: true }).waitFor()
    },
  )

  test(
    'A password leads to the provider, and the door of the account no longer asks for one',
    withPatience,
    async () => {
      const walter = await companies.t.given.person([office.accountId], ['READER'])
      const other = await companies.browser()
      await other.goto(`${companies.url}/app/sign-in`)
      await signIn(other, walter)
      await other.getByText('is entered through your company’s sign-in').waitFor()
      says('walter', walter.email, [])
      await signInAtCompany(other)
      await menu(other).waitFor()
      await other.goto(`${companies.url}/app/security`)
      await other.getByText('You signed in through your company').waitFor()
      await button(other, 'Sign in with my password').click()
      await heading(other, 'Sign in').waitFor()
      await other.goto(companies.ofAccount(office))
      await other.getByRole('link', { name: company }).waitFor()
      expect(await other.getByLabel('Password', { exact: true }).count()).toBe(0)
    },
  )

  test('Nothing of it made a browser complain', () => {
    expect(companies.complaints()).toEqual([])
  })
})

describe.each(commonSettings)('With the preset for a provider like $name', (setting) => {
  const preset =
    { 'Entra ID': 'Microsoft Entra ID', Google: 'Google Workspace' }[setting.name] ?? setting.name

  test(
    'An administrator sets it up in the page, and somebody signs in through it',
    withPatience,
    async () => {
      const office = await companies.t.given.office()
      const admin = await companies.t.given.person([office.accountId])
      const provider = await companies.provider(setting)
      const page = await openSettings(office, admin)
      await choose(page, preset)
      await fillProvider(page, provider)
      const { roles } = (setting.ours.claims ?? {}) as { roles?: string }
      if (roles !== undefined) await page.getByLabel('Claim with the roles or groups').fill(roles)
      await addRole(page, 'Vigie Reviewers', 'Reviewer')
      await button(page, 'Save as a draft').click()
      await button(page, 'Switch on').click()
      await button(page, 'Switch off').waitFor()

      // An address belongs to the directory it first came from: each company has its own Ada.
      const address = `ada-of-${office.accountId}@people.example`
      provider.person = { sub: 'ada', ...setting.claims(address, ['Vigie Reviewers']) }
      const ada = await companies.browser()
      await ada.goto(companies.ofAccount(office))
      await signInAtCompany(ada)
      await ada.getByRole('button', { name: /your menu, Ada/ }).waitFor()
      expect(companies.complaints()).toEqual([])
    },
  )
})
