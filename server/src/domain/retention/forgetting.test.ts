import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeNotices } from '../../../test/accounts/write-notices.ts'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { givenAnswer } from '../../../test/responses/given-answer.ts'
import { queued, runTask } from '../../../test/responses/queued.ts'
import { reviewDesk, type ReviewDesk } from '../../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../../test/responses/run-jobs.ts'
import { databaseText, folderText, tableText } from '../../../test/retention/whole-dump.ts'
import { localStore, newObjectKey, type ObjectStore } from '../../platform/files/index.ts'
import { openDetails, recordPast, verifyJournal } from '../../platform/journal/index.ts'
import { wholeAccount, jobScope, systemClock, type Actor } from '../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../platform/mail/index.ts'
import { deleteObjects } from './delete-objects.task.ts'

let t: TestApp
let d: ReviewDesk
let store: ObjectStore
let folder: string
const log: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-forgetting-'))
  store = await localStore({ root: folder })
  t = await testApp({ store, onLog: (line) => void log.push(line) })
  d = await reviewDesk(t)
})
afterAll(async () => {
  await t.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

interface Somebody {
  readonly id: number
  readonly email: string
  /** Everything planted that would tell who it is. */
  readonly values: readonly string[]
}
interface Employee extends Somebody {
  readonly token: string
}

const keyed = (key: string) => ({ 'idempotency-key': key })
const as = (one: Employee, url: string, body: unknown, key?: string) =>
  t.call('POST', `${d.base}${url}`, { token: one.token, body, ...(key && { headers: keyed(key) }) })

/** Somebody of the company; the first ones had other names and addresses before. */
async function contact(nth: number, by: Employee): Promise<Somebody> {
  const [email, before] = [`now.zq${nth}k@supplier.example`, `then.zq${nth}k@supplier.example`]
  const [firstName, lastName, maiden] = [`Firzq${nth}k`, `Laszq${nth}k`, `Maizq${nth}k`]
  const all = `/thirdparties/${d.thirdpartyId}/contacts`
  const added = await as(by, all, { email: before, firstName, lastName: maiden }, `contact-${nth}`)
  expect(added.statusCode, added.body).toBe(201)
  const id = added.json<{ contactId: number }>().contactId
  if (nth > 15) return { id, email: before, values: [before, firstName, maiden] }
  expect((await d.patch(`${all}/${id}`, { email, lastName })).statusCode).toBe(200)
  return { id, email, values: [email, before, firstName, lastName, maiden] }
}

async function employee(nth: number): Promise<Employee> {
  const { userId: id, email, token } = await t.given.person([d.accountId])
  const name = `Wrk O'Zq${nth}k (staff)`
  await t.admin.query('update app_user set name = $2 where user_id = $1', [id, name])
  return { id, email, token, values: [email, `Zq${nth}k (staff)`] }
}

/** A form they filled in, whose paper bears what it says. */
async function filledForm(code: string, type: 'CONTACT' | 'USER', one: Somebody): Promise<void> {
  const objectKey = newObjectKey(d.accountId)
  const paper = Buffer.from(`Filled in by ${one.values.join(' ')}`)
  await store.put(objectKey, Readable.from([paper]), { maxBytes: 1_000 })
  const answers = { 'contacts.0.name': one.values[3] ?? '', website: 'https://company.example' }
  const formdata = Object.entries(type === 'CONTACT' ? answers : { website: 'x' }).map(
    ([key, value], order) => ({ type: 'string', key, title: key, order, value }),
  )
  const submittedBy = { type, id: one.id }
  const documentId = d.documents[code] ?? 0
  await givenAnswer(t, { accountId: d.accountId, documentId, submittedBy, formdata, objectKey })
}

/** A mail to somebody else that names a person, as one about a mention does. */
async function mailNaming(name: string): Promise<void> {
  const mail = {
    dedupeKey: 'naming',
    template: 'test',
    recipient: 'else@people.example',
    language: 'en',
  } as const
  const content = {
    language: 'en',
    title: `${name} wrote`,
    paragraphs: [`From ${name}.`],
    footer: '',
  } as const
  const scope = jobScope(d.accountId, 'test')
  await t.db.write(scope, (tx) =>
    queueMail(tx, scope, { ...mail, subject: `${name} wrote`, ...renderMail(content) }),
  )
}

/** What people do in a day: answers, decisions with comments, a mail to everybody, an import, a hold. */
async function story(employees: readonly Employee[]): Promise<string[]> {
  const [first, second, third] = employees as [Employee, Employee, Employee]
  const said: string[] = []
  const words = (text: string) => (said.push(text), text)
  const accept = await d.answer('REG_PROOF')
  const comment = words('Spoken-approval of the extract')
  expect((await as(first, `/responses/${accept}/approve`, { comment }, 'approve')).statusCode).toBe(200)
  const refuse = await d.answer('NDA')
  const body = { shareRejectionReason: true, comment: words('Spoken-refusal of the list') }
  expect((await as(second, `/responses/${refuse}/reject`, body, 'reject')).statusCode).toBe(200)
  await mailNaming("Wrk O'Zq1k (staff)")
  const hold = { reason: words('Spoken-reason of the hold') }
  const other = await t.given.dossier(d, d.thirdpartyId, 'CSR')
  expect((await as(first, `/dossiers/${other.dossierId}/legal-hold`, hold)).statusCode).toBe(200)
  const told = await t.call('PATCH', `${d.base}/dossiers/${d.dossierId}`, {
    token: third.token,
    body: { description: words('Spoken-description of the dossier') },
  })
  expect(told.statusCode, told.body).toBe(200)
  const sent = await t.app.inject({
    method: 'POST',
    url: `${d.base}/thirdparties/imports`,
    headers: { authorization: `Bearer ${first.token}`, 'content-type': 'text/csv' },
    payload: 'identifierType,identifier\nSIREN,552100554\n',
  })
  expect(sent.statusCode, sent.body).toBe(202)
  return said
}

const everything = async () =>
  [await databaseText(t.admin, ['vigie', 'graphile_worker']), await folderText(folder)].join('\n')
const found = (text: string, people: readonly Somebody[]) =>
  people.flatMap(({ values }) => values).filter((value) => text.includes(value.toLowerCase()))
const journal = async () => {
  const { rows } = await t.admin.query<{ payload: Buffer; type: string; id: string | null }>(
    `select payload, actor_type as type, actor_id as id from event join event_detail using (account_id, seq)
     where account_id = $1 order by seq`,
    [d.accountId],
  )
  const payloads = rows.map(({ payload }) => payload)
  const words = await t.db.read(wholeAccount(d.accountId), (tx) => openDetails(tx, d, payloads))
  return rows.map(({ type, id }, index) => ({ by: `${type}:${id}`, ...words[index]! }))
}

test('Erasing 5 of 50 people leaves no name in database, queue, files and log, and the rest untouched', async () => {
  const employees: Employee[] = []
  for (const nth of [1, 2, 3, 4]) employees.push(await employee(nth))
  const contacts: Somebody[] = []
  for (let nth = 10; nth < 56; nth += 1) contacts.push(await contact(nth, employees[nth % 4]!))
  await filledForm('SUP_IDENTITY', 'CONTACT', contacts[0]!)
  await filledForm('UBO', 'USER', employees[0]!)
  const said = await story(employees)

  const people = [...contacts, ...employees]
  const gone = [...contacts.slice(0, 3), ...employees.slice(0, 2)]
  const others = people.filter((one) => !gone.includes(one))
  expect([people.length, gone.length]).toEqual([50, 5])
  // What is to be looked for is there, and the journal never held it in clear.
  expect(found(await everything(), gone)).toEqual(gone.flatMap(({ values }) => values))
  const clear = await tableText(t.admin, 'event_detail')
  expect([...found(clear, people), ...said.filter((words) => clear.includes(words.toLowerCase()))]).toEqual(
    [],
  )
  const before = JSON.stringify(await journal())
  expect(found(before.toLowerCase(), people)).toHaveLength(people.flatMap(({ values }) => values).length - 4)

  const counts: object[] = []
  for (const { email } of gone.slice(3)) {
    expect(problemOf(await d.post('/erasures', { email }))).toEqual([409, 'USER_STILL_MEMBER'])
  }
  for (const { id } of employees.slice(0, 2))
    expect((await t.call('DELETE', `${d.base}/users/${id}`, { token: d.token })).statusCode).toBe(204)
  await writeNotices(t, systemClock, testPublicUrl)
  for (const { email } of gone) counts.push((await d.post('/erasures', { email })).json<object>())
  expect(counts).toEqual([
    { contacts: 1, users: 0, mails: 1, forms: 1, heldForms: 0 },
    { contacts: 1, users: 0, mails: 1, forms: 0, heldForms: 0 },
    { contacts: 1, users: 0, mails: 1, forms: 0, heldForms: 0 },
    // Each was told by mail that they were taken out.
    { contacts: 0, users: 1, mails: 1, forms: 1, heldForms: 0 },
    { contacts: 0, users: 1, mails: 1, forms: 0, heldForms: 0 },
  ])
  for (const payload of await queued(t, d.accountId, 'files.delete'))
    await runTask(t, 'files.delete', deleteObjects({ store }), payload)
  await runAnswerJobs(t, d.accountId)

  const after = await everything()
  expect(found(after, gone)).toEqual([])
  expect(found(after, others).length).toBeGreaterThan(others.length * 2)
  expect(found(log.join('\n').toLowerCase(), people)).toEqual([])
  const events = await journal()
  expect(found(JSON.stringify(events).toLowerCase(), gone)).toEqual([])
  // Nothing of the others was lost: their words open as before.
  expect(found(JSON.stringify(events).toLowerCase(), others)).toEqual(found(before.toLowerCase(), others))
  const byErased = events.filter(({ by }) => by === `USER:${employees[0]!.id}`)
  expect(byErased.length).toBeGreaterThan(3)
  for (const event of byErased) expect(event).toMatchObject({ actor: '', erased: true })
  expect(events.filter(({ erased }) => !erased).length).toBeGreaterThan(50)
  expect(await t.db.read(wholeAccount(d.accountId), (tx) => verifyJournal(tx, d))).toMatchObject({
    intact: true,
  })

  const { rows: mails } = await t.admin.query<Record<string, string>>(
    `select subject, status from mail where dedupe_key = 'naming' and body_html like '%From ….%'`,
  )
  expect(mails).toEqual([{ subject: '… wrote', status: 'QUEUED' }])

  // A repeated request finds its key taken and nobody's name; nothing more is sealed for who is gone.
  const email = `then.zq10k@supplier.example`
  const again = { email, firstName: 'Firzq10k', lastName: 'Maizq10k' }
  const all = `/thirdparties/${d.thirdpartyId}/contacts`
  expect((await as(employees[2]!, all, again, 'contact-10')).body).toBe('{}')
  const actor: Actor = { type: 'USER', id: employees[0]!.id, name: 'Zq1k (staff)' }
  const scope = { accountId: d.accountId, units: 'ALL' as const, actor }
  const { thirdpartyId } = d
  await t.db.write(wholeAccount(scope.accountId), async (tx) =>
    recordPast(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId }),
  )
  expect((await journal()).at(-1)).toEqual({ by: `USER:${actor.id}`, actor: '', data: {}, erased: false })
  expect(found(await tableText(t.admin, 'event_detail'), gone)).toEqual([])
})

test('A former user leaves the directory once no account has or remembers them', async () => {
  const elsewhere = await t.given.office()
  const one = await t.given.person([d.accountId, elsewhere.accountId])
  const stranger = await t.given.person([elsewhere.accountId])
  const known = async () => {
    const text = 'select email, name, active from app_user where user_id = $1'
    return (await t.admin.query<object>(text, [one.userId])).rows[0]
  }
  const leave = async ({ base, token }: { base: string; token: string }) => {
    const gone = await t.call('DELETE', `${base}/users/${one.userId}`, { token })
    expect(gone.statusCode).toBe(204)
  }
  const forget = async ({ base, token }: { base: string; token: string }, { email } = one) =>
    (await t.call('POST', `${base}/erasures`, { token, body: { email } })).json<object>()
  const nobody = { contacts: 0, users: 0, mails: 0, forms: 0, heldForms: 0 }
  /** From where and on what they signed in. */
  const traces = async () => {
    const text = `select from person_session join person_device using (user_id) where user_id = $1`
    return (await t.admin.query(text, [one.userId])).rowCount
  }
  const before = await known()
  await leave(d)
  // Forgotten before a job has written the mail about it: it is not written any more.
  expect(await forget(d)).toEqual({ ...nobody, users: 1 })
  await writeNotices(t, systemClock, testPublicUrl)
  expect(await forget(d)).toEqual(nobody)
  // Who belongs to another account only does not exist here.
  expect(await forget(d, stranger)).toEqual(nobody)
  expect(await known()).toEqual(before)
  await leave(elsewhere)
  await writeNotices(t, systemClock, testPublicUrl)
  expect(await known()).toEqual(before)
  expect(await traces()).toBe(1)
  expect(await forget(elsewhere)).toEqual({ ...nobody, users: 1, mails: 1 })
  expect(await known()).toEqual({ email: `erased-${one.userId}@erased.invalid`, name: '-', active: false })
  expect(await traces()).toBe(0)
})
