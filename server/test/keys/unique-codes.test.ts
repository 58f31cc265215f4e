import { afterAll, beforeAll, expect, test } from 'vitest'
import { numbersIn } from '../harness/numbers-in.ts'
import { unitDesk } from '../units/unit-desk.ts'
import { queueBehind } from '../harness/queue-behind.ts'
import { freshDuns, keyDesk, unknownCompany, type Company, type KeyDesk } from './key-desk.ts'

let d: KeyDesk
beforeAll(async () => {
  d = await keyDesk()
})
afterAll(() => d.t.close())

const settings = '/code-settings'
const add = (code: string) => d.ask('POST', '/thirdparties', { ...unknownCompany(), code })
const holdAccount = () => `select from account where account_id = ${d.accountId} for update`

test('Codes are unique in a new account, by production and sandbox alike', async () => {
  expect(await d.must('GET', settings)).toEqual({ uniqueCodes: true })
  const sandbox = await d.t.given.office('SANDBOX')
  const answer = await d.t.call('GET', `${sandbox.base}${settings}`, { token: sandbox.token })
  expect(answer.json()).toEqual({ uniqueCodes: true })
})

test('A code that another company has is refused, and the answer names that company', async () => {
  const first = await d.company('ERP-1')
  const second = await add('ERP-1')
  expect(second.json()).toMatchObject({
    status: 409,
    code: 'CODE_TAKEN',
    existingThirdpartyId: first.thirdpartyId,
  })
  const other = await d.company('ERP-2')
  const changed = await d.ask('PATCH', `/thirdparties/${other.thirdpartyId}`, { code: 'ERP-1' })
  expect(changed.json()).toMatchObject({ code: 'CODE_TAKEN', existingThirdpartyId: first.thirdpartyId })
  expect(await d.events(other.thirdpartyId)).toEqual([])
})

test('Spaces around a code do not count, and everything else does', async () => {
  const spaced = await d.must<Company>('POST', '/thirdparties', { ...unknownCompany(), code: '  ERP 3 ' })
  expect(spaced.code).toBe('ERP 3')
  expect(await d.refusal(add(' ERP 3'))).toBe('409 CODE_TAKEN')
  expect((await add('erp 3')).statusCode).toBe(201)
  expect(await d.refusal(add('   '))).toBe('400 VALIDATION_FAILED')
  const same = await d.ask('PATCH', `/thirdparties/${spaced.thirdpartyId}`, { code: 'ERP 3 ' })
  expect(same.statusCode).toBe(200)
  expect(await d.events(spaced.thirdpartyId)).toEqual([])
})

