import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackOffice, openPortfolio, type BackOffice } from './back-office-world.ts'
import { follow, seriousFindings, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let desk: BackOffice
let vigie: BackOffice['vigie']
let page: BackOffice['page']
let complaints: string[]

beforeAll(async () => {
  desk = await openBackOffice()
  ;({ vigie, page, complaints } = desk)
  await page.goto(desk.inAccount('thirdparties'))
  await signIn(page, desk.person)
  await heading('Portfolio').waitFor()
}, 300_000)

afterAll(() => desk.close())

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('A company no register knows is added with what the account knows of it', withPatience, async () => {
  await openPortfolio(desk)
  await page.getByRole('button', { name: 'Add a third party' }).click()
  const search = page.getByRole('dialog').getByLabel('Company', { exact: true })
  await search.fill('732 829 320 00075')
  await page.getByRole('option', { name: /Add by SIRET/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/SIRET.*(check|key)/i).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await search.fill('15-048-3782')
  await page.getByRole('option', { name: /Add by DUNS/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Company name').fill('Harbour Tools')
  await page.getByRole('combobox', { name: 'Country' }).fill('Norw')
  await page.getByRole('option', { name: 'Norway' }).click()
  await page.getByRole('button', { name: 'Add with my own data' }).click()
  await page.getByRole('link', { name: 'Open the record' }).click()
  await heading('Harbour Tools').waitFor()
  expect(complaints).toEqual([])
})

test('An import file is understood, checked and stopped', withPatience, async () => {
  await follow(page, new URL(desk.inAccount('imports')).pathname)
  const text = 'Numéro SIRET;Raison sociale;Ville\n73282932000074;Été SA;Lyon\n\n123;"Deux; lignes";Paris\n'
  const name = 'suppliers.csv'
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  })
  const meaning = (column: string) => page.getByRole('combobox', { name: `Meaning of the column ${column}` })
  await meaning('Ville').waitFor()
  await expect.poll(() => meaning('Numéro SIRET').inputValue()).toBe('SIRET')
  await expect.poll(() => meaning('Ville').inputValue()).toBe('Leave out')
  await page.getByText('Été SA · Deux; lignes').waitFor()
  expect(await seriousFindings(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Check the file' }).click()
  // Nothing works the jobs off here.
  const stop = page.getByRole('button', { name: 'Stop the import' })
  await stop.waitFor()
  const { rows } = await vigie.admin.query<{ bytes: Buffer }>('select bytes from portfolio_import_chunk')
  expect(Buffer.concat(rows.map(({ bytes }) => bytes)).toString()).toBe(
    'siret,name\n73282932000074,Été SA\n\n123,Deux; lignes',
  )
  await stop.click()
  await page.getByText('The import was stopped.').waitFor()
  expect(complaints).toEqual([])
})
