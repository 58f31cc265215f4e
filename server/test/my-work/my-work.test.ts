import { afterAll, beforeAll, expect, test } from 'vitest'
import { company, ownerDesk, type OwnerDesk } from '../owners/owner-desk.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { addTask } from '../tasks/task-desk.ts'
import type { Person } from '../units/unit-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

interface Item {
  readonly id: number
  readonly why: string | null
  readonly kind: string
  readonly title: string
  readonly about: { thirdpartyId: number; dossierId: number | null } | null
  readonly dueOn: string | null
  readonly overdue: boolean
  readonly link: string
}
interface Page {
  readonly content: Item[]
  readonly next: string | null
}

const work = async ({ token }: Person, query = '', language = 'en') =>
  (
    await d.must<Page>('GET', `/my-work?size=200&${query}`, {
      token,
      headers: { 'accept-language': language },
    })
  ).content
const kindsOf = async (person: Person, query = '') => (await work(person, query)).map(({ kind }) => kind)
const reviewer = () => d.t.given.person([d.office.accountId], ['MANAGER', 'REVIEWER'])

async function lateDossier(name: string, dueOn: string, units: readonly number[] = []) {
  const thirdpartyId = await d.company(name, units)
  const { dossierId, documents } = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  await d.t.admin.query('update dossier set due_date = $2 where dossier_id = $1', [dossierId, dueOn])
  return { thirdpartyId, dossierId, documentId: documents['NDA'] ?? 0 }
}
const answer = (documentId: number) => givenAnswer(d.t, { accountId: d.office.accountId, documentId })
const mention = async (thirdpartyId: number, person: Person, text = 'Look at\nthis') => {
  const body = { text, mentions: [person.userId] }
  return (await d.must<{ commentId: number }>('POST', `${company(thirdpartyId)}/comments`, { body }))
    .commentId
}

test('All that waits for somebody is in one list, the most urgent first, page by page', async () => {
  const ada = await reviewer()
  const { thirdpartyId, dossierId, documentId } = await lateDossier('Acme', '2026-01-10')
  await d.name(company(thirdpartyId), { userId: ada.userId })
  const teamId = await d.team('Ada and others', [ada])
  await addTask(d, { title: 'Some day', assignee: { teamId } })
  await answer(documentId)
  const commentId = await mention(thirdpartyId, ada)
  const overdue = await addTask(d, { title: 'Late', dueOn: '2026-01-05', about: { thirdpartyId } })
  const same = { title: 'Of the same day', dueOn: '2026-01-10', assignee: { userId: ada.userId } }
  await addTask(d, same)
  await addTask(d, { title: 'In years', dueOn: '2040-01-01', about: { dossierId } })
  const items = await work(ada)
  expect(items.map(({ kind, title, overdue: late }) => [kind, title, late])).toEqual([
    ['TASK', 'Late', true],
    ['DOSSIER', expect.stringMatching(/^Late dossier: ./), true],
    ['TASK', 'Of the same day', true],
    ['TASK', 'Some day', false],
    ['REVIEW', expect.stringMatching(/^To review: ./), false],
    ['MENTION', expect.stringMatching(/: Look at this$/), false],
    ['TASK', 'In years', false],
  ])
  expect([0, 1, 4, 5].map((nth) => items[nth]?.link)).toEqual([
    `/tasks/${overdue}`,
    `/dossiers/${dossierId}`,
    `/dossiers/${dossierId}/documents/${documentId}`,
    `/comments/${commentId}`,
  ])
  expect(items.map(({ why }) => why)).toEqual([
    'ANSWERS_FOR_IT',
    null,
    'ASSIGNED',
    'TEAM',
    null,
    null,
    'ANSWERS_FOR_IT',
  ])
  expect([0, 4, 5].map((nth) => items[nth]?.id)).toEqual([overdue, documentId, commentId])
  expect(items[1]).toMatchObject({
    about: { thirdpartyId, name: 'Acme', dossierId, documentId: null },
    dueOn: '2026-01-10',
  })
  const french = (await work(ada, '', 'fr')).map(({ title }) => title)
  expect(french[1]).toMatch(/^Dossier en retard\u00A0: ./)
  expect(french[4]).toMatch(/^À examiner\u00A0: ./)
  for (const size of [1, 2, 3]) {
    const found: Item[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `/my-work?size=${size}${cursor && `&cursor=${cursor}`}`
      const page: Page = await d.must('GET', query, { token: ada.token })
      found.push(...page.content)
      cursor = page.next
    }
    expect(found).toEqual(items)
  }
  expect(await kindsOf(ada, 'kind=REVIEW,MENTION')).toEqual(['REVIEW', 'MENTION'])
  const { kinds } = await d.must<{ kinds: object[] }>('GET', '/my-work/summary', { token: ada.token })
  expect(kinds).toEqual([
    { kind: 'DOSSIER', count: 1, more: false },
    { kind: 'TASK', count: 4, more: false },
    { kind: 'REVIEW', count: 1, more: false },
    { kind: 'MENTION', count: 1, more: false },
    { kind: 'APPROVAL', count: 0, more: false },
    { kind: 'ACTION_TO_VERIFY', count: 0, more: false },
  ])
})

