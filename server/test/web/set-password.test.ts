import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResetLink, createUser, sendPersonNotice } from '../../src/domain/accounts/index.ts'
import type { Tasks } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, openPage, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const patience = 120_000
const goodPassword = 'lantern over quiet water'

let vigie: TestApp
let url: string
let office: { accountId: number }
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[vigie, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  url = await vigie.listen()
  office = await vigie.given.office()
}, patience)

afterAll(async () => {
  await page.context().close()
  await vigie.close()
})

/** Someone who has just been mailed a link to choose a new password. */
async function newcomer() {
  const email = `walter-${randomUUID()}@people.example`
  const { accountId } = office
  const link = await vigie.db.system(async (tx) => {
    const person = { accountId, email, name: 'Walter', roles: ['READER' as const], passwordHash: null }
    const { userId } = await createUser(tx, person)
    return createResetLink(tx, url, { userId, version: 1, provesAddress: true })
  })
  return { email, token: link.secret, link: link.address + link.secret }
}

const field = (name: string) => page.getByLabel(name, { exact: true })

async function choose(password: string, repeated = password) {
  await field('New password').fill(password)
  await field('Repeat the password').fill(repeated)
  await page.getByRole('button', { name: 'Set the password' }).click()
}

test(
  'Faults of a password are shown before and after sending it, and the right one signs in',
  { timeout: patience },
  async () => {
    const { email, token, link } = await newcomer()
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/set-password')) sent += 1
    })
    await page.goto(link)
    await field('New password').waitFor()
    expect(page.url()).toBe(`${url}/app/set-password`)
    const kept = 'JSON.stringify([localStorage, sessionStorage, history.state])'
    expect(await page.evaluate(kept)).not.toContain(token)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Choose a password.', { exact: true }).waitFor()
    const refusals = [
      ['eleven char', 'Too short: use at least 12 characters.'],
      ['abcdefabcdef', 'Make it more varied.'],
      ['aaaabbbbcccc', 'Make it more varied.'],
      [`${goodPassword} `.repeat(45), 'Too long: use at most 1,000 characters.'],
    ] as const
    for (const [password, words] of refusals) {
      await choose(password)
      await page.getByText(words).waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('new-password')
    }
    await rulesAreTickedOff()
    await choose(goodPassword, `${goodPassword}!`)
    await page.getByText('The two passwords differ.').waitFor()
    expect(sent).toBe(0)
    const weak = [
      ['azertyuiopqs', 'follows the keys of a keyboard'],
      [`${email.split('@')[0]} and more`, 'is based on your name, your e-mail address'],
    ] as const
    for (const [password, words] of weak) {
      await choose(password)
      await page.getByText(words).waitFor()
    }
    await expect.poll(() => sent).toBe(2)
    await choose(goodPassword)
    await page.getByRole('status').getByText('Your password is set').waitFor()
    await signIn(page, { email, password: goodPassword })
    await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
    expect(complaints).toEqual([])
  },
)

async function rulesAreTickedOff() {
  const description = async () => {
    const ids = (await field('New password').getAttribute('aria-describedby')) ?? ''
    return page.locator(`[id="${ids.split(' ').at(-1)}"]`).textContent()
  }
  await field('New password').fill('')
  await expect.poll(description).toContain('To do:At least 12 characters')
  await field('New password').fill('abcdefabcdef')
  await expect.poll(description).toContain('Done:At least 12 characters')
  await expect.poll(description).toContain('To do:Five different')
  await field('New password').fill(goodPassword)
  await expect.poll(description).not.toContain('To do:')
  const kinds = () =>
    Promise.all(['New password', 'Repeat the password'].map((name) => field(name).getAttribute('type')))
  expect(await kinds()).toEqual(['password', 'password'])
  await page.getByRole('button', { name: 'Show or hide the password' }).first().click()
  await expect.poll(kinds).toEqual(['text', 'text'])
}

