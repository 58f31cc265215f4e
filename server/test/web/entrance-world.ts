import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { createResetLink, createUser } from '../../src/domain/accounts/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, openPage } from './browser.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

export const goodPassword = 'lantern over quiet water'

export interface Entrance {
  readonly vigie: TestApp
  readonly url: string
  readonly office: Office
  readonly page: Page
  readonly complaints: string[]
  close(): Promise<void>
}

export interface Office {
  accountId: number
  base: string
  token: string
}

/** A browser that has not been anywhere yet, in front of the product. */
export async function openEntrance(): Promise<Entrance> {
  const [vigie, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  const url = await vigie.listen()
  const office = await vigie.given.office()
  return {
    vigie,
    url,
    office,
    page,
    complaints,
    close: async () => {
      await page.context().close()
      await vigie.close()
    },
  }
}

/** Someone who has just been mailed a link to choose a new password. */
export async function createNewcomer({ vigie, url, office: { accountId } }: Entrance) {
  const email = `walter-${randomUUID()}@people.example`
  const link = await vigie.db.system(async (tx) => {
    const person = { accountId, email, name: 'Walter', roles: ['READER' as const], passwordHash: null }
    const { userId } = await createUser(tx, person)
    return createResetLink(tx, url, { userId, version: 1, provesAddress: true })
  })
  return { email, token: link.secret, link: link.address + link.secret }
}

/** The address that the invited person finds in their mailbox. */
export async function invite({ vigie, url }: Entrance, office: Office, email: string): Promise<string> {
  const body = { email, name: 'Walter', roles: ['READER', 'REVIEWER'] }
  const answer = await vigie.call('POST', `${office.base}/users`, { token: office.token, body })
  if (answer.statusCode !== 201) throw new Error(`${email} was not invited: ${answer.body}`)
  const { secret } = await vigie.db.read(wholeAccount(office.accountId), (tx) =>
    tx.selectFrom('mail').select('secret').where('recipient', '=', email).executeTakeFirstOrThrow(),
  )
  return `${url}/app/invitation#token=${secret}`
}

/** Nobody is signed in, and nothing of the last visit is on the screen. */
export async function forgetVisit({ page }: Entrance): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
