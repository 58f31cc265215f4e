import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent } from '../agents/agent.ts'
import { openBackOffice, type BackOffice } from './back-office-world.ts'
import { follow, seriousFindings, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page
let thirdpartyId: number

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  const { base, token } = office.office
  const list = await office.vigie.call('GET', `${base}/thirdparties?size=1`, { token })
  thirdpartyId = list.json<{ content: { thirdpartyId: number }[] }>().content[0]?.thirdpartyId ?? 0
  await page.goto(office.url)
  await signIn(page, office.person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(() => office.close())

const open = (path: string) => {
  const { pathname, search } = new URL(office.inAccount(path))
  return follow(page, pathname + search)
}

describe('Agents in the browser', { shuffle: false }, () => {
  test('An administrator lets agents write', withPatience, async () => {
    await open('settings/policies')
    const panel = page.getByRole('region', { name: 'What agents may do' })
    const save = panel.getByRole('button', { name: 'Save' })
    expect(await panel.getByLabel('Read', { exact: true }).isChecked()).toBe(true)
    expect(await save.isDisabled()).toBe(true)
    await panel.getByLabel('Read and write').check()
    await save.click()
    const { base, token } = office.office
    await expect
      .poll(async () => (await office.vigie.call('GET', `${base}/agent-policy`, { token })).json<object>(), {
        timeout: 60_000,
      })
      .toEqual({ access: 'WRITE' })
    expect(await seriousFindings(page, 'main')).toEqual([])
  })

  test('What an agent wrote stands in the journal of the company with its name', withPatience, async () => {
    const { base, token } = office.office
    const agent = await connectAgent(new URL(office.url).origin, token, `${base}/mcp`)
    await agent.call('add_comment', { companyId: thirdpartyId, text: 'Checked by a machine.' })
    await agent.close()
    await open(`thirdparties/${thirdpartyId}?tab=timeline`)
    await page.getByText('through an agent (test-agent 1.2)').first().waitFor()
    expect(await seriousFindings(page, 'main')).toEqual([])
  })
})
