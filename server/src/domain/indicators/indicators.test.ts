import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, problemOf, type Desk } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { daysLater, givenAnswer } from '../../../test/responses/given-answer.ts'
import { queued, runTask } from '../../../test/responses/queued.ts'
import { formatEventSecond, jobScope } from '../../platform/kernel/index.ts'
import { archiveDossiersOfThirdParty, expireAnswers } from '../evaluation/index.ts'
import type { IndicatorRecord, ThemeCoverage } from './indicator.schema.ts'
import { recomputeFor, recomputeIndicators } from './recompute-indicators.ts'
import { recomputeTask } from './recompute.task.ts'
import { loadShippedModels } from './shipped-models.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const scopeOf = ({ accountId }: { accountId: number }) => jobScope(accountId, 'indicators.recompute')
const today = (plusDays = 0) => new Date(Date.now() + plusDays * 86_400_000).toISOString().slice(0, 10)

async function recompute(d: Desk, ids: readonly number[] = [d.thirdpartyId]) {
  const scope = scopeOf(d)
  await t.db.write(scope, (tx) => recomputeFor(tx, scope, ids))
}

async function indicators(d: Desk, path = `/thirdparties/${d.thirdpartyId}/indicators`, language = 'en') {
  const answer = await d.get(path, { 'accept-language': language })
  expect(answer.statusCode, answer.body).toBe(200)
  return new Map(answer.json<{ content: IndicatorRecord[] }>().content.map((one) => [one.code, one]))
}

async function news(d: Desk) {
  const told = await d.told()
  return told
    .filter(({ name }) => name.endsWith('_INDICATOR_UPDATED'))
    .map(({ name, data }) => ({ name, ...(data as { code: string; before: unknown; after: unknown }) }))
}

async function scoredAnswer(d: Desk, documentId: number, score: number, expirationDate: string) {
  await givenAnswer(t, { accountId: d.accountId, documentId, state: 'ACCEPTED', expirationDate })
  await t.admin.query('update response set score = $2 where document_id = $1', [documentId, score])
}

test('Indicators follow a dossier from its opening, record each change once and show it everywhere', async () => {
  const d = await desk(t, 'SANDBOX')
  expect((await indicators(d)).get('LEGAL_COMPLIANCE')).toMatchObject({ value: null, state: 'UNKNOWN' })
  const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId)
  const [job] = await queued(t, d.accountId, 'indicators.recompute')
  expect(job).toMatchObject({ thirdpartyIds: [d.thirdpartyId] })
  await runTask(t, 'indicators.recompute', recomputeTask, job ?? { accountId: 0, thirdpartyIds: [] })
  const model = { name: 'required-documents', version: 3 }
  const nothingYet = { value: 0, rating: 'E', state: 'KNOWN', model }
  const inDossier = { ...nothingYet, model: { ...model, version: 1 } }
  expect(await news(d)).toEqual([
    { name: 'THIRD_PARTY_INDICATOR_UPDATED', code: 'LEGAL_COMPLIANCE', before: null, after: nothingYet },
    { name: 'DOSSIER_INDICATOR_UPDATED', code: 'COMPLETENESS', before: null, after: inDossier },
    { name: 'DOSSIER_INDICATOR_UPDATED', code: 'COMPLIANCE', before: null, after: inDossier },
  ])
  const early = formatEventSecond(new Date())

  await daysLater(t, d.accountId, 1)
  const documentId = documents['SUP_IDENTITY'] ?? 0
  await givenAnswer(t, { accountId: d.accountId, documentId, state: 'ACCEPTED', expirationDate: today(400) })
  await Promise.all([recompute(d), recompute(d), recompute(d)])
  const [moved, , dossierMoved] = await news(d)
  expect(moved).toMatchObject({ code: 'LEGAL_COMPLIANCE', before: nothingYet })
  expect(dossierMoved).toMatchObject({ code: 'COMPLIANCE', before: inDossier })
  await recompute(d)
  expect(await news(d)).toEqual([])

  const value = (moved?.after as { value: number } | undefined)?.value ?? 0
  expect(value).toBeGreaterThan(0)
  const shown = (await indicators(d)).get('LEGAL_COMPLIANCE')
  expect(shown).toMatchObject({ value, previousValue: 0, theme: 'LEGAL_COMPLIANCE', compliant: false, model })
  expect(shown?.breakdown.find(({ factor }) => factor === 'SUP_IDENTITY')).toMatchObject({
    value: 100,
    source: 'VALID',
    documentId,
  })
  expect(shown?.advice).toMatch(/^Obtain first: [A-Z].+/)
  const french = (await indicators(d, undefined, 'fr')).get('LEGAL_COMPLIANCE')
  expect(french).toMatchObject({
    label: 'Conformité légale',
    advice: expect.stringMatching(/^Obtenir d’abord/),
  })

  const past = await indicators(d, `/thirdparties/${d.thirdpartyId}/indicators?asOf=${early}`)
  expect(past.get('LEGAL_COMPLIANCE')).toMatchObject({ value: 0, previousValue: null })
  expect(past.get('FINANCIAL_RISK')).toMatchObject({ value: null, state: 'UNKNOWN' })
  const history = await d.get(`/thirdparties/${d.thirdpartyId}/indicators/LEGAL_COMPLIANCE/history`)
  const { points } = history.json<{ points: { value: number; since: string; until: string | null }[] }>()
  expect(points.map((point) => [point.value, point.until])).toEqual([
    [value, null],
    [0, points[0]?.since],
  ])
  expect(
    problemOf(await d.get(`/thirdparties/${d.thirdpartyId}/indicators?asOf=2126-01-01T00:00:00`)),
  ).toEqual([400, 'AS_OF_INVALID'])
  expect((await d.get(`/thirdparties/${d.thirdpartyId}/indicators/NONE/history`)).statusCode).toBe(400)

  const dossier = (await d.get(`/dossiers/${dossierId}`)).json<{
    indicators: { code: string; value: number }[]
  }>()
  expect(dossier.indicators).toEqual([
    { code: 'COMPLETENESS', value: expect.any(Number) },
    { code: 'COMPLIANCE', value },
  ])
  const ofDossier = await indicators(d, `/dossiers/${dossierId}/indicators`)
  expect([...ofDossier.keys()]).toEqual(['COMPLETENESS', 'COMPLIANCE'])
  const list = (await d.get('/thirdparties')).json<{ content: { summary: { indicators: object } }[] }>()
  expect(list.content[0]?.summary.indicators).toMatchObject({ LEGAL_COMPLIANCE: value, FINANCIAL_RISK: null })
  const themes = (await d.get(`/thirdparties/${d.thirdpartyId}/themes`)).json<{ content: ThemeCoverage[] }>()
    .content
  expect(themes).toHaveLength(6)
  expect(themes[0]).toMatchObject({ theme: 'LEGAL_COMPLIANCE', valid: 1, nextExpiry: today(400) })
})

