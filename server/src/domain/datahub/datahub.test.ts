import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoopback, type Loopback } from '../../../test/fakes/loopback.ts'
import { givenFile } from '../../../test/files/given-file.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { jobScope, wholeAccount } from '../../platform/kernel/index.ts'
import { createAskProvider } from './ask-provider.ts'
import { followVerification } from './follow-verification.ts'
import { latestValues } from './latest-values.ts'
import { pollProviders } from './poll-providers.ts'
import { createProviderSecrets } from './provider-secrets.ts'

let t: TestApp
let service: Loopback
let answer: (path: string) => { status?: number; body: unknown }

beforeAll(async () => {
  service = await startLoopback(({ url }) => answer(url.pathname))
  t = await testApp({
    environment: { DATAHUB_ALLOWED_HOSTS: service.url, RATE_DATAHUB_PUSHES_PER_SECOND: '1000' },
  })
})
afterAll(async () => {
  await t.close()
  await service.close()
})

type Office = Awaited<ReturnType<typeof portfolio>>

async function portfolio(companies: number) {
  const office = await t.given.office('SANDBOX')
  const ids: number[] = []
  for (let nth = 0; nth < companies; nth++) ids.push((await t.given.thirdParty(office, nth)).thirdpartyId)
  const found = await t.admin.query<{ siren: string }>(
    'select siren from thirdparty where account_id = $1 order by thirdparty_id',
    [office.accountId],
  )
  return { ...office, ids, first: ids[0] ?? 0, sirens: found.rows.map(({ siren }) => siren) }
}

async function api(
  { base, token }: Office,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const reply = await t.call(method, `${base}${path}`, { token, ...(body === undefined ? {} : { body }) })
  return { status: reply.statusCode, json: reply.json<Record<string, unknown>>() }
}

const follow = (office: Office, provider: string, id = office.first) =>
  api(office, 'POST', `/thirdparties/${id}/monitoring/${provider}/activate`)

async function send(office: Office, provider: string, text: string, type = 'text/csv') {
  const reply = await t.app.inject({
    method: 'POST',
    url: `${office.base}/datahub/providers/${provider}/values`,
    headers: { authorization: `Bearer ${office.token}`, 'content-type': type },
    payload: text,
  })
  return reply.json<Record<string, unknown>>()
}

async function seen(office: Office, provider: string, id = office.first) {
  const { json } = await api(office, 'GET', `/thirdparties/${id}/monitoring`)
  return (json['content'] as Record<string, unknown>[]).find((one) => one['provider'] === provider)
}

async function eventsOf({ accountId }: Office): Promise<string[]> {
  const { rows } = await t.admin.query<{ name: string }>(
    `select y.name from event e join event_type y on y.code = e.event_type where e.account_id = $1 order by seq`,
    [accountId],
  )
  return rows.map(({ name }) => name.replace('THIRD_PARTY_', '')).filter((name) => name !== 'ADDED')
}

const daysPass = ({ accountId }: Office, days: number) =>
  t.admin.query('update account set clock_offset_ms = clock_offset_ms + $2 where account_id = $1', [
    accountId,
    days * 86_400_000,
  ])

function poll({ accountId }: Office) {
  const secrets = createProviderSecrets(t.secretKey)
  const outbound = { attempts: 1, breaker: { faults: 100, pauseMs: 1 } }
  const ask = createAskProvider({ secrets, allowedOrigins: [service.url], timeoutMs: 20_000, outbound })
  return pollProviders({ ask })(t.db, jobScope(accountId, 'datahub.poll-account'))
}

const today = (plus = 0) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)
const hundred = { id: 'H', version: '1', min: 0, max: 100, direction: 'HIGHER_IS_BETTER', bands: [] }

