import { afterAll, beforeAll, expect, test } from 'vitest'
import { numbersIn } from '../harness/numbers-in.ts'
import { unitDesk } from '../units/unit-desk.ts'
import { keyDesk, type KeyDesk } from './key-desk.ts'

let d: KeyDesk
let first: string
let second: string
let firstId: number
beforeAll(async () => {
  d = await keyDesk()
  firstId = (await d.company(null)).thirdpartyId
  first = `/thirdparties/${firstId}`
  second = `/thirdparties/${(await d.company(null)).thirdpartyId}`
})
afterAll(() => d.t.close())

interface Shown {
  references: { system: string; value: string }[]
}
interface Listed {
  content: Record<string, unknown>[]
}

const listed = async (list: string, reference: string) =>
  (await d.must<Listed>('GET', `/${list}?reference=${encodeURIComponent(reference)}`)).content

test('A company is called something by each system, and found by it', async () => {
  expect(await d.must('PUT', `${first}/references/SAP`, { value: ' 4711:A ' })).toEqual({
    system: 'SAP',
    value: '4711:A',
  })
  await d.must('PUT', `${first}/references/COUPA`, { value: 'C-1' })
  const shown = await d.ask('GET', first)
  expect(shown.json<Shown>().references).toEqual([
    { system: 'COUPA', value: 'C-1' },
    { system: 'SAP', value: '4711:A' },
  ])
  expect(await d.must('GET', `${first}/references/SAP`)).toEqual({ system: 'SAP', value: '4711:A' })
  expect(await listed('thirdparties', 'SAP:4711:A')).toMatchObject([{ thirdpartyId: firstId }])
  expect(await listed('thirdparties', 'SAP:4711')).toEqual([])
  expect(await listed('dossiers', 'SAP:4711:A')).toEqual([])
  for (const wrong of ['SAP', 'sap:1', ':1', 'SAP:', 'SAP:  '])
    expect(await d.refusal(d.ask('GET', `/thirdparties?reference=${encodeURIComponent(wrong)}`))).toBe(
      '400 REFERENCE_FILTER_INVALID',
    )

  const etag = String(shown.headers.etag)
  const changed = await d.ask('PUT', `${first}/references/SAP`, { value: '4712' }, { 'if-match': etag })
  expect(changed.statusCode).toBe(200)
  expect((await d.ask('GET', first)).headers.etag).not.toBe(etag)
  expect(
    await d.refusal(d.ask('PUT', `${first}/references/SAP`, { value: '4713' }, { 'if-match': etag })),
  ).toBe('412 PRECONDITION_FAILED')
  expect((await d.ask('PUT', `${first}/references/SAP`, { value: '4712' })).statusCode).toBe(200)
  expect((await d.ask('DELETE', `${first}/references/COUPA`)).statusCode).toBe(204)
  expect(await d.refusal(d.ask('DELETE', `${first}/references/COUPA`))).toBe('404 REFERENCE_NOT_FOUND')
  const told = await d.events(firstId)
  expect(told.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => 'THIRD_PARTY_UPDATED'))
  expect(told.slice(2).map(({ data }) => data)).toEqual([
    { kind: 'REFERENCE', system: 'SAP', before: { value: '4711:A' }, after: { value: '4712' } },
    { kind: 'REFERENCE', system: 'COUPA', before: { value: 'C-1' }, after: { value: null } },
  ])
})

test('Within a system a value means one company, and one dossier', async () => {
  await d.must('PUT', `${first}/references/ARIBA`, { value: 'A-1' })
  const refused = await d.ask('PUT', `${second}/references/ARIBA`, { value: 'A-1' })
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'REFERENCE_TAKEN',
    existingThirdpartyId: firstId,
  })
  const { dossierId } = await d.t.given.dossier(d, firstId, 'SCREENING')
  const path = `/dossiers/${dossierId}`
  await d.must('PUT', `${path}/references/ARIBA`, { value: 'A-1' })
  expect((await d.must<Shown>('GET', path)).references).toEqual([{ system: 'ARIBA', value: 'A-1' }])
  expect(await d.must('GET', `${path}/references/ARIBA`)).toEqual({ system: 'ARIBA', value: 'A-1' })
  expect(await listed('dossiers', 'ARIBA:A-1')).toMatchObject([{ dossierId }])
  const other = await d.t.given.dossier(d, Number(second.split('/').at(-1)), 'SCREENING')
  const taken = await d.ask('PUT', `/dossiers/${other.dossierId}/references/ARIBA`, { value: 'A-1' })
  expect(taken.json()).toMatchObject({ code: 'REFERENCE_TAKEN', existingDossierId: dossierId })
  expect((await d.ask('DELETE', `${path}/references/ARIBA`)).statusCode).toBe(204)
  const told = (await d.events(dossierId)).filter(({ data }) => data['kind'] === 'REFERENCE')
  expect(told.map(({ name, data }) => [name, data['after']])).toEqual([
    ['DOSSIER_UPDATED', { value: 'A-1' }],
    ['DOSSIER_UPDATED', { value: null }],
  ])
})

