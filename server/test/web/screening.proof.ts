import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { screeningDesk, type ScreeningDesk } from '../screening/screening-desk.ts'
import type { Role } from '../../src/platform/kernel/index.ts'
import {
  buildPages,
  openPage,
  phone,
  seriousFindings,
  sidewaysScroll,
  signIn,
  type Visit,
} from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let t: TestApp
let d: ScreeningDesk
let url: string
let company: string

beforeAll(async () => {
  ;[t] = await Promise.all([testApp(), buildPages()])
  url = await t.listen()
  d = await screeningDesk(t)
  company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>().name
  await d.publish([])
  await d.publish([
    { id: 1, name: company },
    { id: 2, name: `${company} Group` },
    { id: 3, name: `${company} Holding` },
  ])
}, 300_000)

afterAll(() => t.close())

async function enterAs(role: Role, path = '/screening'): Promise<Visit> {
  const visit = await openPage()
  await visit.page.goto(`${url}/app/account/${d.accountId}${path}`)
  await signIn(visit.page, await t.given.person([d.accountId], [role]))
  return visit
}

const words = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const current = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
const isSettled = (page: Page) => page.locator('[data-settled="true"]').waitFor()

test('A true match is proposed by one person and confirmed by another', withPatience, async () => {
  const first = await enterAs('REVIEWER', `/screening?hit=${await hitOf(company)}`)
  await current(first.page, `${company} · ${company}`)
  await words(first.page, `“${company}” was compared with “${company}”.`)
  await words(first.page, 'The entry is new on the list.')
  expect(await seriousFindings(first.page)).toEqual([])
  await isSettled(first.page)
  await first.page.keyboard.press('t')
  await words(first.page, 'A second person has to confirm this decision.')
  expect(await button(first.page, 'Propose').isDisabled()).toBe(true)
  await first.page.getByLabel('Same name').check()
  await first.page.keyboard.press('Control+Enter')
  await words(first.page, /proposed “True match”/)
  // Whoever proposed cannot be the other one.
  await button(first.page, 'True match').click()
  await words(first.page, /leave the confirmation to somebody else/)
  await first.page.getByLabel('Same name').check()
  expect(await button(first.page, 'Confirm').isDisabled()).toBe(true)
  const second = await enterAs('REVIEWER', `/screening?hit=${await hitOf(company)}`)
  await words(second.page, /proposed “True match”/)
  await isSettled(second.page)
  await button(second.page, 'True match').click()
  await second.page.getByLabel('A document was checked').check()
  expect(await seriousFindings(second.page, 'main')).toEqual([])
  await button(second.page, 'Confirm').click()
  await words(second.page, /^Decided: /)
  await expect.poll(async () => (await d.document('SANCTIONS_CHECK')).statusReason).toBe('TRUE_MATCH')
  for (const { page, complaints } of [first, second]) {
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

async function hitOf(entryName: string): Promise<number> {
  const hits = await d.hits()
  return hits.find((hit) => hit.entryName === entryName)?.hitId ?? 0
}

test('The dashboard leads to hits that wait, and they leave as a file', withPatience, async () => {
  const { page, complaints } = await enterAs('REVIEWER', '')
  await words(page, 'Hits to decide')
  await page.getByRole('link', { name: 'Open screening' }).click()
  await button(page, 'Export').click()
  const workbook = page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' })
  const [file] = await Promise.all([page.waitForEvent('download'), workbook.click()])
  expect(file.suggestedFilename()).toBe('screening-hits.xlsx')
  expect(complaints).toEqual([])
  await page.context().close()
  const reader = await enterAs('READER', '')
  await words(reader.page, 'Latest events')
  expect(await reader.page.getByText('Hits to decide').count()).toBe(0)
  expect(reader.complaints).toEqual([])
  await reader.page.context().close()
})

test('Several hits are cleared at once, and the queue is empty', withPatience, async () => {
  const { page, complaints } = await enterAs('REVIEWER')
  await words(page, '2 hits to decide')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await words(page, '2 hits selected')
  await button(page, 'Clear…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Different country').check()
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click()
  await words(page, '2 hits decided')
  await words(page, 'No hit to decide')
  expect((await d.hits('?state=CLEARED')).length).toBe(2)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('The list and the hit follow one another on a phone', withPatience, async () => {
  const { page, complaints } = await enterAs('REVIEWER', '/screening?state=all')
  await page.setViewportSize(phone.viewport)
  await page
    .getByRole('link', { name: /Cleared/ })
    .first()
    .click()
  await words(page, 'Former decisions')
  await expect.poll(() => sidewaysScroll(page)).toBe(0)
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test(
  'A reader is told why there is nothing to see, until the account lets readers see hits',
  withPatience,
  async () => {
    const { page, complaints } = await enterAs('READER')
    await words(page, 'Hits are not shown to you')
    await d.patch('/screening/settings', { readersSeeHits: true })
    await page.goto(`${url}/app/account/${d.accountId}/screening?state=all`)
    await words(page, /Deciding needs the reviewer role/)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test(
  'The record tells what was compared with which lists, and a document leads to its hits',
  withPatience,
  async () => {
    const { page, complaints } = await enterAs('MANAGER', `/thirdparties/${d.thirdpartyId}?tab=screening`)
    await words(page, `${company} · ${company} Group`)
    await page.getByText('Lists and details').first().click()
    await words(page, /version \d, 3[03] entries/)
    expect(await seriousFindings(page, '[role=tabpanel]')).toEqual([])
    await button(page, 'Screen now').click()
    await words(page, /Screening has been requested/)
    await d.work()
    await page.reload()
    await words(page, /Requested by somebody/)
    await page.goto(
      `${url}/app/account/${d.accountId}${d.path('SANCTIONS_CHECK').replace('/documents/', '?document=')}`,
    )
    await page.getByRole('link', { name: 'See the hits' }).click()
    await current(page, `${company} · ${company}`)
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test('An administrator sets the score and sees how old the lists are', withPatience, async () => {
  const { page, complaints } = await enterAs('ADMIN', '/settings/screening')
  await page.getByLabel('A person must look from this score on').fill('80')
  await button(page, 'Save').click()
  await words(page, 'Saved')
  const { threshold } = (await d.get('/screening/settings')).json<{ threshold: number }>()
  expect(threshold).toBeCloseTo(0.8, 6)
  await page.getByRole('button', { name: 'Versions of US Treasury (OFAC), SDN' }).click()
  await words(page, '3 added, 0 changed, 0 removed')
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('An administrator keeps a list of their own, tried before it is taken', withPatience, async () => {
  const { page, complaints } = await enterAs('ADMIN', '/settings/screening')
  const csv = (...rows: string[]) => ({
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,name,reason\n${rows.join('\n')}\n`),
  })
  const choose = async (file: ReturnType<typeof csv>) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByLabel('File', { exact: true }).click()
    await (await chooser).setFiles(file)
  }
  await button(page, 'Add a list of your own').click()
  await page.getByLabel('Name of the list').fill('Never again')
  await choose(csv('number without a name'))
  await button(page, 'See what would change').click()
  await words(page, /cannot be read as a list/)
  await choose(csv('1,Blue Harbour Trading,Unpaid', '2,Quillan Marsorro,Conflict', '3,Zyxwolle Quarb,Unpaid'))
  await button(page, 'See what would change').click()
  await words(page, '3 entries · 3 added, 0 changed, 0 removed')
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
  await button(page, 'Take it').click()
  await words(page, 'The file was received and is being read')
  await page.getByRole('button', { name: 'Versions of Never again', exact: true }).click()
  await words(page, '0 entries read so far')
  await d.work()
  await words(page, 'In force')
  await words(page, /Version 1 · 3 entries/)

  await button(page, 'New version of Never again').click()
  await choose(csv('1,Blue Harbour Trading,Unpaid'))
  await button(page, 'See what would change').click()
  await words(page, /The file would be refused: It lacks 2 of the 3 entries/)
  await button(page, 'Take it all the same').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await d.work()
  await words(page, /Version 2 · 1 entry/)
  await page.setViewportSize(phone.viewport)
  await expect.poll(() => sidewaysScroll(page)).toBe(0)
  expect(await seriousFindings(page, 'main')).toEqual([])

  await button(page, 'Delete Never again').click()
  await button(page, 'Delete the list').click()
  await words(page, 'The list was deleted')
  await expect.poll(() => page.getByText('Never again').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})