test('An imported file feeds the followed values; errors are named by row, and a repeated file records nothing', async () => {
  const office = await portfolio(2)
  const { first, sirens } = office
  expect((await follow(office, 'ESG')).json).toMatchObject({ active: true, state: 'UNKNOWN', value: null })
  await follow(office, 'ESG')
  const file = [
    'siren;score;asOf;reference',
    `${sirens[0]};62,5;${today(-10)};R1`,
    `${sirens[0]};70;${today(-3)};R2`,
    `${sirens[1]};50;${today()};`,
    `000000000;50;${today()};`,
    `${sirens[0]};high;${today()};`,
    `${sirens[0]};101;${today()};`,
    `${sirens[0]};10;${today(5)};`,
    `;10;${today()};`,
    `${sirens[0]};60;${today(-5)};R3`,
    'too;short',
  ].join('\r\n')
  expect(await send(office, 'ESG', file)).toMatchObject({
    rows: 10,
    changed: 3,
    notMonitored: 1,
    unknownCompanies: 1,
    errorCount: 5,
    errors: [
      { row: 6, code: 'DATAHUB_SCORE_INVALID' },
      { row: 7, code: 'DATAHUB_SCORE_OUT_OF_SCALE' },
      { row: 8, code: 'DATAHUB_DATE_INVALID' },
      { row: 9, code: 'DATAHUB_IDENTIFIER_MISSING' },
      { row: 11, code: 'IMPORT_ROW_CELLS' },
    ],
  })
  expect(await seen(office, 'ESG')).toMatchObject({
    state: 'KNOWN',
    value: 70,
    asOf: today(-3),
    reference: 'R2',
  })
  const again = `{"thirdpartyId":${first},"score":70,"asOf":"${today(-1)}"}\n{"thirdpartyId":${first},"score":1,"asOf":"${today(-9)}"}\n{"more":1}\n`
  expect(await send(office, 'ESG', again, 'application/x-ndjson')).toMatchObject({
    changed: 0,
    unchanged: 1,
    older: 1,
    errors: [{ row: 3, code: 'IMPORT_FIELD_UNKNOWN' }],
  })
  expect(await seen(office, 'ESG')).toMatchObject({ value: 70, asOf: today(-1) })
  const history = await api(office, 'GET', `/thirdparties/${first}/monitoring/ESG/values?size=2`)
  expect(history.json).toMatchObject({ totalElements: 3, content: [{ value: 70 }, { value: 60 }] })
  expect(await eventsOf(office)).toEqual([
    'ESG_ACTIVATED',
    'ESG_UPDATED',
    'ESG_UPDATED',
    'ESG_UPDATED',
    'DATA_HUB_UPDATED',
  ])
  expect((await send(office, 'ESG', 'siren,colour\n1,2\n'))['code']).toBe('IMPORT_COLUMN_UNKNOWN')
})