test('An answer waits for the owner who may decide, and otherwise for everybody who may', async () => {
  const [ada, bob, manager] = [await reviewer(), await reviewer(), await d.person('ALL')]
  const { thirdpartyId, documentId } = await lateDossier('Reviewed', '2040-01-01')
  await answer(documentId)
  const isReviewed = async (person: Person) =>
    (await work(person, 'kind=REVIEW')).some(({ about }) => about?.thirdpartyId === thirdpartyId)
  const reviewers = async () => Promise.all([ada, bob, manager, admin].map(isReviewed))
  expect(await reviewers()).toEqual([true, true, false, true])
  await d.name(company(thirdpartyId), { userId: ada.userId })
  expect(await reviewers()).toEqual([true, false, false, false])
  await d.name(company(thirdpartyId), { userId: manager.userId })
  expect(await reviewers()).toEqual([true, true, false, true])
  await d.name(company(thirdpartyId), null)
  await d.must('PUT', '/owner-rules', { body: { rules: [{ owner: { userId: bob.userId } }] } })
  expect(await reviewers()).toEqual([false, true, false, false])
  await d.must('PATCH', `/users/${bob.userId}`, { body: { active: false } })
  expect(await isReviewed(ada)).toBe(true)
  await d.must('PUT', '/owner-rules', { body: { rules: [] } })
})

test('A mention waits until it is read, taken back or deleted', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Spoken of', [])
  const commentId = await mention(thirdpartyId, ada)
  const [second, third] = [await mention(thirdpartyId, ada, 'Two'), await mention(thirdpartyId, ada, 'Three')]
  expect(await kindsOf(ada)).toEqual(['MENTION', 'MENTION', 'MENTION'])
  const read = ['POST', `/comments/${commentId}/read`, { token: ada.token }] as const
  for (const _ of [1, 2]) await d.must(...read)
  await d.must('PATCH', `/comments/${second}`, { body: { mentions: [] } })
  expect((await work(ada)).map(({ link }) => link)).toEqual([`/comments/${third}`])
  await d.must('DELETE', `/comments/${third}`)
  expect(await work(ada)).toEqual([])
  const own = { token: ada.token, body: { text: 'Note to self', mentions: [ada.userId] } }
  await d.must('POST', `${company(thirdpartyId)}/comments`, own)
  expect(await work(ada)).toEqual([])
  expect(await d.refusal('POST', `/comments/${commentId}/read`)).toBe('403 PEOPLE_ONLY')
  expect(await d.refusal('POST', `/comments/${third}/read`, { token: ada.token })).toBe(
    '404 COMMENT_NOT_FOUND',
  )
})

test('What is out of sight waits for nobody who does not see it, and what is nobody’s for the duty holder', async () => {
  const [north, south] = [await d.unit('North of work'), await d.unit('South of work')]
  const limited = await d.person([north])
  const seen = await lateDossier('Northern', '2026-01-01', [north])
  const hidden = await lateDossier('Southern', '2026-01-02', [south])
  for (const { thirdpartyId } of [seen, hidden]) await d.name(company(thirdpartyId), { userId: admin.userId })
  const companies = async (person: Person) =>
    (await work(person, 'kind=DOSSIER')).flatMap(({ about }) => about?.thirdpartyId ?? [])
  expect(await companies(limited)).toEqual([])
  await d.name(company(seen.thirdpartyId), { userId: limited.userId })
  expect(await companies(limited)).toEqual([seen.thirdpartyId])
  await d.must('PUT', `/users/${limited.userId}/units`, { body: { units: [south] } })
  expect(await companies(limited)).toEqual([])
  expect(await companies(admin)).toEqual(expect.arrayContaining([seen.thirdpartyId, hidden.thirdpartyId]))
  // Somebody who owns a single dossier of another's company has that one.
  const ada = await d.person('ALL')
  await d.name(`/dossiers/${hidden.dossierId}`, { userId: ada.userId })
  expect(await companies(ada)).toEqual([hidden.thirdpartyId])
  expect(await companies(admin)).not.toContain(hidden.thirdpartyId)
  await d.must('POST', `/dossiers/${hidden.dossierId}/archive`)
  expect(await companies(ada)).toEqual([])
})

test('More than ninety-nine things of a kind are not counted to the end, and only people have work', async () => {
  const busy = await d.person('ALL')
  const { accountId } = d.office
  await d.t.admin.query(
    `insert into task (account_id, title, user_id, origin_kind, maker_type, created_at)
     select $1, 'Task ' || n, $2, 'PERSON', 'JOB', now() from generate_series(1, 120) n`,
    [accountId, busy.userId],
  )
  const { kinds } = await d.must<{ kinds: object[] }>('GET', '/my-work/summary', { token: busy.token })
  expect(kinds).toContainEqual({ kind: 'TASK', count: 99, more: true })
  expect(await work(busy)).toHaveLength(120)
  expect(await d.refusal('GET', '/my-work')).toBe('403 PEOPLE_ONLY')
  expect(await d.refusal('GET', '/my-work/summary')).toBe('403 PEOPLE_ONLY')
  expect(await d.refusal('GET', '/my-work?cursor=abc', { token: busy.token })).toBe('400 PAGE_TOKEN_INVALID')
})
