import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Worker } from '../../src/platform/jobs/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { askedOn } from './two-years/asked.ts'
import { accept, begin, live, type CompanyLife } from './two-years/company-life.ts'
import { differences, linesOf } from './two-years/compare.ts'
import { dayAfter } from './two-years/days.ts'
import type { GivenCompany } from './two-years/facts.ts'
import { gazetteOf, giveNotices } from './two-years/gazette.ts'
import { openJournal, type Journal } from './two-years/journal.ts'
import { come, invite, liveAs, meet, type PersonLife } from './two-years/person-life.ts'
import {
  activateRules,
  addCompanies,
  addPeople,
  advance,
  firstDay,
  giveAnswers,
  openPortfolio,
  openWorker,
  quiet,
  readCompanies,
  sendAnswer,
  visit,
  type Portfolio,
} from './two-years/portfolio.ts'

// What is lived through at a stretch, in days; in between, those who are diligent come and send what is asked. The
// two years of a hundred companies take a minute or two with all that belongs to them: they are run when asked for.
const isWhole = process.env['VIGIE_TWO_YEARS'] === '1'
const size = isWhole ? { companies: 100, legs: [196, 208, 327] } : { companies: 10, legs: [196] }
const days = size.legs.reduce((sum, leg) => sum + leg, 0)

let t: TestApp
let worker: Worker
let p: Portfolio
let journal: Journal
let given: GivenCompany[] = []
let lives: CompanyLife[] = []
let people: PersonLife[] = []

beforeAll(async () => {
  t = await testApp()
  const gazette = gazetteOf(() => given, firstDay)
  worker = await openWorker(t, gazette)
  p = await openPortfolio(t)
  const ids = await addCompanies(p, size.companies)
  await activateRules(p)
  await quiet(t)
  given = giveNotices(await readCompanies(p, ids), firstDay)
  given = await addPeople(p, await giveAnswers(t, p, given))
  await quiet(t)
  // As the database does by itself, a minute later.
  await t.admin.query('analyze')
  journal = openJournal(p)
  lives = given.map((company) => begin(company, firstDay))
  people = lives.flatMap((life) => life.company.people.map((person) => meet(life, person)))
  for (const one of people) {
    if (askedOn(one.life, one.person.themes, firstDay).length > 0) invite(one, firstDay)
  }
  // A third come and look, and send nothing.
  for (const [nth, one] of people.entries()) if (nth % 3 === 0) await greet(one)
}, 900_000)
afterAll(async () => {
  await worker.stop()
  await t.close()
})

async function greet(one: PersonLife): Promise<void> {
  if (one.gone) return
  await visit(t, p, one.person.contactId)
  come(one)
}

function calculate(day: string): void {
  for (const life of lives) live(life, day)
  for (const one of people) liveAs(one, day, journal.reminders.get(one.person.contactId)?.get(day))
}

/** The diligent ones, a quarter, send whatever is asked. */
async function answerAll(day: string): Promise<void> {
  for (const [nth, life] of lives.entries()) {
    if (nth % 4 !== 3) continue
    for (const one of people.filter((other) => other.life === life)) await greet(one)
    for (const { papers } of askedOn(life, [], day)) {
      const [paper] = papers
      if (!paper) continue
      const documentId = journal.documents.get(`${life.company.thirdpartyId} ${paper.place}/${paper.code}`)
      accept(life, day, paper, await sendAnswer(t, p, documentId ?? 0, day))
    }
  }
  await quiet(t)
}

test(`The story of ${size.companies} companies runs through ${days} days`, async () => {
  let [lived, spentMs] = [0, 0]
  for (const leg of size.legs) {
    const before = process.cpuUsage()
    await advance(p, leg)
    const { user, system } = process.cpuUsage(before)
    spentMs += (user + system) / 1_000
    await journal.read()
    for (let day = lived + 1; day <= lived + leg; day += 1) calculate(dayAfter(firstDay, day))
    lived += leg
    if (lived < days) await answerAll(dayAfter(firstDay, lived))
  }
  await journal.read()
  const { now } = await p.call<{ now: string }>('GET', '/clock')
  expect(now.slice(0, 10)).toBe(dayAfter(firstDay, days))
  // Read by bench/two-years.ts: how long a machine takes is no reason to fail.
  console.log(`${size.companies} companies, ${days} days: ${Math.round(spentMs)} ms of processor time`)
}, 900_000)

test('Each event of two years says what its schema says', () => {
  expect(journal.faults).toEqual([])
})

test('The journal of companies, dossiers and documents is what the rules lead to', () => {
  const calculated = lives.map(({ told }) => linesOf(told, firstDay))
  const wrong = lives.flatMap(({ company: { thirdpartyId } }, nth) => {
    const happened = linesOf(journal.told.get(thirdpartyId) ?? [], firstDay)
    return differences(calculated[nth] ?? [], happened).map((line) => `company ${thirdpartyId}: ${line}`)
  })
  expect(wrong).toEqual([])
  // All of it was there to be told.
  const kinds = new Set(calculated.flat().map((line) => line.split(' ').slice(2).join(' ')))
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'DOCUMENT_ANSWER_EXPIRED',
      'DOCUMENT_ANSWER_ACCEPTED',
      'DOCUMENT INVALID',
      'RENEWAL_REQUESTED',
      'DOSSIER_ARCHIVED',
      'DOSSIER_ADDED',
      'DOSSIER VALID',
      'DOSSIER ACTION_REQUIRED',
      'DOSSIER INVALID',
      'THIRD_PARTY_INFORMATION_UPDATED',
      'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
      'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION',
    ]),
  )
})

test('People are invited, reminded, warned and given up as the rules say, and the mails went out', async () => {
  const { rows: mails } = await t.admin.query<{
    contact: string
    template: string
    key: string
    sent: boolean
  }>(
    `select contact_id as contact, template, dedupe_key as key, status = 'SENT' as sent from mail
     where account_id = $1`,
    [p.accountId],
  )
  const wrong = people.flatMap(({ told, faults, person: { contactId } }) => {
    const warned = mails
      .filter(({ contact, template }) => Number(contact) === contactId && template === 'contact.expiry')
      .map(({ key }) => `${key.split(':')[2]} WARNED`)
    const happened = [...(journal.invitations.get(contactId) ?? []), ...warned]
    return [...differences(told, happened), ...faults].map((line) => `contact ${contactId}: ${line}`)
  })
  expect(wrong).toEqual([])
  expect(mails.filter(({ sent }) => !sent)).toEqual([])
  const kinds = new Set(people.flatMap(({ told }) => told.map((line) => line.slice(11))))
  const left = 'DELETED_DUE_TO_NO_FAVORABLE_RESPONSE'
  expect(kinds).toEqual(new Set(['INVITED', 'RE_INVITED_AUTO', 'WARNED', left]))
  const reminders = [...journal.reminders.values()].flatMap((ofOne) => [...ofOne.values()])
  const reminded = reminders.filter(({ kind }) => kind === 'REMINDER').length
  const givenUp = reminders.length - reminded
  expect(givenUp).toBeGreaterThan(0)
  expect(people.filter(({ askedAgain }) => askedAgain > 0)).not.toEqual([])
  const sent = (template: string) => mails.filter((mail) => mail.template === template).length
  expect([sent('contact.reminder'), sent('contact.silent')]).toEqual([reminded, givenUp])
})

test('The journal of two years verifies', async () => {
  expect(await p.call('GET', '/journal/verify')).toMatchObject({ intact: true })
})
