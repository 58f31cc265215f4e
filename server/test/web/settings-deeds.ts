import { expect } from 'vitest'
import { follow } from './browser.ts'
import type { Desk } from './deeds.ts'

interface Column {
  key: string
}

/** A table of a form gets a column: what is wrong with it is told first. */
export async function addColumn({ w, page, address }: Desk): Promise<void> {
  await follow(page, address('/settings/document-types?code=SUPPLY_CHAIN_MAP'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add a column' }).click()
  const column = dialog.getByRole('group', { name: 'Column 5' })
  const key = column.getByLabel('Name in the API')
  await key.fill('')
  await key.pressSequentially('tier')
  await column.getByText('Another one already has this name.').waitFor()
  await column.getByText('Help and limits').click()
  await column.getByLabel('Help text, in French').fill('Au dos')
  await column.getByLabel('Maximum characters').fill('40')
  const save = dialog.getByRole('button', { name: 'Save as a new version' })
  await save.click()
  await dialog.getByText('Something above is missing or wrong').waitFor()
  await key.fill('badge')
  await column.getByLabel('Column, in French').fill('Badge')
  await column.getByLabel('Column, in English').fill('Badge number')
  await column.getByLabel('Help text, in English').fill('On its back')
  await column.getByRole('button', { name: 'Move up: Badge number (5 of 5)' }).press('Enter')
  // The keyboard went along.
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Move up: Badge number (3 of 5)' }).waitFor()
  await dialog.getByLabel('Maximum rows').fill('30')
  await save.click()
  await save.waitFor({ state: 'detached' })
  const saved = (await w.get('/document-types/SUPPLY_CHAIN_MAP')).json<{
    definition: { fields: { columns?: Column[]; maxRows?: number }[] }
  }>()
  const table = saved.definition.fields.find(({ columns }) => columns !== undefined)
  expect(table?.columns?.map((one) => one.key)).toEqual(['tier', 'company', 'badge', 'country', 'activity'])
  expect(table?.columns?.[2]).toMatchObject({ maxLength: 40, help: { fr: 'Au dos', en: 'On its back' } })
  expect(table?.maxRows).toBe(30)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** The list shows the wish at once; what was refused is taken back. */
export async function moveAttribute({ w, page, address }: Desk): Promise<void> {
  const labels = async () =>
    (await w.get('/attributes')).json<{ content: { label: string }[] }>().content.map(({ label }) => label)
  const before = await labels()
  const [first = '', second = ''] = before
  const down = (place: number) =>
    page.getByRole('button', { name: `Move down: ${first} (${place} of ${before.length})` })
  await follow(page, address('/settings/attributes'))
  await page.route('**/attributes/*', (route) => route.abort())
  await down(1).click()
  await page.getByText('The service cannot be reached').first().waitFor()
  await down(1).waitFor()
  await page.unroute('**/attributes/*')
  await down(1).click()
  await down(2).waitFor()
  await expect.poll(labels).toEqual([second, first, ...before.slice(2)])
}

/** What scores are worth is tried before it counts. */
export async function gradeScores({ w, page, address }: Desk): Promise<void> {
  await follow(page, address('/settings/datahub'))
  await page.getByRole('button', { name: 'Settings: Credit data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What scores and grades are worth').click()
  await dialog.getByRole('button', { name: 'Start with five grades, A to E' }).click()
  await dialog.getByText('72 → B, worth 70 of 100').waitFor()
  await dialog.getByLabel('To score').nth(2).fill('75')
  await expect.poll(() => dialog.getByText('It overlaps another grade.').count()).toBe(2)
  await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('From score').nth(1).fill('75')
  await dialog.getByText('72 → C, worth 50 of 100').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { scale } = (await w.get('/datahub/providers/CREDITDATA')).json<{
    scale: { version: string; bands: { code: string; from: number; to: number }[] }
  }>()
  expect(scale).toMatchObject({
    version: '2',
    bands: [{}, { code: 'B', from: 75, to: 80 }, { to: 75 }, {}, {}],
  })
}

/** What was typed into the editor of a rule is there after the network failed it. */
export async function keepRule({ page, address }: Desk): Promise<void> {
  await page.route('**/rules', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await follow(page, address('/rules?rule=0'))
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('Kept')
  await dialog.getByRole('combobox', { name: 'Dossiers to open' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The rule was not saved').waitFor()
  expect(await name.inputValue()).toBe('Kept')
  await page.unroute('**/rules')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Rule Kept active' }).waitFor({ state: 'attached' })
}
