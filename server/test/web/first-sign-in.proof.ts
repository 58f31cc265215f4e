import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendPersonNotice } from '../../src/domain/accounts/index.ts'
import type { Tasks } from '../../src/platform/jobs/index.ts'
import { wholeAccount, systemClock } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'
import { seriousFindings, signIn } from './browser.ts'
import {
  createNewcomer,
  forgetVisit,
  goodPassword,
  invite,
  openEntrance,
  type Entrance,
} from './entrance-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let entrance: Entrance
let vigie: TestApp
let url: string
let page: Page
let complaints: string[]

beforeAll(async () => {
  entrance = await openEntrance()
  ;({ vigie, url, page, complaints } = entrance)
}, 300_000)

afterAll(() => entrance.close())

const field = (name: string) => page.getByLabel(name, { exact: true })

async function choose(password: string, repeated = password) {
  await field('New password').fill(password)
  await field('Repeat the password').fill(repeated)
  await page.getByRole('button', { name: 'Set the password' }).click()
}

test(
  'Faults of a password are shown before and after sending it, and the right one signs in',
  withPatience,
  async () => {
    const { email, token, link } = await createNewcomer(entrance)
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
    await choose('eleven char')
    await page.getByText('Too short: use at least 12 characters.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('new-password')
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

test('A used or incomplete link says what to do, and a lost answer is reported', withPatience, async () => {
  const { token, link } = await createNewcomer(entrance)
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
  await page.goto((await createNewcomer(entrance)).link)
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
})

test('A forgotten password is requested, chosen from the mail, and signs in', withPatience, async () => {
  const person = await vigie.given.person([entrance.office.accountId], ['READER'])
  await forgetVisit(entrance)
  await page.goto(`${url}/app/sign-in`)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
  // What was typed already came along.
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(person.email)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(person.email).waitFor()
  expect(await seriousFindings(page, 'main')).toEqual([])

  await page.goto(`${url}/app/set-password#token=${await mailedSecret(person)}`)
  await choose('another lantern, another sea')
  await page.getByText('Your password is set').waitFor()
  await signIn(page, person)
  await page.getByRole('alert').getByText('You are not signed in').waitFor()
  await signIn(page, { ...person, password: 'another lantern, another sea' })
  await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
  expect(complaints).toEqual([])
})

/** What the worker puts into the mail that the page has asked for. */
async function mailedSecret({ userId, email }: { userId: number; email: string }): Promise<string> {
  const { rows } = await vigie.admin.query(
    `select payload from graphile_worker._private_jobs where payload->>'userId' = $1`,
    [String(userId)],
  )
  const [{ payload }] = rows as [{ payload: Tasks['people.notify'] }]
  expect(payload.notice.kind).toBe('RESET_LINK')
  await sendPersonNotice(url)(payload, { db: vigie.db, clock: systemClock } as never)
  const { secret } = await vigie.db.read(wholeAccount(entrance.office.accountId), (tx) =>
    tx.selectFrom('mail').select('secret').where('recipient', '=', email).executeTakeFirstOrThrow(),
  )
  return secret ?? ''
}

test('A new person accepts with a first password and is signed in', withPatience, async () => {
  const email = `new-${randomUUID()}@people.example`
  const link = await invite(entrance, entrance.office, email)
  await forgetVisit(entrance)
  await page.goto(link)
  await page.getByText(`The invitation is for ${email}.`).waitFor()
  expect(page.url()).toBe(`${url}/app/invitation`)
  await page.getByText('Reviewer: sees the portfolio and decides on answers').waitFor()
  await page.getByLabel('New password', { exact: true }).fill(goodPassword)
  await page.getByLabel('Repeat the password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('You have accepted the invitation').waitFor()
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /your menu/ }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The link is spent.
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('This invitation no longer works').waitFor()
  expect(complaints.splice(0).filter((text) => !text.includes('403'))).toEqual([])
})

test('A known person signs in, accepts there and finds both accounts', withPatience, async () => {
  const [first, second] = [entrance.office, await vigie.given.office()]
  const email = `known-${randomUUID()}@people.example`
  const own = await invite(entrance, first, email)
  const accepted = { token: own.split('#token=')[1], password: goodPassword }
  expect((await vigie.call('POST', '/auth/invitation/accept', { body: accepted })).statusCode).toBe(204)
  const link = await invite(entrance, second, email)
  await forgetVisit(entrance)
  await page.goto(link)
  await page.getByText('You already have access as').waitFor()
  await page.getByRole('link', { name: 'Sign in to answer' }).click()
  // The address is known already.
  await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe(email)
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your invitations' }).waitFor()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You are now a member of').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/account/${second.accountId}`)
  const me = await vigie.call('POST', '/auth/sign-in', { body: { email, password: goodPassword } })
  const { accessToken: token } = me.json<{ accessToken: string }>()
  const { accounts } = (await vigie.call('GET', '/me', { token })).json<{ accounts: object[] }>()
  expect(accounts).toHaveLength(2)
  expect(complaints).toEqual([])
})