test(
  'A used or incomplete link says what to do, and a lost answer is reported',
  { timeout: patience },
  async () => {
    const { token, link } = await newcomer()
    const payload = { token, password: goodPassword }
    expect((await vigie.call('POST', '/auth/set-password', { body: payload })).statusCode).toBe(204)
    await page.goto(link)
    await choose('another lantern, another sea')
    await page.getByRole('alert').getByText('This link no longer works').waitFor()
    expect(await field('New password').count()).toBe(0)
    for (const broken of ['', '#token=', '#token=a<b']) {
      await page.goto('about:blank')
      await page.goto(`${url}/app/set-password${broken}`)
      await page.getByText('Open your link again').waitFor()
    }
    // A new link pasted into the same tab is a new chance.
    await page.goto((await newcomer()).link)
    await field('New password').waitFor()
    expect(page.url()).toBe(`${url}/app/set-password`)
    expect(complaints).toEqual([])

    let sent = 0
    await page.route('**/auth/set-password', (route) => {
      sent += 1
      return route.abort()
    })
    await choose(goodPassword)
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    // Not tried again behind the person's back.
    expect(sent).toBe(1)
    await page.unroute('**/auth/set-password')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your password is set').waitFor()
    expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
  },
)

test(
  'A forgotten password is requested, chosen from the mail, and signs in',
  { timeout: patience },
  async () => {
    const person = await vigie.given.person([office.accountId], ['READER'])
    await page.goto(`${url}/app/sign-in`)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
    // What was typed already came along.
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(person.email)
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(person.email).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    await page.goto(`${url}/app/set-password#token=${await mailedSecret(person)}`)
    await choose('another lantern, another sea')
    await page.getByText('Your password is set').waitFor()
    await signIn(page, person)
    await page.getByRole('alert').getByText('You are not signed in').waitFor()
    await signIn(page, { ...person, password: 'another lantern, another sea' })
    await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
    expect(complaints).toEqual([])
  },
)

/** What the worker puts into the mail that the page has asked for. */
async function mailedSecret({ userId, email }: { userId: number; email: string }): Promise<string> {
  const { rows } = await vigie.admin.query(
    `select payload from graphile_worker._private_jobs where payload->>'userId' = $1`,
    [String(userId)],
  )
  const [{ payload }] = rows as [{ payload: Tasks['people.notify'] }]
  expect(payload.notice.kind).toBe('RESET_LINK')
  await sendPersonNotice(url)(payload, { db: vigie.db, clock: systemClock } as never)
  const { secret } = await vigie.db.read(office, (tx) =>
    tx.selectFrom('mail').select('secret').where('recipient', '=', email).executeTakeFirstOrThrow(),
  )
  return secret ?? ''
}

test(
  'The password page is accessible, in French too, light and dark, wide and narrow',
  { timeout: patience },
  async () => {
    const scan = async (name: string, colorScheme: 'light' | 'dark', width: number) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
      expect([name, await seriousFindings(page)]).toEqual([name, []])
      await expect.poll(() => sidewaysScroll(page), { message: `${name}: sideways` }).toBeLessThanOrEqual(0)
    }
    const { token, link } = await newcomer()
    await page.evaluate(`localStorage.setItem('vigie-language', 'fr')`)
    await page.goto('about:blank')
    await page.goto(link)
    await field('Nouveau mot de passe').fill('abcdefabcdef')
    await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
    await page.getByText('Variez davantage.').waitFor()
    await scan('weak', 'light', 1280)
    await scan('weak', 'dark', 360)
    const body = { token, password: goodPassword }
    expect((await vigie.call('POST', '/auth/set-password', { body })).statusCode).toBe(204)
    await field('Nouveau mot de passe').fill(goodPassword)
    await field('Répétez le mot de passe').fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Ce lien ne fonctionne plus').waitFor()
    await scan('used', 'dark', 360)
    await scan('used', 'light', 1280)
    expect(complaints).toEqual([])
  },
)
