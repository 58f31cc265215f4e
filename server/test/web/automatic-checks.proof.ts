import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackOffice, type BackOffice } from './back-office-world.ts'
import { follow, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  const { accountId, base, token } = office.office
  await office.vigie.call('PATCH', `${base}/evaluation-options`, { token, body: { autoAccept: true } })
  // As if months had gone by.
  await office.vigie.admin.query(
    `insert into check_count (account_id, document_code, month, checked, accepted, sent_back, sampled, disagreed)
     select $1, code, date_trunc('month', now())::date, checked, accepted, sent_back, sampled, disagreed
     from (values ('SOC_VIGILANCE', 120, 96, 9, 4, 1), ('REG_PROOF', 40, 20, 2, 1, 0), ('GTC', 12, 0, 0, 0, 0))
       as c (code, checked, accepted, sent_back, sampled, disagreed)`,
    [accountId],
  )
  await page.goto(office.url)
  await signIn(page, office.person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(() => office.close())

const open = (at: Page, path: string) => follow(at, new URL(office.inAccount(path)).pathname)
const settings = 'settings/automatic-checks'

/** Kept by whoever wants to look at the pages. */
async function picture(at: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env['VIGIE_PICTURES']
  if (folder !== undefined) await at.screenshot({ path: `${folder}/${name}.png`, fullPage })
}

describe('Automatic checks in the browser', { shuffle: false }, () => {
  test('An administrator chooses what is decided alone, and sees what came of it', withPatience, async () => {
    await open(page, settings)
    await page.getByRole('heading', { level: 1, name: 'Automatic checks' }).waitFor()
    await page.getByText('116 accepted, 11 sent back').waitFor()
    await page.getByText('in 5 samples').waitFor()
    const row = page.getByRole('row').filter({ hasText: '87% alone, of 120' })
    await row.getByText('Wrong in samples: 1 of 4').waitFor()
    await picture(page, 'settings-en')
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch', { name: 'Send back what is plainly wrong' }).check()
    await dialog.getByRole('textbox', { name: 'Sample' }).fill('10')
    await picture(page, 'dialog-en', false)
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('10 % go to a person').waitFor()
    const { base, token } = office.office
    const { content } = (await office.vigie.call('GET', `${base}/check-policies`, { token })).json<{
      content: { documentTypeCode: string }[]
    }>()
    const saved = content.find(({ documentTypeCode }) => documentTypeCode === 'SOC_VIGILANCE')
    expect(saved).toMatchObject({ accept: true, sendBack: true, sampleShare: 10, isSet: true })
    expect(await seriousFindings(page, 'main')).toEqual([])
  })

  test('Of bank details it says that a person always decides', withPatience, async () => {
    const row = page.getByRole('row').filter({ hasText: 'Never' }).first()
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A person always decides about bank details.').waitFor()
    expect(await dialog.getByRole('switch', { name: 'Accept without a person' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('The dashboard shows what was decided without a person', withPatience, async () => {
    await open(page, '')
    const panel = page.getByRole('region', { name: 'Decided without a person' })
    await panel.getByText('Wrong decisions found: 1, in 5 samples.').waitFor()
    await panel.getByText('of 120 answers').waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(3)
    await panel.scrollIntoViewIfNeeded()
    await picture(page, 'dashboard-en')
  })

  test(
    'On a phone and in French it fits and says whether the checks decide at all',
    withPatience,
    async () => {
      const { base, token } = office.office
      await office.vigie.call('PATCH', `${base}/evaluation-options`, { token, body: { autoAccept: false } })
      const visit = await openPage({ ...phone, locale: 'fr-FR' })
      await visit.page.goto(office.url)
      await visit.page.getByLabel('Adresse électronique').fill(office.person.email)
      await visit.page.getByLabel('Mot de passe', { exact: true }).fill(office.person.password)
      await visit.page.keyboard.press('Enter')
      await visit.page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor()
      await open(visit.page, settings)
      await visit.page.getByRole('heading', { level: 1, name: 'Contrôles automatiques' }).waitFor()
      await visit.page.getByText('Pour l’instant, les contrôles ne décident de rien').waitFor()
      await visit.page.getByText(/Erreurs dans les échantillons.*1 sur 4/).waitFor()
      await picture(visit.page, 'settings-fr-phone')
      expect(await sidewaysScroll(visit.page)).toBe(0)
      await visit.page.context().close()
      expect(office.complaints).toEqual([])
    },
  )
})