test('A value becomes STALE with age, at once when its provider is disconnected, and archiving disconnects all', async () => {
  const office = await portfolio(3)
  const { first, sirens, accountId } = office
  const bulk = await api(office, 'POST', '/datahub/providers/CREDITDATA/activate', { all: true })
  expect(bulk.json).toEqual({ activated: 3, alreadyActive: 0, archived: 0, notFound: 0, remaining: false })
  const some = { thirdpartyIds: [first, 1] }
  const twice = await api(office, 'POST', '/datahub/providers/CREDITDATA/activate', some)
  expect(twice.json).toMatchObject({ activated: 0, alreadyActive: 1, notFound: 1 })
  await follow(office, 'SECURITY_RATING')
  await send(office, 'CREDITDATA', `siren,score\n${sirens[0]},40\n`)
  await send(office, 'SECURITY_RATING', `siren,grade\n${sirens[0]},B\n`)
  const latest = () => t.db.read(wholeAccount(accountId), (tx) => latestValues(tx, { accountId }, [first]))
  expect(await latest()).toMatchObject([
    { thirdpartyId: first, provider: 'CREDITDATA', value: 40, raw: '40', scaleId: 'CREDIT', state: 'KNOWN' },
    { provider: 'SECURITY_RATING', value: 85, raw: 'B', asOf: today(), source: 'FILE', state: 'KNOWN' },
  ])
  const off = await api(office, 'POST', `/thirdparties/${first}/monitoring/SECURITY_RATING/deactivate`)
  expect(off.json).toMatchObject({ active: false, state: 'STALE', value: 85 })
  await daysPass(office, 366)
  expect(await latest()).toMatchObject([
    { value: 40, state: 'STALE' },
    { value: 85, state: 'STALE' },
  ])
  await api(office, 'POST', `/thirdparties/${first}/archive`)
  expect((await follow(office, 'ESG')).json).toMatchObject({ code: 'THIRD_PARTY_ARCHIVED' })
  expect((await follow(office, 'ESG', 1)).status).toBe(404)
  expect((await eventsOf(office)).slice(-4)).toEqual([
    'DATA_HUB_UPDATED',
    'SECURITY_RATING_DEACTIVATED',
    'CREDITDATA_DEACTIVATED',
    'ARCHIVED',
  ])
  const jobs = await t.admin.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker._private_jobs j
     join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'indicators.recompute' and (payload ->> 'accountId')::bigint = $1`,
    [accountId],
  )
  expect(jobs.rows[0]?.n).toBe(6)
})

test('A provider is disconnected for some third parties or for all at once', async () => {
  const office = await portfolio(3)
  const some = { thirdpartyIds: [office.first, 1] }
  await api(office, 'POST', '/datahub/providers/NEWSFEED/activate', { all: true })
  const stop = (body: object) => api(office, 'POST', '/datahub/providers/NEWSFEED/deactivate', body)
  const stopped = (await stop(some)).json
  expect(stopped).toEqual({ deactivated: 1, alreadyInactive: 0, notFound: 1, remaining: false })
  expect((await stop({ all: true })).json).toMatchObject({ deactivated: 2, alreadyInactive: 0 })
  expect((await stop({ all: true })).json).toMatchObject({ deactivated: 0, remaining: false })
  const news = (await eventsOf(office)).filter((name) => name.startsWith('NEWSFEED'))
  expect(news).toEqual([...Array(3).fill('NEWSFEED_ACTIVATED'), ...Array(3).fill('NEWSFEED_DEACTIVATED')])
})

test('Providers are called over HTTP by their mapping, and a silent one changes nothing but the age', async () => {
  const office = await portfolio(2)
  const { first, sirens } = office
  const scorecard = {
    kind: 'HTTP',
    label: 'Scorecards',
    scale: { ...hundred, id: 'SCORECARD' },
    mapping: { score: '/overall/score', grade: '/overall/medal', asOf: '/published', reference: '/id' },
    http: { baseUrl: `${service.url}/v2`, path: 'scorecards/{siren}', query: { lang: 'fr' } },
    auth: { header: 'Authorization', value: 'Token s3cret' },
    pollHours: 24,
    staleAfterDays: 3,
  }
  const put = await api(office, 'PUT', '/datahub/providers/SUSTAINSCORE', scorecard)
  expect([put.status, put.json['authHeader'], JSON.stringify(put.json).includes('s3cret')]).toEqual([
    200,
    'Authorization',
    false,
  ])
  const rating = {
    ...scorecard,
    label: 'Ratings',
    mapping: { score: '/score', grade: '/grade' },
    http: { baseUrl: service.url, path: 'companies/{siren}', query: {} },
    auth: null,
  }
  await api(office, 'PUT', '/datahub/providers/SECURITY_RATING', rating)
  for (const provider of ['SUSTAINSCORE', 'SECURITY_RATING']) await follow(office, provider)
  await follow(office, 'SECURITY_RATING', office.ids[1])
  let score = 63
  const published = `${today(-2)}T10:00:00Z`
  answer = (path) => {
    if (path === `/v2/scorecards/${sirens[0]}`)
      return { body: { id: 'S-1', overall: { score, medal: 'Silver' }, published } }
    if (path === `/companies/${sirens[0]}`) return { body: { score: 87, grade: 'B', industry: 'tech' } }
    return { status: 404, body: { error: { message: 'unknown' } } }
  }
  await Promise.all([poll(office), poll(office)])
  expect(service.requests.length).toBe(3)
  const asked = service.requests.find(({ url }) => url.pathname.startsWith('/v2'))
  expect([asked?.headers.authorization, asked?.url.search]).toEqual(['Token s3cret', '?lang=fr'])
  expect(await seen(office, 'SUSTAINSCORE')).toMatchObject({
    state: 'KNOWN',
    value: 63,
    raw: 'Silver',
    asOf: today(-2),
    reference: 'S-1',
    source: 'HTTP',
    failure: null,
  })
  expect(await seen(office, 'SECURITY_RATING', office.ids[1])).toMatchObject({
    state: 'UNKNOWN',
    value: null,
    failure: { reason: 'NOT_FOUND' },
  })
  // Both runs may have shared the company: each then tells of its own delivery.
  const polled = (await eventsOf(office)).slice(3)
  const updates = polled.filter((name) => name !== 'DATA_HUB_UPDATED')
  expect(updates.toSorted()).toEqual(['SECURITY_RATING_UPDATED', 'SUSTAINSCORE_UPDATED'])
  expect(polled.at(-1)).toBe('DATA_HUB_UPDATED')
  service.behave('server-error')
  score = 70
  await daysPass(office, 2)
  await poll(office)
  expect(await seen(office, 'SUSTAINSCORE')).toMatchObject({
    state: 'KNOWN',
    value: 63,
    failure: { reason: 'UNAVAILABLE' },
  })
  await daysPass(office, 2)
  await poll(office)
  expect(await seen(office, 'SUSTAINSCORE')).toMatchObject({ state: 'STALE', value: 63 })
  service.behave('ok')
  await daysPass(office, 1)
  await poll(office)
  expect(await seen(office, 'SUSTAINSCORE')).toMatchObject({ state: 'KNOWN', value: 70, failure: null })
  score = 120
  await daysPass(office, 2)
  await poll(office)
  expect(await seen(office, 'SUSTAINSCORE')).toMatchObject({ value: 70, failure: { reason: 'OUT_OF_SCALE' } })
  const later = (await eventsOf(office)).slice(3 + polled.length)
  expect(later).toEqual(['SUSTAINSCORE_UPDATED', 'DATA_HUB_UPDATED'])
  expect(await api(office, 'GET', `/thirdparties/${first}/monitoring`)).toMatchObject({ status: 200 })
})

test('Provider settings are checked: addresses, questions, scales; credentials do not move to another host', async () => {
  const office = await portfolio(1)
  const path = '/datahub/providers/FINANCIAL_STRENGTH'
  const http = { baseUrl: `${service.url}/a`, path: '{siren}', query: {} }
  const auth = { header: 'X-Key', value: 'k' }
  const good = { kind: 'HTTP', label: 'F', scale: hundred, http, auth, staleAfterDays: 10 }
  const code = async (change: object) =>
    (await api(office, 'PUT', path, { ...good, ...change })).json['code'] ?? 'done'
  expect(await code({ http: { ...http, baseUrl: 'http://169.254.169.254/' } })).toBe('DATAHUB_URL_REFUSED')
  expect(await code({ http: undefined })).toBe('DATAHUB_REQUEST_INVALID')
  expect(await code({ http: { ...http, path: '{secret}' } })).toBe('DATAHUB_REQUEST_INVALID')
  expect(await code({ scale: { ...hundred, max: 0 } })).toBe('DATAHUB_SCALE_INVALID')
  expect(await code({ more: 1 })).toBe('VALIDATION_FAILED')
  expect(await code({})).toBe('done')
  expect(await code({ scale: { ...hundred, max: 200 } })).toBe('DATAHUB_SCALE_KEPT')
  expect(await code({ auth: undefined })).toBe('done')
  expect((await api(office, 'GET', path)).json).toMatchObject({ authHeader: 'X-Key', version: 2 })
  expect((await send(office, 'FINANCIAL_STRENGTH', 'siren,score\n1,2\n'))['code']).toBe('DATAHUB_KIND_OTHER')
  const file = { kind: 'FILE', http: undefined, auth: undefined }
  expect(await code(file)).toBe('done')
  await follow(office, 'FINANCIAL_STRENGTH')
  const row = `siren,score\n${office.sirens[0]},80\n`
  await send(office, 'FINANCIAL_STRENGTH', row)
  expect(await code({ ...file, scale: { ...hundred, version: '2', max: 200 } })).toBe('done')
  expect(await seen(office, 'FINANCIAL_STRENGTH')).toMatchObject({ value: 80, scaleVersion: '1' })
  await send(office, 'FINANCIAL_STRENGTH', row)
  expect(await seen(office, 'FINANCIAL_STRENGTH')).toMatchObject({ value: 40, scaleVersion: '2' })
  expect(await code({ ...file, scale: { ...hundred, max: 300 } })).toBe('DATAHUB_SCALE_KEPT')
})

test('A signed message counts once; unsigned, old or foreign ones change nothing', async () => {
  const office = await portfolio(1)
  const settings = {
    kind: 'PUSH',
    label: 'P',
    scale: hundred,
    mapping: { records: '/data' },
    staleAfterDays: 9,
  }
  await api(office, 'PUT', '/datahub/providers/ESG', settings)
  await follow(office, 'ESG')
  const rotated = () => api(office, 'POST', '/datahub/providers/ESG/rotate-secret')
  const secret = String((await rotated()).json['secret'])
  const push = async (id: string, data: unknown, { key = secret, agoSeconds = 0 } = {}) => {
    const payload = JSON.stringify({ type: 'score.changed', data })
    const timestamp = String(Math.floor(Date.now() / 1_000) - agoSeconds)
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64')
    const digest = createHmac('sha256', bytes).update(`${id}.${timestamp}.${payload}`).digest('base64')
    const reply = await t.app.inject({
      method: 'POST',
      url: `${office.base}/datahub/push/ESG`,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${digest}`,
      },
      payload,
    })
    return reply.json<Record<string, unknown>>()
  }
  const mine = { siren: office.sirens[0], score: 55 }
  const report = { records: 3, changed: 1, unchanged: 0, ignored: 1, rejected: 1 }
  const data = [mine, { siren: '999999999', score: 1 }, { score: 2 }]
  expect(await push('m1', data)).toEqual({ ...report, replayed: false })
  expect(await push('m1', data)).toEqual({ ...report, replayed: true })
  const same = await Promise.all([push('m2', { ...mine, score: 60 }), push('m2', { ...mine, score: 60 })])
  expect(same.filter(({ replayed }) => replayed).length).toBe(1)
  expect((await push('m3', { ...mine, score: 9 }, { agoSeconds: 400 }))['code']).toBe('DATAHUB_PUSH_REFUSED')
  const forged = `whsec_${Buffer.alloc(32).toString('base64')}`
  expect((await push('m3', { ...mine, score: 9 }, { key: forged }))['code']).toBe('DATAHUB_PUSH_REFUSED')
  const fresh = String((await rotated()).json['secret'])
  expect(await push('m4', mine)).toMatchObject({ changed: 1 })
  expect(await push('m5', mine, { key: fresh })).toMatchObject({ unchanged: 1 })
  await rotated()
  expect((await push('m6', mine))['code']).toBe('DATAHUB_PUSH_REFUSED')
  expect(await seen(office, 'ESG')).toMatchObject({ value: 55, source: 'PUSH' })
  expect((await eventsOf(office)).slice(1)).toEqual(
    [1, 2, 3].flatMap(() => ['ESG_UPDATED', 'DATA_HUB_UPDATED']),
  )
  const { rows } = await t.admin.query<{ actor: string }>(
    `select distinct actor_type as actor from event where account_id = $1 and seq > 2`,
    [office.accountId],
  )
  expect(rows).toEqual([{ actor: 'PROVIDER' }])
})

