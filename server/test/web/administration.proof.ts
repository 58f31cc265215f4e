import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { writeNotices } from '../accounts/write-notices.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, follow, openPage, seriousFindings, signIn } from './browser.ts'
import { addAuthenticator } from './pages-world.ts'

type Person = Awaited<ReturnType<TestApp['given']['person']>>

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let vigie: TestApp
let accountId: number
let boss: Person
let deputy: Person
let reviewer: Person
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[vigie, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  const url = await vigie.listen()
  ;({ accountId } = await vigie.given.account())
  ;[boss, deputy, reviewer] = await Promise.all([
    vigie.given.person([accountId]),
    vigie.given.person([accountId]),
    vigie.given.person([accountId], ['REVIEWER', 'AUDITOR']),
  ])
  await addAuthenticator(vigie, reviewer)
  await page.goto(url)
  await signIn(page, boss)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await vigie.close()
})

const address = (path: string) => `/app/account/${accountId}/settings${path}`

const call = (person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  vigie.call(method, `/api/v1/account/${accountId}${path}`, { token: person.token, body })

const openRow = (person: Person) => page.getByRole('row').filter({ hasText: person.email })

async function chooseAction(person: Person, action: string): Promise<void> {
  await openRow(person)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('An administrator sees where a member is signed in, and ends it', withPatience, async () => {
  await follow(page, address('/users'))
  await chooseAction(reviewer, 'Sessions')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').first().waitFor()
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: /^End the session/ }).click()
  await dialog.getByText('Not signed in anywhere.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await call(reviewer, 'GET', '/dossiers')).statusCode).toBe(401)
})

test('A reset of a second factor takes a second administrator', withPatience, async () => {
  await chooseAction(reviewer, 'Reset second factor')
  await page.getByRole('dialog').getByRole('button', { name: 'Request the reset' }).press('Enter')
  await page.getByText('You requested it: another administrator must confirm.').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm the reset' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByText('You requested it').waitFor({ state: 'detached' })
  await call(deputy, 'POST', `/users/${reviewer.userId}/second-factor-reset`)
  await follow(page, address('/sign-in'))
  await page.getByRole('heading', { level: 1, name: 'Sign-in rules' }).waitFor()
  await follow(page, address('/users'))
  await page.getByRole('button', { name: 'Confirm the reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm the reset' }).click()
  await page.getByText('The second factor of Test Person has been reset').waitFor()
  const waiting = (await call(boss, 'GET', '/second-factor-resets')).json<{ content: unknown[] }>()
  expect(waiting.content).toEqual([])
})

test(
  'A person whose factor was reset gets a mail, and signs in with the password alone',
  withPatience,
  async () => {
    await writeNotices(vigie, systemClock, new URL(page.url()).origin)
    await page.goto(new URL(`/app/account/${accountId}/mailbox`, page.url()).href)
    await page.getByRole('link', { name: /Your second factor was reset/ }).click()
    const mail = page.locator('iframe').contentFrame()
    await mail.getByRole('paragraph').getByText('Sign in with your password').waitFor()
    const theirs = await openPage()
    await theirs.page.goto(new URL('/app/security', page.url()).href)
    await signIn(theirs.page, reviewer)
    await theirs.page.getByText('None yet: your password alone lets you in.').waitFor()
    expect(theirs.complaints).toEqual([])
    await theirs.page.context().close()
  },
)

test('The sign-in rules say what they do before they are set', withPatience, async () => {
  await follow(page, address('/sign-in'))
  await page.getByText('What happens to people without a second factor').waitFor()
  await page.getByRole('radio', { name: 'Everybody' }).check()
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  // Nobody shuts themselves out.
  await page.getByRole('alert').waitFor()
  await page.getByRole('radio', { name: 'People with certain roles' }).check()
  await expect.poll(() => save.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Manager' }).check()
  await save.click()
  await page.getByText('The sign-in rules have been changed').waitFor()
  const policy = (await call(boss, 'GET', '/administration/sign-in-policy')).json()
  expect(policy).toEqual({ secondFactor: { demand: 'ROLES', roles: ['MANAGER'] } })
})

test('The administration journal tells who did what from where, and is verified', withPatience, async () => {
  await call(boss, 'PATCH', `/users/${reviewer.userId}`, { roles: ['READER'] })
  await follow(page, address('/administration'))
  const entries = page.getByRole('list', { name: 'Entries, the latest first' }).getByRole('listitem')
  const changed = entries.filter({ hasText: 'A member’s roles or access changed' })
  await changed.getByText('from 127.0.0.1').waitFor()
  await changed.getByRole('button').press('Enter')
  const table = changed.getByRole('table', { name: 'What changed' })
  const cells = table.getByRole('row').nth(1).locator('th, td')
  expect(await cells.allTextContents()).toEqual(['roles', 'REVIEWER, AUDITOR', 'READER'])
  expect(await seriousFindings(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('The journal is intact').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toContain('.csv')
  await entries.filter({ hasText: 'Data was exported' }).waitFor()
  await page.getByRole('combobox', { name: 'Subject' }).click()
  await page.getByRole('option', { name: 'Second factor' }).click()
  await expect
    .poll(async () =>
      (await entries.locator('strong').allTextContents()).filter(
        (one) => !/econd factor|recovery codes/.test(one),
      ),
    )
    .toEqual([])
  expect(page.url()).toContain('area=secondFactor')
  expect(complaints).toEqual([])
})