test('Time alone makes old values stale, and this is recorded once', async () => {
  const d = await desk(t, 'SANDBOX')
  const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId, 'CYBERSECURITY')
  await scoredAnswer(d, documents['CYBER_QUEST'] ?? 0, 70, today(10))
  await t.admin.query(
    `with said as (
       insert into datahub_value (account_id, thirdparty_id, provider, raw, value, scale_id, scale_version, as_of,
         received_at, source) values ($1, $2, 'CREDITDATA', '55', 55, 's', '1', current_date, now(), 'FILE')
       returning value_id)
     insert into datahub_monitoring (account_id, thirdparty_id, provider, active, since, value_id, as_of,
       confirmed_at, stale_at)
     select $1, $2, 'CREDITDATA', true, now(), value_id, current_date, now(), now() + interval '30 days' from said`,
    [d.accountId, d.thirdpartyId],
  )
  await recompute(d)
  const cyber = (await indicators(d)).get('CYBERSECURITY')
  expect(cyber).toMatchObject({ value: 70, rating: 'B', state: 'PARTIAL', advice: expect.any(String) })
  expect((await indicators(d)).get('FINANCIAL_RISK')).toMatchObject({ value: 55, state: 'KNOWN' })
  const score = (await indicators(d, `/dossiers/${dossierId}/indicators`)).get('SCORE_CYBERSECURITY')
  expect(score).toMatchObject({
    value: 70,
    theme: 'CYBERSECURITY',
    label: 'Score of the questionnaires: Cybersecurity',
  })
  await news(d)

  const live = async (days: number) => {
    await daysLater(t, d.accountId, days)
    await expireAnswers(t.db, scopeOf(d))
    await recomputeIndicators(t.db, scopeOf(d))
    return (await news(d)).map(({ code, after }) => [code, (after as { state: string }).state])
  }
  expect(await live(10)).toEqual([])
  const turned = await live(1)
  expect(turned).toContainEqual(['CYBERSECURITY', 'STALE'])
  expect(turned).toContainEqual(['SCORE_CYBERSECURITY', 'STALE'])
  expect(await live(25)).toEqual([['FINANCIAL_RISK', 'STALE']])
  expect((await indicators(d)).get('FINANCIAL_RISK')).toMatchObject({
    value: 55,
    state: 'STALE',
    previousValue: null,
  })
  expect(await live(400)).toContainEqual(['CYBERSECURITY', 'UNKNOWN'])
  expect((await indicators(d)).get('CYBERSECURITY')).toMatchObject({ value: null, previousValue: 70 })
})

