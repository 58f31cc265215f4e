import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueBehind } from '../harness/queue-behind.ts'
import { codeOf, relationshipDesk, relationshipOf, type RelationshipDesk } from './relationship-desk.ts'

let d: RelationshipDesk
beforeAll(async () => {
  d = await relationshipDesk()
})
afterAll(() => d.t.close())

interface Listed {
  readonly content: { thirdpartyId: number; relationship: object }[]
}

const none = { state: 'NONE', validUntil: null, toReview: null }

test('A company about which nobody has decided says so', async () => {
  const id = await d.company('Undecided', [])
  expect(await d.known(id)).toEqual({ ...none, inForce: false, decision: null })
  expect(await d.history(id)).toEqual([])
  expect(await d.must('GET', `/thirdparties/${id}`)).toMatchObject({ relationship: none })
})

test('A decision is shown in the record, the list and the export, and told once', async () => {
  const id = await d.company('Decided', [])
  const validUntil = `${Number((await d.today()).slice(0, 4)) + 1}-01-31`
  const before = await d.ask('GET', `/thirdparties/${id}`)
  const decision = { state: 'APPROVED', reason: 'Visited', scope: 'Packaging', validUntil }
  const answer = await d.decide(id, decision)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['etag']).toBe('"1"')
  expect(answer.json<object>()).toMatchObject({
    state: 'APPROVED',
    validUntil,
    toReview: null,
    inForce: true,
    decision: {
      ...decision,
      number: 1,
      kind: 'DECIDED',
      conditions: [],
      cause: null,
      by: { type: 'API_CLIENT' },
    },
  })
  const after = await d.ask('GET', `/thirdparties/${id}`)
  const relationship = { state: 'APPROVED', validUntil, toReview: null }
  expect(after.json<object>()).toMatchObject({ relationship })
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
  const { content } = await d.must<Listed>('GET', '/thirdparties?relationship=APPROVED&size=200')
  expect(content.find(({ thirdpartyId }) => thirdpartyId === id)).toMatchObject({ relationship })
  const csv = (await d.ask('GET', '/thirdparties/export.csv?q=Decided')).body
  expect(csv.split('\r\n')[1]).toMatch(new RegExp(`,"APPROVED","${validUntil}",$`))
  const events = await d.must<{ content: { eventName: string; data: object }[] }>(
    'GET',
    `/thirdparties/${id}/events`,
  )
  expect(events.content[0]).toMatchObject({
    eventName: 'THIRD_PARTY_UPDATED',
    data: {
      kind: 'RELATIONSHIP',
      change: 'DECIDED',
      before: { relationship: none },
      after: { relationship },
    },
  })
  // Why is for those who read the history, not for every reader of the feed.
  expect(JSON.stringify(events.content[0])).not.toContain('Visited')
})

test('The list finds companies by what was decided, within what its reader sees', async () => {
  const unit = await d.unit('Buying')
  const within = await d.company('Refused within', [unit])
  const without = await d.company('Refused without', [])
  for (const id of [within, without]) await d.decide(id, { state: 'REFUSED' })
  // Somebody has to see all.
  await d.person('ALL', ['ADMIN'])
  const limited = await d.person([unit], ['ADMIN'])
  expect(await d.seen(d.office.token, 'relationship=REFUSED')).toEqual([without, within])
  expect(await d.seen(limited.token, 'relationship=REFUSED')).toEqual([within])
  expect(await d.seen(limited.token, 'relationshipToReview=true')).toEqual([])
  expect(await d.seen(limited.token, 'relationshipToReview=false')).toEqual([within])
  // Nobody decides about a company they do not see, nor reads what was decided.
  expect(codeOf(await d.decide(without, { state: 'APPROVED' }, limited.token))).toBe(
    '404 THIRD_PARTY_NOT_FOUND',
  )
  for (const path of [relationshipOf(without), `${relationshipOf(without)}/history`]) {
    expect(codeOf(await d.ask('GET', path, limited))).toBe('404 THIRD_PARTY_NOT_FOUND')
  }
  expect((await d.decide(within, { state: 'APPROVED' }, limited.token)).statusCode).toBe(200)
  expect(codeOf(await d.ask('GET', '/thirdparties?relationship=MARRIED'))).toBe('400 VALIDATION_FAILED')
})

test.each(['with the version they saw', 'without any version'])(
  'Of two who decide at once %s, the first decides and the second is told',
  async (how) => {
    const id = await d.company(`Raced ${how}`, [])
    const sees = how.startsWith('with ')
    const decide = (state: string) => () =>
      d.ask('PUT', relationshipOf(id), {
        body: { state, reason: `I say ${state}` },
        ...(sees && { headers: { 'if-match': '"0"' } }),
      })
    const lock = `select from thirdparty where thirdparty_id = ${id} for update`
    const [first, second] = await queueBehind(d.t, lock, [decide('APPROVED'), decide('REFUSED')])
    expect(first?.statusCode).toBe(200)
    expect(second && codeOf(second)).toBe(sees ? '412 PRECONDITION_FAILED' : '428 PRECONDITION_REQUIRED')
    expect((await d.history(id)).map(({ state }) => state)).toEqual(['APPROVED'])
  },
)

