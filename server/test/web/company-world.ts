import type { Page } from 'playwright-core'
import { testApp, type TestApp } from '../harness/index.ts'
import type { Profile } from '../oidc/real-provider.ts'
import { startRealProvider, type RealProvider } from '../oidc/real-provider.ts'
import { buildPages, openPage, type Visit } from './browser.ts'
import { freePort } from './security-world.ts'

export interface Office {
  readonly accountId: number
  readonly base: string
  readonly token: string
}

/** The product beside the identity providers of companies, with people who have a browser each. */
export class Companies {
  readonly t: TestApp
  readonly url: string
  readonly #visits: Visit[] = []
  readonly #providers: RealProvider[] = []

  private constructor(t: TestApp, url: string) {
    this.t = t
    this.url = url
  }

  static async open(): Promise<Companies> {
    const port = await freePort()
    // The provider is on 127.0.0.1: another site, as everywhere.
    const url = `http://localhost:${port}`
    const [t] = await Promise.all([testApp({ environment: { PUBLIC_URL: url } }), buildPages()])
    await t.app.listen({ host: '127.0.0.1', port })
    return new Companies(t, url)
  }

  /** A certified provider that signs in whoever comes as the person it is told. */
  async provider(profile: Profile): Promise<RealProvider> {
    const provider = await startRealProvider(profile, `${this.url}/auth/oidc/callback`)
    this.#providers.push(provider)
    return provider
  }

  /** A provider remembers who came in a browser: each person has their own. */
  async browser(): Promise<Page> {
    const visit = await openPage()
    this.#visits.push(visit)
    return visit.page
  }

  complaints(): string[] {
    return this.#visits.flatMap(({ complaints }) => complaints.splice(0))
  }

  ofAccount({ accountId }: Office, path = ''): string {
    return `${this.url}/app/account/${accountId}${path}`
  }

  async close(): Promise<void> {
    await Promise.all(this.#visits.map(({ page }) => page.context().close()))
    await Promise.all(this.#providers.map((provider) => provider.close()))
    await this.t.close()
  }
}

/** What an administrator copies from the provider into the page. */
export async function fillProvider(page: Page, provider: RealProvider): Promise<void> {
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret').fill(provider.clientSecret)
}

export async function addRole(page: Page, value: string, role: string): Promise<void> {
  const rules = page.getByRole('list', { name: 'Which value gives which role' }).getByRole('listitem')
  const before = await rules.count()
  await page.getByRole('button', { name: 'Add a value' }).click()
  const rule = rules.nth(before)
  await rule.getByLabel('Value of the claim').fill(value)
  await rule.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role }).click()
}
