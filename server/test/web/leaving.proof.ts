import { stat } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handWorker } from '../jobs/hand-worker.ts'
import { openBackOffice, type BackOffice } from './back-office-world.ts'
import { follow, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let office: BackOffice
let page: Page
let accountName: string

beforeAll(async () => {
  office = await openBackOffice()
  ;({ page } = office)
  const { rows } = await office.vigie.admin.query<{ name: string }>(
    'select name from account where account_id = $1',
    [office.office.accountId],
  )
  accountName = rows[0]!.name
  await page.goto(office.url)
  await signIn(page, office.person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(() => office.close())

const openLeaving = async (at: Page) => {
  await follow(at, new URL(office.inAccount('settings/leaving')).pathname)
  await at.getByRole('heading', { level: 1, name: 'Leaving' }).waitFor()
}

describe('An administrator who leaves', { shuffle: false }, () => {
  test(
    'An administrator asks for an export, sees it become ready, and downloads it',
    withPatience,
    async () => {
      const { vigie } = office
      const { accountId } = office.office
      await openLeaving(page)
      await page.getByText('No exports yet').waitFor()
      await page.getByRole('button', { name: 'Export everything' }).click()
      await page.getByText('Waiting', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Export everything' }).isDisabled()).toBe(true)
      const { rows } = await vigie.admin.query<{ id: number }>(
        'select export_id::int as id from account_export where account_id = $1',
        [accountId],
      )
      await handWorker(vigie).run('leaving.export', { accountId, exportId: rows[0]!.id })
      await page.getByText('Ready', { exact: true }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download', exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`account-${accountId}-export-${rows[0]!.id}.zip`)
      expect((await stat(await download.path())).size).toBeGreaterThan(1_000)
      expect(await seriousFindings(page, 'main')).toEqual([])
    },
  )

  test('The account is deleted only with its name and a reason', withPatience, async () => {
    await openLeaving(page)
    await page.getByRole('button', { name: 'Delete the account…' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Delete the account', exact: true })
    await dialog.getByLabel(/Type the name of the account/).fill('Another name')
    await dialog.getByLabel('Reason').fill('We leave')
    expect(await submit.isDisabled()).toBe(true)
    await dialog.getByLabel(/Type the name of the account/).fill(accountName)
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await submit.click()
    await page.getByText(/This account will be deleted on/).waitFor()
    await page.getByText('We leave').waitFor()
  })

  test(
    'Administrators are led to this page from everywhere until the deletion is cancelled',
    withPatience,
    async () => {
      await page.goto(office.inAccount('dossiers'))
      await page.getByText(/This account will be deleted on/).waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await seriousFindings(page, 'main')).toEqual([])
      await page.getByRole('button', { name: 'Cancel the deletion' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the deletion' }).click()
      await page.getByRole('button', { name: 'Delete the account…' }).waitFor()
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    },
  )
})

test(
  'Whoever does not administer the account is told that it waits for its deletion',
  withPatience,
  async () => {
    const { vigie } = office
    const { accountId } = await vigie.given.account()
    const reader = await vigie.given.person([accountId], ['READER'])
    const { page: at } = await openPage(phone)
    await at.goto(office.url)
    await signIn(at, reader)
    try {
      await at.getByRole('button', { name: /your menu/ }).waitFor()
      await follow(at, `/app/account/${accountId}/settings/leaving`)
      await at.getByText('Exports and the deletion of the account are for administrators.').waitFor()
      await vigie.admin.query(
        `insert into account_standing (account_id, deletion_asked_at, deletion_asked_by_type, deletion_reason, deletion_due_at)
       values ($1, now(), 'USER', 'We leave', now() + interval '30 days')`,
        [accountId],
      )
      await at.goto(`${office.url}/app/account/${accountId}`)
      await at.getByText('This account is about to be deleted').waitFor()
      expect(await sidewaysScroll(at)).toBe(0)
    } finally {
      await at.context().close()
    }
  },
)