test('A past moment shows what other systems called a record then', async () => {
  const office = await d.t.given.office('SANDBOX')
  const { accountId, base, token } = office
  const { thirdpartyId } = await d.t.given.thirdParty(office)
  const { dossierId } = await d.t.given.dossier(office, thirdpartyId, 'SCREENING')
  const paths = [`${base}/thirdparties/${thirdpartyId}`, `${base}/dossiers/${dossierId}`]
  const put = (path: string, system: string) =>
    d.t.call('PUT', `${path}/references/${system}`, { token, body: { value: 'then' } })
  for (const path of paths) {
    await put(path, 'SAP')
    await put(path, 'ARIBA')
    await d.t.call('DELETE', `${path}/references/SAP`, { token })
  }
  const { rows } = await d.t.admin.query<{ now: string }>(
    `update account set clock_offset_ms = clock_offset_ms + 60000 where account_id = $1
     returning to_char((now() + interval '30 seconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as now`,
    [accountId],
  )
  for (const path of paths) {
    await d.t.call('DELETE', `${path}/references/ARIBA`, { token })
    const past = await d.t.call('GET', `${path}?asOf=${rows[0]?.now}`, { token })
    expect(past.json<Shown>().references, past.body).toEqual([{ system: 'ARIBA', value: 'then' }])
    expect((await d.t.call('GET', path, { token })).json<Shown>().references).toEqual([])
  }
})

test('Of two that give one reference at once, one gets it', async () => {
  const answers = await Promise.all(
    [first, second].map((path) => d.ask('PUT', `${path}/references/RACE`, { value: 'R' })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('Badly named systems, blank values, archived and missing records are refused', async () => {
  expect(await d.refusal(d.ask('PUT', `${first}/references/sap`, { value: '1' }))).toBe(
    '400 VALIDATION_FAILED',
  )
  expect(await d.refusal(d.ask('PUT', `${first}/references/SAP`, { value: '  ' }))).toBe(
    '400 VALIDATION_FAILED',
  )
  expect(await d.refusal(d.ask('PUT', '/thirdparties/1/references/SAP', { value: '1' }))).toBe(
    '404 THIRD_PARTY_NOT_FOUND',
  )
  expect(await d.refusal(d.ask('GET', '/dossiers/1/references/SAP'))).toBe('404 DOSSIER_NOT_FOUND')
  const { thirdpartyId } = await d.company(null)
  const { dossierId } = await d.t.given.dossier(d, thirdpartyId, 'SCREENING')
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`)
  expect(await d.refusal(d.ask('PUT', `/thirdparties/${thirdpartyId}/references/SAP`, { value: '9' }))).toBe(
    '409 THIRD_PARTY_ARCHIVED',
  )
  expect(await d.refusal(d.ask('PUT', `/dossiers/${dossierId}/references/SAP`, { value: '9' }))).toBe(
    '409 DOSSIER_ARCHIVED',
  )
})

test('A record has at most fifty references', async () => {
  const { thirdpartyId } = await d.company(null)
  await d.t.admin.query(
    `insert into external_reference (account_id, subject, system, kind, thirdparty_id, value)
     select $1, $2, 'S' || n, 'THIRD_PARTY', $2, 'many' from generate_series(1, 50) n`,
    [d.accountId, thirdpartyId],
  )
  const path = `/thirdparties/${thirdpartyId}/references`
  expect(await d.refusal(d.ask('PUT', `${path}/S51`, { value: 'many' }))).toBe('409 REFERENCE_LIMIT_REACHED')
  expect((await d.ask('PUT', `${path}/S50`, { value: 'other' })).statusCode).toBe(200)
})

test('A reference outside the units somebody sees is taken, and no more is said', async () => {
  const u = await unitDesk()
  try {
    const [own, other] = [await u.unit('Own'), await u.unit('Other')]
    const hidden = await u.company('Hidden', [other])
    const seen = await u.company('Seen', [own])
    await u.must('PUT', `/thirdparties/${hidden}/references/SAP`, { body: { value: 'H' } })
    const { token } = await u.person([own])
    const body = { value: 'H' }
    const refused = await u.ask('PUT', `/thirdparties/${seen}/references/SAP`, { token, body })
    expect(refused.json()).toMatchObject({ status: 409, code: 'REFERENCE_TAKEN_ELSEWHERE' })
    expect(numbersIn(refused.body)).not.toContain(hidden)
    expect(await u.seen(token, 'reference=SAP:H')).toEqual([])
    const unseen = await u.ask('GET', `/thirdparties/${hidden}/references/SAP`, { token })
    expect(unseen.json()).toMatchObject({ status: 404, code: 'THIRD_PARTY_NOT_FOUND' })
  } finally {
    await u.t.close()
  }
})
