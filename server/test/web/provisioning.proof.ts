import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { groupUrn, userUrn } from '../scim/scim-desk.ts'
import { buildPages, openPage, seriousFindings, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let vigie: TestApp
let url: string
let office: Awaited<ReturnType<TestApp['given']['office']>>
let page: Page
let complaints: string[]

beforeAll(async () => {
  const [made, visit] = await Promise.all([testApp(), openPage(), buildPages()])
  vigie = made
  ;({ page, complaints } = visit)
  url = await vigie.listen()
  office = await vigie.given.office()
  const body = { name: 'North', parentId: null }
  await vigie.call('POST', `${office.base}/units`, { token: office.token, body })
  await page.goto(`${url}/app/account/${office.accountId}/settings/provisioning`)
  await signIn(page, await vigie.given.person([office.accountId]))
  await page.getByRole('heading', { level: 1, name: 'Provisioning' }).waitFor()
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await vigie.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

describe('An administrator lets the directory of the company in', { shuffle: false }, () => {
  let token = ''
  /** What a directory sends, over the network like any other. */
  const send = (path: string, body: object) =>
    fetch(`${url}/scim/v2${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
  const create = async (path: string, body: object) => {
    const answer = await send(path, body)
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string }
  }
  const ada = async () => {
    const users = await vigie.call('GET', `${office.base}/users?managed=true`, { token: office.token })
    return users.json<{ content: { email: string; roles: string[]; active: boolean; sees: object }[] }>()
      .content[0]
  }

  test('A token is made and shown once', withPatience, async () => {
    await page.getByText('None yet: no directory can get in.').waitFor()
    await button('Make a token').click()
    const form = dialog('Make a token')
    await form.getByLabel('Name').fill('Directory of the firm')
    await form.getByRole('button', { name: 'Make it' }).click()
    const shown = dialog('Token for Directory of the firm')
    await shown.getByText('Shown only once').waitFor()
    token = (await shown.locator('code').textContent()) ?? ''
    expect(token).toMatch(/^vgd_/)
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await shown.getByRole('button', { name: 'I have saved it' }).click()
    await shown.waitFor({ state: 'detached' })
    const entry = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
    await entry.getByText('never used').waitFor()
    expect(await page.locator('body').textContent()).not.toContain(token)
  })

  test('What the directory sends with it stands on the page', withPatience, async () => {
    const person = { schemas: [userUrn], userName: 'ada@directory.example', displayName: 'Ada' }
    const { id } = await create('/Users', person)
    await create('/Groups', { schemas: [groupUrn], displayName: 'Buyers', members: [{ value: id }] })
    await page.reload()
    const group = page.getByRole('table', { name: 'Groups' }).getByRole('row', { name: /^Buyers/ })
    await group.getByText('Nothing yet').waitFor()
    const people = page.getByRole('table', { name: 'People of the directory' })
    const row = people.getByRole('row').filter({ hasText: 'ada@directory.example' })
    await row.getByText('No role yet').waitFor()
    await row.getByText('Suspended').waitFor()
    expect(await ada()).toMatchObject({ roles: [], active: false })
    expect(await seriousFindings(page)).toEqual([])
  })

  test('Roles and units given to the group are those of its members', withPatience, async () => {
    await button('Change what Buyers gives').click()
    const form = dialog('What does the group Buyers give?')
    await form.getByRole('checkbox', { name: 'Reader' }).check()
    await form.getByRole('radio', { name: 'Those of some units' }).check()
    await form.getByText('This is the first group that decides it.').waitFor()
    await form.getByRole('combobox', { name: 'Units' }).click()
    await page.getByRole('option', { name: 'North', exact: true }).click()
    // Leaving the field closes its list.
    await page.keyboard.press('Tab')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const group = page.getByRole('table', { name: 'Groups' }).getByRole('row', { name: /^Buyers/ })
    await group.getByText('Reader').waitFor()
    await group.getByText('North').waitFor()
    const { content } = (await vigie.call('GET', `${office.base}/units`, { token: office.token })).json<{
      content: { unitId: number }[]
    }>()
    expect(await ada()).toMatchObject({
      email: 'ada@directory.example',
      roles: ['READER'],
      active: true,
      sees: { all: false, units: content.map(({ unitId }) => unitId) },
    })
  })

  test('An ended token opens nothing more', withPatience, async () => {
    await button('End the token Directory of the firm').click()
    const question = dialog('End the token Directory of the firm?')
    await question.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('None yet: no directory can get in.').waitFor()
    const refused = await send('/Users', { schemas: [userUrn], userName: 'late@directory.example' })
    expect(refused.status).toBe(401)
    expect(await ada()).toMatchObject({ roles: ['READER'], active: true })
    expect(complaints).toEqual([])
  })
})