test('Another version of a model is stored with its row, and recorded when it changes something', async () => {
  const d = await desk(t)
  const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId)
  const documentId = documents['SUP_IDENTITY'] ?? 0
  await givenAnswer(t, { accountId: d.accountId, documentId, state: 'ACCEPTED' })
  await recompute(d)
  await news(d)
  const shipped = loadShippedModels()
  const next = (documentWeights: Record<string, number>, version: number) => ({
    ...shipped,
    thirdParty: shipped.thirdParty.map((model) =>
      model.kind === 'FACTORS'
        ? model
        : { ...model, documentWeights, model: { name: model.model.name, version } },
    ),
  })
  const scope = scopeOf(d)
  await t.db.write(scope, (tx) => recomputeFor(tx, scope, [d.thirdpartyId], next({}, 4)))
  expect(await news(d)).toEqual([])
  await t.db.write(scope, (tx) => recomputeFor(tx, scope, [d.thirdpartyId], next({ SUP_IDENTITY: 100 }, 5)))
  expect(await news(d)).toMatchObject([
    { before: { model: { version: 4 } }, after: { model: { version: 5 } } },
  ])
  const history = await d.get(`/thirdparties/${d.thirdpartyId}/indicators/LEGAL_COMPLIANCE/history`)
  const { points } = history.json<{ points: { model: { version: number } }[] }>()
  expect(points.map(({ model }) => model.version)).toEqual([5, 4, 3])

  await t.db.write(scope, (tx) => archiveDossiersOfThirdParty.run(tx, scope, d.thirdpartyId))
  await recompute(d)
  expect(await news(d)).toMatchObject([
    { code: 'LEGAL_COMPLIANCE', after: { value: null, state: 'UNKNOWN' } },
  ])
  // What is archived keeps what it had.
  expect((await indicators(d, `/dossiers/${dossierId}/indicators`)).get('COMPLIANCE')?.value).toBeGreaterThan(
    0,
  )
})

test('One account neither reads nor changes another’s indicators', async () => {
  const [d, other] = [await desk(t), await desk(t)]
  await t.given.dossier(d, d.thirdpartyId)
  await recompute(other, [d.thirdpartyId])
  expect(await news(d)).toEqual([])
  await recompute(d)
  const mine = `/thirdparties/${d.thirdpartyId}`
  for (const path of [`${mine}/indicators`, `${mine}/indicators/CYBERSECURITY/history`, `${mine}/themes`]) {
    expect(problemOf(await other.get(path)), path).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
  }
  expect(problemOf(await d.get('/dossiers/999999999/indicators'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
})

test('Indicators of many third parties are calculated in one go', async () => {
  const count = rounds(200, 1_000)
  const d = await desk(t)
  await t.given.dossier(d, d.thirdpartyId)
  // Without triggers: what is under test is what follows from these rows, not how they came.
  const client = await t.admin.connect()
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ id: number }>(
    `with made as (
       insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name, siren,
         country_code, creation_date, created_at, updated_at, wire)
       select $1, 'CIT003', 'T' || n, 'UNMANAGED', 'COMPLETE', 'Company ' || n, lpad(n::text, 9, '0'), 'FR',
         '2012-05-01', now(), now(), '' from generate_series(1, $3::int) n returning thirdparty_id),
     opened as (
       insert into dossier (account_id, thirdparty_id, type_code, type_version, origin, status_since, created_at,
         updated_at)
       select $1, made.thirdparty_id, d.type_code, d.type_version, 'RULE', now(), now(), now()
       from made, dossier d where d.account_id = $1 returning thirdparty_id, dossier_id)
     insert into document (account_id, dossier_id, thirdparty_id, code, type_version, required, alternative_group,
       request_date, status, status_since, updated_at)
     select $1, opened.dossier_id, opened.thirdparty_id, c.code, c.type_version, c.required, c.alternative_group,
       now(), case when random() < 0.5 then 'VALID' else 'MISSING' end, now(), now()
     from opened, document c where c.account_id = $1 and c.thirdparty_id = $2
     returning thirdparty_id::int as id`,
    [d.accountId, d.thirdpartyId, count],
  )
  client.release(true)
  const ids = [...new Set(rows.map(({ id }) => id))]
  await recompute(d, ids)
  await recompute(d, ids)
  const told = await news(d)
  expect(told).toHaveLength(3 * count)
  const { rows: kept } = await t.admin.query<{ n: string }>(
    'select count(*) as n from indicator where account_id = $1',
    [d.accountId],
  )
  expect(Number(kept[0]?.n)).toBe(3 * count)
})
