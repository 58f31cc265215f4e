import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StepDesk, type OpenDossier } from '../approvals/step-desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import type { Person } from '../units/unit-desk.ts'
import { buildPages, follow, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let d: StepDesk
let t: TestApp
let url: string
let page: Page
let complaints: string[]
let person: Person
let other: Person
let waiting: OpenDossier

async function renamed(name: string, who: Promise<Person>): Promise<Person> {
  const made = await who
  await t.call('PATCH', '/me', { token: made.token, body: { name } })
  return made
}

beforeAll(async () => {
  const [app, visit] = await Promise.all([testApp(), openPage(), buildPages()])
  t = app
  ;({ page, complaints } = visit)
  d = new StepDesk(t, await t.given.office('SANDBOX'))
  url = await t.listen()
  person = await renamed('Ada Lovelace', t.given.person([d.office.accountId]))
  other = await renamed('Bob Berger', d.member('MANAGER', 'REVIEWER'))
  const teamId = await d.team(person)
  waiting = await d.begun({ by: { teamId } }, { by: { role: 'AUDITOR' } })
  const { thirdpartyId } = waiting
  const assignee = { userId: person.userId }
  const late = { title: 'Call them back', dueOn: '2026-01-05', assignee, about: { thirdpartyId } }
  await d.must('POST', '/tasks', { body: late })
  const body = { text: 'Is this still true?', mentions: [person.userId] }
  await d.must('POST', `/thirdparties/${thirdpartyId}/comments`, { body, token: other.token })
  await page.goto(url)
  await signIn(page, person)
  await page.getByRole('button', { name: /your menu/ }).waitFor()
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await t.close()
})

const address = (path: string) => `/app/account/${d.office.accountId}/${path}`
const dialogOf = (at: Page) => at.getByRole('dialog').last()
const rows = (at: Page) => at.getByRole('list', { name: 'What waits for you' }).getByRole('listitem')

async function press(at: Page, name: string): Promise<void> {
  const dialog = dialogOf(at)
  await dialog.getByRole('button', { name, exact: true }).click()
}

async function choosePerson(at: Page, label: string, name: string): Promise<void> {
  const input = dialogOf(at).getByRole('combobox', { name: label })
  await input.click()
  await input.fill(name)
  await at.getByRole('option', { name, exact: true }).click()
}

async function openWork(at: Page): Promise<void> {
  await follow(at, address('my-work'))
  await at.getByRole('heading', { level: 1, name: 'My work' }).waitFor()
}

describe('My work, tasks and approvals in the browser', { shuffle: false }, () => {
  test('All that waits is in one list, and is finished or marked as read there', withPatience, async () => {
    await page.getByRole('link', { name: 'My work' }).click()
    await rows(page).first().waitFor()
    await expect.poll(() => rows(page).count()).toBe(3)
    const late = rows(page).filter({ hasText: 'Call them back' })
    await late.getByText(/days late/).waitFor()
    await late.getByText('Assigned to you').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: /^Mentions/ }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: /^Mark as read/ }).click()
    await page.getByText('Nothing of this kind waits for you').waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: 'Done: Call them back' }).click()
    await dialogOf(page).getByLabel('What came of it').fill('They agree')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await press(page, 'Mark as done')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('A task is added, discussed, changed and cancelled, and found again', withPatience, async () => {
    await page.getByRole('button', { name: 'Add a task' }).click()
    await dialogOf(page).getByLabel('What is to be done').fill('Visit the site')
    await choosePerson(page, 'For whom', 'Ada Lovelace')
    await dialogOf(page).getByLabel('Until when').fill('2027-03-01')
    await press(page, 'Add the task')
    await page.getByRole('link', { name: 'Visit the site' }).click()
    await dialogOf(page).getByLabel('Your comment').fill('With Bob.')
    await press(page, 'Comment')
    await dialogOf(page).getByRole('listitem').getByText('With Bob.').waitFor()
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await press(page, 'Change')
    await dialogOf(page).getByLabel('What is to be done').fill('Visit the factory')
    await press(page, 'Save')
    await page.getByText('Visit the factory').first().waitFor()
    await press(page, 'Cancel the task')
    await dialogOf(page).getByLabel('Why it need not be done').fill('They moved')
    await press(page, 'Cancel the task')
    await page.getByRole('dialog').getByText('Ada Lovelace cancelled it').waitFor()
    await page.keyboard.press('Escape')
    await follow(page, address('tasks?closed=true'))
    await page.getByRole('rowheader', { name: 'Visit the factory' }).waitFor()
    expect(await seriousFindings(page, 'main')).toEqual([])
    expect(complaints).toEqual([])
  })

  test('Whom a step names decides on it or asks somebody else', withPatience, async () => {
    await openWork(page)
    await page.getByRole('link', { name: /^To decide: Step A/ }).click()
    const panel = page.getByRole('region', { name: 'Approval' })
    await panel.getByText('Can decide now: Ada Lovelace').waitFor()
    expect(await seriousFindings(page, 'main')).toEqual([])
    await panel.getByRole('button', { name: 'Ask somebody else' }).click()
    await choosePerson(page, 'Who decides in your place', 'Bob Berger')
    await press(page, 'Ask them')
    await panel.getByText('Ada Lovelace asked Bob Berger to decide.').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await dialogOf(page).getByLabel('Remark').fill('Good prices')
    await press(page, 'Approve')
    await panel.getByText('“Good prices”').waitFor()
    await panel.getByText('Ada Lovelace approved').waitFor()
    await panel.getByRole('button', { name: 'Start again' }).click()
    await press(page, 'Start again')
    await panel.getByText('Round 2').waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByText('The approval starts again').waitFor()
    expect(complaints).toEqual([])
  })

  test('The author of an answer is told why somebody else decides', withPatience, async () => {
    const own = await d.opened(await d.type({ by: { role: 'ADMIN' } }))
    await d.complete(own, person)
    await follow(page, address(`dossiers/${own.dossierId}?tab=approval`))
    await page
      .getByText('You wrote or sent an answer of this dossier. Somebody else decides on it.')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  test('People say when they are away, and administrators for others', withPatience, async () => {
    await follow(page, '/app/security')
    await page.getByRole('button', { name: 'Add an absence' }).click()
    await dialogOf(page).getByLabel('First day').fill('2027-08-01')
    await dialogOf(page).getByLabel('Last day').fill('2027-07-01')
    await dialogOf(page).getByText('It ends before it begins.').waitFor()
    await dialogOf(page).getByLabel('Last day').fill('2027-08-21')
    await choosePerson(page, 'Substitute', 'Bob Berger')
    await press(page, 'Add')
    await page.getByText('Bob Berger stands in').waitFor()
    expect(await seriousFindings(page, 'main')).toEqual([])
    await page.getByRole('button', { name: /^Remove the absence/ }).click()
    await page.getByText('No absence is planned.').waitFor()
    await follow(page, address('settings/users'))
    await page
      .getByRole('row', { name: /Bob Berger/ })
      .getByRole('button')
      .click()
    await page.getByRole('menuitem', { name: 'Absences' }).click()
    await dialogOf(page).getByText('No absence is planned.').waitFor()
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  })

  test('An administrator names the steps of a type', withPatience, async () => {
    const code = await d.type({ by: { role: 'ADMIN' } })
    await follow(page, address(`settings/dossier-types?code=${code}`))
    await dialogOf(page).getByText('1. Step A').waitFor()
    await press(page, 'Prepare a change')
    await press(page, 'Add a step')
    await dialogOf(page).getByLabel('Name of the step, in French').last().fill('Conformité')
    await dialogOf(page).getByLabel('Name of the step, in English').last().fill('Compliance')
    expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
    await press(page, 'Save the draft')
    await expect
      .poll(async () => JSON.stringify(await d.must('GET', `/dossier-types/${code}`)))
      .toContain('Compliance')
    expect(complaints).toEqual([])
  })

  test('The lists fit on a phone', withPatience, async () => {
    const { page: small } = await openPage(phone)
    await small.goto(url)
    await signIn(small, person)
    await small.getByRole('button', { name: /your menu/ }).waitFor()
    await openWork(small)
    await rows(small).first().waitFor()
    expect(await sidewaysScroll(small)).toBe(0)
    expect(await seriousFindings(small, 'main')).toEqual([])
    await follow(small, address(`dossiers/${waiting.dossierId}?tab=approval`))
    await small.getByRole('region', { name: 'Approval' }).waitFor()
    expect(await sidewaysScroll(small)).toBe(0)
    await small.context().close()
  })
})
