import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { queueMail, renderMail } from '../../src/platform/mail/index.ts'
import type { TestApp } from '../harness/index.ts'
import { companies, openBackOffice, openPortfolio, type BackOffice } from './back-office-world.ts'
import { follow, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let desk: BackOffice
let vigie: TestApp
let office: BackOffice['office']
/** Signed in once, by the first test, and used by those after it. */
let page: Page
let complaints: string[]

async function queueSample(): Promise<void> {
  const scope = jobScope(office.accountId, 'test')
  const words = renderMail({
    language: 'en',
    title: 'Two documents are asked of you',
    paragraphs: ['It takes five minutes.'],
    action: { label: 'Open the request', url: `${desk.url}/app/nowhere` },
    footer: 'Vigie',
  })
  const mail = { template: 'test', recipient: 'contact@supplier.example', language: 'en' as const, ...words }
  await vigie.db.write(scope, (tx) =>
    queueMail(tx, scope, { ...mail, dedupeKey: '1', subject: 'A first mail' }),
  )
}

beforeAll(async () => {
  desk = await openBackOffice()
  ;({ vigie, office, page, complaints } = desk)
  await queueSample()
}, 300_000)

afterAll(() => desk.close())

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const rowNames = () => page.getByRole('rowheader').getByRole('link').allTextContents()

test(
  'Wrong credentials are explained, and the right ones open the requested page',
  withPatience,
  async () => {
    await page.goto(desk.inAccount('mailbox'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    await signIn(page, { ...desk.person, password: 'not the password' })
    await page.getByRole('alert').getByText('do not match').waitFor()
    await signIn(page, desk.person)
    await heading('Mailbox').waitFor()
    // The token lives in memory only; the cookie brings the session back.
    await page.goto(desk.url)
    await page.getByRole('button', { name: /your menu/ }).waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('ey')
    expect(complaints).toEqual([])
  },
)

test('The portfolio is read page by page, forward and back', withPatience, async () => {
  await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click()
  await page.getByText(`Third parties: ${companies}`).waitFor()
  await expect.poll(async () => (await rowNames()).length).toBe(25)
  const first = await rowNames()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText(`26–${companies} of ${companies}`).waitFor()
  await expect.poll(async () => new Set([...first, ...(await rowNames())]).size).toBe(companies)
  const second = await rowNames()
  // The way back survives a look at a record.
  await page.getByRole('rowheader').first().getByRole('link').click()
  await heading(second[0] ?? '').waitFor()
  await page.goBack()
  await page.getByText(`26–${companies} of ${companies}`).waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByText(`1–25 of ${companies}`).waitFor()
  await expect.poll(rowNames).toEqual(first)
  expect(complaints).toEqual([])
})

test('A list is filtered, saved as a view, found again and exported', withPatience, async () => {
  await openPortfolio(desk)
  const [wanted = ''] = await rowNames()
  await page.keyboard.press('/')
  await page.keyboard.type(wanted.slice(0, 6))
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(wanted.slice(0, 6).trim())
  await expect.poll(async () => (await rowNames()).includes(wanted)).toBe(true)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Legal status' }).click()
  await page.getByRole('option', { name: 'Struck off' }).click()
  await page.getByText('No third party matches').waitFor()
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.getByRole('button', { name: /Remove the filter: Legal status/ }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await page.getByLabel('Name of the view').fill('Just one')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Everything' }).click()
  await page.getByText(`Third parties: ${companies}`).waitFor()
  await views.getByRole('button', { name: 'Just one' }).click()
  await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe(wanted.slice(0, 6).trim())
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV, for other programs' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff?"?thirdpartyId"?,/)
  await expect.poll(async () => (await rowNames()).length + 1).toBe(lines.length)
  expect(lines.slice(1).join('\n')).toContain(wanted)
  expect(complaints).toEqual([])
})

test('Many third parties are changed at once, and refusals are reported', withPatience, async () => {
  await openPortfolio(desk)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Business unit' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText(`26–${companies} of ${companies}`).waitFor()
  const box = page.getByRole('checkbox', { name: /^Select / }).nth(1)
  await box.check()
  await page.getByText('26 selected').waitFor()
  const { rows } = await vigie.admin.query<{ id: string; name: string }>(
    'select max(thirdparty_id) as id from thirdparty where account_id = $1',
    [office.accountId],
  )
  const gone = `${office.base}/thirdparties/${rows[0]?.id}`
  await vigie.call('POST', `${gone}/archive`, { token: office.token })
  await page.getByRole('button', { name: 'Set an attribute' }).click()
  await page.getByRole('combobox', { name: 'Attribute' }).click()
  await page.getByRole('option', { name: 'Business unit' }).click()
  await page.getByLabel('New value').fill('Plant 4')
  await page.getByRole('button', { name: 'Set for 26 third parties' }).click()
  await page.getByText('25 done. 1 was refused:').waitFor()
  await vigie.call('POST', `${gone}/reactivate`, { token: office.token })
  await page.getByRole('button', { name: 'Try the failed ones again' }).click()
  await page.getByText('1 done.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('cell', { name: 'Plant 4' }).first().waitFor()
  await expect.poll(() => page.getByText('26 selected').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('A company is found in the registers and added, once', withPatience, async () => {
  const fresh = (await sampleIdentifiers())[companies]?.value ?? ''
  await openPortfolio(desk)
  await page.getByRole('button', { name: 'Add a third party' }).click()
  const search = page.getByRole('dialog').getByLabel('Company', { exact: true })
  // By its number: what the register knows comes first, the bare number last.
  await search.fill(fresh)
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Your own code').fill('ERP 1')
  await page.getByRole('dialog').getByLabel('E-mail address').fill('jeanne@supplier.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Added to your portfolio' }).waitFor()
  const { rows } = await vigie.admin.query('select email from contact where account_id = $1', [
    office.accountId,
  ])
  expect(rows).toEqual([{ email: 'jeanne@supplier.example' }])
  await page.getByRole('button', { name: 'Add another' }).click()
  await search.fill(fresh)
  await page.getByRole('option', { name: /In your portfolio/ }).waitFor()
  await page.getByRole('option', { name: /Add by SIRET/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'Open the existing record' }).click()
  await page.waitForURL(/thirdparties\/\d+/)
  expect(complaints).toEqual([])
})

test('A mail is shown in a frame that can run nothing', withPatience, async () => {
  await follow(page, new URL(desk.inAccount('mailbox')).pathname)
  await page.getByRole('link', { name: /A first mail/ }).click()
  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).not.toMatch(/scripts|same-origin|forms/)
  const link = frame.contentFrame().getByRole('link', { name: 'Open the request' })
  await link.waitFor()
  const opened = page.context().waitForEvent('page')
  await link.click()
  const target = await opened
  await target.waitForURL(`${desk.url}/app/nowhere`)
  await target.close()
  expect(complaints).toEqual([])
})

test(
  'A dossier says why it has its status, in the list and with links to its documents',
  withPatience,
  async () => {
    const { rows } = await vigie.admin.query<{ id: string }>(
      'select min(thirdparty_id) as id from thirdparty where account_id = $1',
      [office.accountId],
    )
    const body = { dossierTypeCode: 'ONBOARDING' }
    const path = `${office.base}/thirdparties/${rows[0]?.id}/dossiers`
    expect((await vigie.call('POST', path, { token: office.token, body })).statusCode).toBe(201)
    await follow(page, new URL(desk.inAccount('dossiers')).pathname)
    await page.getByRole('cell').getByText('Documents expected').waitFor()
    await page.getByRole('link', { name: 'Supplier onboarding' }).click()
    const why = page.getByText('Nothing has been received yet. Expected:')
    await why.getByRole('link').first().click()
    await page.getByRole('dialog').waitFor()
    expect(complaints).toEqual([])
  },
)