test('What was decided before stays in the history, page by page, and so does who decided', async () => {
  const id = await d.company('Changing', [])
  const leaver = await d.person('ALL', ['ADMIN'])
  await d.decide(id, { state: 'APPROVED' }, leaver.token)
  const [named] = await d.history(id)
  expect(named?.by).toMatchObject({ type: 'USER', id: leaver.userId })
  expect(named?.by.name).not.toBeNull()
  expect((await d.ask('DELETE', `/users/${leaver.userId}`)).statusCode).toBeLessThan(300)
  await d.decide(id, { state: 'SUSPENDED' })
  await d.decide(id, { state: 'REFUSED' })
  expect((await d.history(id)).map(({ number, state }) => [number, state])).toEqual([
    [3, 'REFUSED'],
    [2, 'SUSPENDED'],
    [1, 'APPROVED'],
  ])
  // Whoever has left is a number, and what they decided stands until somebody decides anew.
  expect((await d.history(id)).at(-1)?.by).toEqual({ type: 'USER', id: leaver.userId, name: null })
  const path = `${relationshipOf(id)}/history?size=2`
  const page = await d.must<{ content: { number: number }[]; next: string }>('GET', path)
  const rest = await d.must<{ content: { number: number }[] }>(
    'GET',
    `${path}&cursor=${encodeURIComponent(page.next)}`,
  )
  expect([...page.content, ...rest.content].map(({ number }) => number)).toEqual([3, 2, 1])
})

test('Each condition is a task; a new decision drops those that are open', async () => {
  const id = await d.company('Conditional', [])
  const today = await d.today()
  const ada = await d.person('ALL')
  const conditions = [
    { text: 'Send the certificate', dueOn: today },
    { text: 'Visit the site', assignee: { userId: ada.userId } },
  ]
  const answer = await d.decide(id, { state: 'APPROVED_WITH_CONDITIONS', conditions })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await d.tasks(id)).toEqual(['Send the certificate OPEN', 'Visit the site OPEN'])
  const { decision } = await d.known(id)
  expect(decision?.conditions).toMatchObject([
    { text: 'Send the certificate', dueOn: today, taskState: 'OPEN' },
    { text: 'Visit the site', dueOn: null, taskState: 'OPEN' },
  ])
  const { rows } = await d.t.admin.query(
    'select user_id::int, due_on::text from task where task_id = any($1) order by 1',
    [decision?.conditions.map(({ taskId }) => taskId)],
  )
  expect(rows).toEqual([
    { user_id: ada.userId, due_on: null },
    { user_id: null, due_on: today },
  ])
  await d.decide(id, { state: 'APPROVED' })
  expect(await d.tasks(id)).toEqual(['Send the certificate CANCELLED', 'Visit the site CANCELLED'])
})

test('What cannot be decided is refused, and nothing is changed', async () => {
  const id = await d.company('Refusing', [])
  const today = await d.today()
  const unit = await d.unit('Elsewhere')
  const blind = await d.person([unit])
  const refusal = async (decision: object) => codeOf(await d.decide(id, decision))
  const condition = { text: 'Send it' }
  const conditional = (more: object) => ({
    state: 'APPROVED_WITH_CONDITIONS',
    conditions: [condition, { ...condition, ...more }],
  })
  expect(await refusal({ state: 'APPROVED', validUntil: '2020-01-31' })).toBe('422 RELATIONSHIP_DAY_PAST')
  const past = await d.decide(id, conditional({ dueOn: '2020-01-31' }))
  expect(past.json<object>()).toMatchObject({ code: 'RELATIONSHIP_DAY_PAST', pointer: '/conditions/1/dueOn' })
  expect(await refusal({ state: 'APPROVED', validUntil: '2027-02-30' })).toBe('400 VALIDATION_FAILED')
  expect(await refusal({ state: 'APPROVED_WITH_CONDITIONS' })).toBe('422 RELATIONSHIP_CONDITIONS_MISSING')
  expect(await refusal({ state: 'REFUSED', conditions: [condition] })).toBe(
    '422 RELATIONSHIP_CONDITIONS_REFUSED',
  )
  expect(await refusal({ state: 'NONE' })).toBe('400 VALIDATION_FAILED')
  expect(await refusal({ state: 'APPROVED', reason: '  ' })).toBe('400 VALIDATION_FAILED')
  expect(await refusal(conditional({ assignee: { userId: blind.userId } }))).toBe('422 OWNER_WITHOUT_SIGHT')
  expect(await refusal(conditional({ assignee: { teamId: 1 } }))).toBe('404 TEAM_NOT_FOUND')
  expect(await d.known(id)).toMatchObject({ state: 'NONE', decision: null })
  expect(await d.tasks(id)).toEqual([])
  await d.must('POST', `/thirdparties/${id}/archive`)
  expect(await refusal({ state: 'APPROVED', validUntil: today })).toBe('409 THIRD_PARTY_ARCHIVED')
})

test('The past knows what held then', async () => {
  const id = await d.company('With a past', [])
  const moments: { at: string; relationship: object }[] = []
  const remember = async () => {
    const { relationship } = await d.must<{ relationship: object }>('GET', `/thirdparties/${id}`)
    const at = (await d.must<{ now: string }>('GET', '/clock')).now.slice(0, 19)
    moments.push({ at, relationship })
    await d.must('POST', '/clock/advance', { body: { days: 2 } })
    await d.work()
  }
  await d.policy({ EXPIRY: 'SUSPEND' })
  await remember()
  await d.decide(id, { state: 'APPROVED', validUntil: await d.today() })
  await remember()
  await remember()
  await d.decide(id, { state: 'REFUSED' })
  await remember()
  expect(moments.map(({ relationship }) => (relationship as { state: string }).state)).toEqual([
    'NONE',
    'APPROVED',
    'SUSPENDED',
    'REFUSED',
  ])
  for (const { at, relationship } of moments) {
    const past = await d.must<{ relationship: object; notRecorded: string[] }>(
      'GET',
      `/thirdparties/${id}?asOf=${at}`,
    )
    expect(past.relationship).toEqual(relationship)
    expect(past.notRecorded).not.toContain('relationship')
  }
})