test('An archived company keeps its code, and a free code can be taken', async () => {
  const { thirdpartyId } = await d.company('ERP-4')
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`)
  const refused = await add('ERP-4')
  expect(refused.json()).toMatchObject({
    code: 'CODE_TAKEN_BY_ARCHIVED',
    existingThirdpartyId: thirdpartyId,
  })
  await d.must('POST', `/thirdparties/${thirdpartyId}/reactivate`)
  await d.must('PATCH', `/thirdparties/${thirdpartyId}`, { code: null })
  expect((await add('ERP-4')).statusCode).toBe(201)
})

test('Of two companies that are added with one code at once, one gets it', async () => {
  // By two callers: what one of them sends at once may share a transaction.
  const { token } = await d.t.given.client(d.accountId)
  const body = { ...unknownCompany(), code: 'ERP-5' }
  const addToo = () => d.t.call('POST', `/api/v1/account/${d.accountId}/thirdparties`, { token, body })
  const answers = await queueBehind(d.t, holdAccount(), [() => add('ERP-5'), addToo])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  const winner = answers.find(({ statusCode }) => statusCode === 201)?.json<Company>()
  const loser = answers.find(({ statusCode }) => statusCode === 409)
  expect(loser?.json()).toMatchObject({ code: 'CODE_TAKEN', existingThirdpartyId: winner?.thirdpartyId })
})

test('Of two companies that are given one code at once, one gets it', async () => {
  const two = [await d.company(null), await d.company(null)]
  const acts = two.map(
    ({ thirdpartyId }) =>
      () =>
        d.ask('PATCH', `/thirdparties/${thirdpartyId}`, { code: 'ERP-6' }),
  )
  const answers = await queueBehind(d.t, holdAccount(), acts)
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('Codes may repeat again once the setting is off, and it cannot be switched on while they do', async () => {
  const own = await keyDesk(d.t)
  const [first, second] = [await own.company('SAME'), await own.company(null)]
  await own.must('PATCH', settings, { uniqueCodes: false })
  await own.must('PATCH', `/thirdparties/${second.thirdpartyId}`, { code: 'SAME' })
  const third = await own.company('SAME')
  const refused = await own.ask('PATCH', settings, { uniqueCodes: true })
  const thirdpartyIds = [first, second, third].map((one) => one.thirdpartyId)
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'CODES_REPEATED',
    codes: [{ code: 'SAME', thirdpartyIds }],
  })
  expect(await own.must('GET', settings)).toEqual({ uniqueCodes: false })
  const ambiguous = await own.ask('GET', '/thirdparties/by-code/SAME')
  expect(ambiguous.json()).toMatchObject({ status: 409, code: 'CODE_AMBIGUOUS', thirdpartyIds })

  await own.must('PATCH', `/thirdparties/${second.thirdpartyId}`, { code: 'OTHER' })
  await own.must('PATCH', `/thirdparties/${third.thirdpartyId}`, { code: null })
  expect(await own.must('PATCH', settings, { uniqueCodes: true })).toEqual({ uniqueCodes: true })
  for (const code of ['SAME', 'OTHER'])
    expect(await own.refusal(own.ask('POST', '/thirdparties', { ...unknownCompany(), code }))).toBe(
      '409 CODE_TAKEN',
    )
  const journal = await own.must<{ content: { eventName: string; after?: object }[] }>(
    'GET',
    '/administration/journal?names=SETTINGS_CHANGED',
  )
  expect(journal.content.map(({ after }) => after)).toEqual([
    { setting: 'code-settings', uniqueCodes: true },
    { setting: 'code-settings', uniqueCodes: false },
  ])
})

test('A code that is added while the setting is being switched on is held like the others', async () => {
  const own = await keyDesk(d.t)
  await own.must('PATCH', settings, { uniqueCodes: false })
  const lock = `select from account where account_id = ${own.accountId} for update`
  const [added, switched] = await queueBehind(own.t, lock, [
    () => own.ask('POST', '/thirdparties', { ...unknownCompany(), code: 'LATE' }),
    () => own.ask('PATCH', settings, { uniqueCodes: true }),
  ])
  expect([added?.statusCode, switched?.statusCode]).toEqual([201, 200])
  expect(await own.refusal(own.ask('POST', '/thirdparties', { ...unknownCompany(), code: 'LATE' }))).toBe(
    '409 CODE_TAKEN',
  )
})

test('A code held outside the units somebody sees is taken, and no more is said', async () => {
  const u = await unitDesk()
  try {
    const [own, other] = [await u.unit('Own'), await u.unit('Other')]
    const hidden = await u.company('Hidden', [other])
    await u.must('PATCH', `/thirdparties/${hidden}`, { body: { code: 'HIDDEN' } })
    const { token } = await u.person([own])
    const body = { ...unknownCompany(), code: 'HIDDEN', units: [own] }
    const refused = await u.ask('POST', '/thirdparties', { token, body })
    expect(refused.json()).toMatchObject({ status: 409, code: 'CODE_TAKEN_ELSEWHERE' })
    expect(numbersIn(refused.body)).not.toContain(hidden)
    const put = await u.ask('PUT', '/thirdparties/by-code/HIDDEN', {
      token,
      body: {
        legalIdentifier: { code: 'CIT003', value: freshDuns() },
        units: [own],
        unmanaged: body.unmanaged,
      },
    })
    expect(put.json()).toMatchObject({ status: 409, code: 'CODE_TAKEN_ELSEWHERE' })
    const sought = await u.ask('GET', '/thirdparties/by-code/HIDDEN', { token })
    expect(sought.json()).toMatchObject({ status: 404, code: 'CODE_NOT_FOUND' })
  } finally {
    await u.t.close()
  }
})