test('News is stored with its tone as the value, and verified documents report themselves', async () => {
  const office = await portfolio(1)
  const { first, sirens, accountId } = office
  await follow(office, 'NEWSFEED')
  const lines = [
    { siren: sirens[0], title: 'Good', url: 'https://news.example/1', date: today(-1), sentiment: 0.5 },
    { siren: sirens[0], title: 'Bad', url: 'https://news.example/2', date: today(-2), sentiment: -0.1 },
  ].map((line) => JSON.stringify(line))
  await send(office, 'NEWSFEED', lines.join('\n'), 'application/x-ndjson')
  expect(await seen(office, 'NEWSFEED')).toMatchObject({ value: 60, raw: '0.2', asOf: today(-1) })
  await send(office, 'NEWSFEED', lines.join('\n'), 'application/x-ndjson')
  const many = Array.from({ length: 100 }, (_, nth) => ({
    title: `N${nth}`,
    date: `${today()}T00:00:00`,
    url: `https://news.example/m${nth}`,
    sentiment: 1,
  }))
  const all = JSON.stringify({ siren: sirens[0], items: many })
  await send(office, 'NEWSFEED', all, 'application/x-ndjson')
  const news = await api(office, 'GET', `/thirdparties/${first}/news?size=1`)
  expect([news.json['totalElements'], (await seen(office, 'NEWSFEED'))?.['value']]).toEqual([100, 100])

  await follow(office, 'DOCCHECK')
  await poll(office)
  expect(await seen(office, 'DOCCHECK')).toMatchObject({
    state: 'UNKNOWN',
    failure: null,
    lastVerification: null,
  })
  const { documents } = await t.given.dossier(office, first)
  const file = await givenFile(t, { accountId, documentId: documents['NDA'] ?? 0, text: 'x' })
  const verified = (status: string) =>
    t.admin.query(
      `update evidence set metadata = metadata || jsonb_build_object('doccheck_status', $2::text, 'doccheck_date',
         to_char(now() at time zone 'UTC', 'DD/MM/YYYY')) where evidence_id = $1`,
      [file.fileId, status],
    )
  for (const status of ['PENDING', 'VERIFIED', 'VERIFIED']) {
    await verified(status)
    const moved = { accountId, thirdpartyId: first }
    await runTask(t, 'datahub.follow-verification', followVerification, moved)
    await poll(office)
  }
  expect(await seen(office, 'DOCCHECK')).toMatchObject({
    state: 'KNOWN',
    value: 100,
    raw: 'VERIFIED',
    source: 'VERIFICATION',
    asOf: today(),
    lastVerification: { status: 'VERIFIED', date: today(), documentId: documents['NDA'] },
  })
  const own = (await eventsOf(office)).filter((name) => /^(NEWS|DOCCHECK|DATA_HUB)/.test(name))
  expect(own).toEqual([
    'NEWSFEED_ACTIVATED',
    'NEWSFEED_UPDATED',
    'DATA_HUB_UPDATED',
    'NEWSFEED_UPDATED',
    'DATA_HUB_UPDATED',
    'DOCCHECK_ACTIVATED',
    'DOCCHECK_UPDATED',
    'DATA_HUB_UPDATED',
  ])
  const verdict = await t.db.read(wholeAccount(accountId), (tx) => verifyJournal(tx, { accountId }))
  expect(verdict).toMatchObject({ intact: true })
})
