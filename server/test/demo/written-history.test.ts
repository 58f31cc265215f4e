import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { idBase, loadRecording, type History, type Recording } from '../../src/demo/history.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'
import { lastDayOf } from '../../src/demo/write-history.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import { testApp, testPublicUrl, type TestApp } from '../harness/app.ts'
import { checkEvents, type ToldEvent } from '../harness/event-truth.ts'
import { comparable, eventsOf, withoutWelcome } from './comparable.ts'
import { takeHistory } from './take-history.ts'

let t: TestApp
let accountId = 0
let dataDir = ''
let recording: Recording
let token = ''

beforeAll(async () => {
  t = await testApp()
  dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-demo-'))
  recording = await loadRecording()
  // Other numbers than those of the recording, and as easy to tell from all others.
  await t.admin.query(`alter sequence vigie_id restart with ${idBase + 5_000}`)

  const credentials = await seedDemo(deps())

  accountId = credentials?.accountId ?? 0
  const signIn = await t.call('POST', '/auth/sign-in', { body: credentials?.admin })
  token = signIn.json<{ accessToken: string }>().accessToken
}, 120_000)

afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true })
})

const deps = () => ({
  db: t.db,
  dataDir,
  baseUrl: testPublicUrl,
  extent: 'full' as const,
  onProgress: () => {},
  store: t.store,
  invitations: openInvitations({ config: loadConfig({}), publicUrl: testPublicUrl, secretKey: t.secretKey }),
})

/** The account as it is now, in the form of a recording. */
async function takeWritten(): Promise<Recording> {
  const { papers } = JSON.parse(recording.text) as History
  const { rows } = await t.admin.query<{ key: string }>(
    `select object_key as key from evidence where kind = 'FILE' group by object_key order by min(evidence_id)`,
  )
  return takeHistory({
    admin: t.admin,
    accountId,
    today: lastDayOf(recording.header, new Date()),
    publicUrl: testPublicUrl,
    papers: new Map(rows.map(({ key }, nth) => [key, papers[nth]!])),
  })
}

test('A written past says what was recorded, field by field', async () => {
  const [written, recorded] = [comparable(await takeWritten()), comparable(recording)]
  for (const [table, rows] of Object.entries(recorded.tables)) {
    const found = written.tables[table] ?? []
    expect(table === 'mail' ? withoutWelcome(found) : found, table).toEqual(rows)
  }
  const found = eventsOf(written)
  // One by one: the difference of two long lists is unreadable.
  for (const [nth, event] of eventsOf(recorded).entries()) expect(found[nth], String(nth)).toEqual(event)
  expect(found).toHaveLength(eventsOf(recorded).length)
})

/** As the administrator whose password a first start prints. */
async function read<T>(url: string): Promise<T> {
  const answer = await t.call('GET', `/api/v1/account/${accountId}${url}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const list = async <T>(url: string) => (await read<{ content: T[] }>(url)).content

test('Each event of the demonstration says what its schema says', async () => {
  const events: ToldEvent[] = []
  for (let after = 0, head = 1; after < head;) {
    const page = await read<{ content: ToldEvent[]; next: number; head: number }>(
      `/events?after=${after}&size=500`,
    )
    events.push(...page.content)
    after = page.next
    head = page.head
  }
  expect(events.length).toBeGreaterThan(5_000)
  expect(checkEvents(events).faults).toEqual([])
})

test('Something of each kind waits for whoever signs in first, and nothing of it lies in the future', async () => {
  const work = await list<{ kind: string; title: string; since: string; overdue: boolean }>(
    '/my-work?size=200',
  )
  expect(new Set(work.map(({ kind }) => kind))).toEqual(
    new Set(['DOSSIER', 'TASK', 'REVIEW', 'MENTION', 'APPROVAL', 'ACTION_TO_VERIFY']),
  )
  const now = new Date().toISOString()
  expect(work.filter(({ since }) => since > now)).toEqual([])
  const tasks = work.filter(({ kind }) => kind === 'TASK')
  expect(new Set(tasks.map(({ overdue }) => overdue))).toEqual(new Set([true, false]))
})

test('A team of people with rules of their own works in the demonstration', async () => {
  const teams = await list<{ name: string; members: unknown[] }>('/teams')
  expect(teams.map(({ name }) => name).toSorted()).toEqual([
    'Compliance',
    'Information security',
    'Purchasing',
  ])
  expect(teams.every(({ members }) => members.length > 0)).toBe(true)
  const { rules } = await read<{ rules: { countries: string[]; criticalities: string[] }[] }>('/owner-rules')
  expect(rules.some(({ countries }) => countries.length > 0)).toBe(true)
  expect(rules.some(({ criticalities }) => criticalities.length > 0)).toBe(true)
  const duty = await read<{ chosen: { userId: number; active: boolean } }>('/duty-holder')
  expect(duty.chosen.active).toBe(true)
  const followed = await list<{ thirdpartyId: number }>('/thirdparties?q=Beffroi')
  const ownership = await read<{ followers: unknown[] }>(`/thirdparties/${followed[0]?.thirdpartyId}/owner`)
  expect(ownership.followers).toHaveLength(2)
})

test('Tasks of the demonstration are open, late and done, and people said something about them', async () => {
  const tasks = await list<{ taskId: number; state: string; origin: string; overdue: boolean }>(
    '/tasks?state=OPEN,DONE&size=200',
  )
  expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(['OPEN', 'DONE']))
  expect(tasks.some(({ overdue }) => overdue)).toBe(true)
  expect(tasks.map(({ origin }) => origin)).toEqual(
    expect.arrayContaining(['PERSON', 'POLICY', 'RELATIONSHIP']),
  )
  const said = await Promise.all(
    tasks.map(({ taskId }) => list<{ act: string }>(`/tasks/${taskId}/comments`)),
  )
  expect(said.flat().filter(({ act }) => act === 'COMMENT').length).toBeGreaterThan(2)
})

test('Companies of the demonstration are approved, under conditions, suspended and refused; one is asked about anew', async () => {
  for (const state of ['APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED']) {
    expect((await list(`/thirdparties?relationship=${state}`)).length, state).toBeGreaterThan(0)
  }
  expect(await list('/thirdparties?relationshipToReview=true')).toHaveLength(1)
})

test('Of three dossiers with approval steps one is approved, one refused, and one waits for the administrator', async () => {
  const dossiers = await list<{ dossierId: number; approvalState: string }>(
    '/dossiers?dossierTypeCode=KEY_SUPPLIER',
  )
  expect(dossiers.map(({ approvalState }) => approvalState).toSorted()).toEqual([
    'APPROVED',
    'IN_PROGRESS',
    'REFUSED',
  ])
  const open = dossiers.find(({ approvalState }) => approvalState === 'IN_PROGRESS')
  const mine = await list<{ dossierId: number }>('/approvals/mine')
  expect(mine.map(({ dossierId }) => dossierId)).toEqual([open?.dossierId])
  const { steps } = await read<{ steps: { deciders: { actsAs: string }[] }[] }>(
    `/dossiers/${open?.dossierId}/approval`,
  )
  // The buyer is away.
  expect(steps[0]?.deciders.map(({ actsAs }) => actsAs).toSorted()).toEqual(['OWN', 'SUBSTITUTE'])
})

test('Findings of the demonstration are of every severity and source, with actions in different states', async () => {
  const findings = await list<{ findingId: number; severity: string; source: { kind: string } }>('/findings')
  expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['MINOR', 'MAJOR', 'CRITICAL']))
  expect(new Set(findings.map(({ source }) => source.kind))).toEqual(
    new Set(['ANSWER', 'AUDIT', 'HIT', 'MANUAL']),
  )
  expect(await list('/findings?overdue=true')).toHaveLength(1)
  const whole = await Promise.all(
    findings.map(({ findingId }) => read<{ actions: { state: string }[] }>(`/findings/${findingId}`)),
  )
  expect(new Set(whole.flatMap(({ actions }) => actions.map(({ state }) => state)))).toEqual(
    new Set(['OPEN', 'SUBMITTED', 'ACCEPTED']),
  )
})

test('Other bank details wait for a second reviewer and a call, and a policy made a late dossier ask for action', async () => {
  const tasks = await list<{ title: string; state: string }>('/tasks?size=200')
  expect(tasks.filter(({ title }) => title.includes('new bank details'))).toHaveLength(1)
  const { rows } = await t.admin.query(
    `select from decision d join response r on r.account_id = d.account_id and r.response_id = d.response_id
     where d.verdict = 'FIRST_APPROVAL' and r.state = 'PENDING'`,
  )
  expect(rows).toHaveLength(1)
  expect(await list('/overdue-policies')).toHaveLength(1)
  const late = await list<{ statusReason: string }>('/dossiers?statusCode=ACTION_REQUIRED')
  expect(late.filter(({ statusReason }) => statusReason === 'OVERDUE')).toHaveLength(1)
})

test('The bell of the administrator has a few unread alerts, and others that were read', async () => {
  const { unread } = await read<{ unread: number }>('/alerts/unread-count')
  expect(unread).toBeGreaterThan(0)
  expect(unread).toBeLessThan(30)
  const alerts = await list<{ read: boolean }>('/alerts?size=200')
  expect(alerts.filter(({ read: isRead }) => isRead).length).toBeGreaterThan(0)
  const { subscriptions } = await read<{ subscriptions: unknown[] }>('/alert-settings')
  expect(subscriptions).toHaveLength(1)
})
