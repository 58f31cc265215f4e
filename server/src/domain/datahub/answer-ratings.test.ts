import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import {
  answersDesk,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../test/responses/answers-desk.ts'
import { runAnswerJobs, runTask } from '../../../test/responses/run-jobs.ts'
import { jobScope } from '../../platform/kernel/index.ts'
import { answerRatings, answerRatingsEverywhere } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const code = 'SECURITY_RATING'
const monitoring = (d: AnswersDesk, id = d.thirdpartyId) => `/thirdparties/${id}/monitoring/${code}`

async function statusNow(d: AnswersDesk): Promise<string> {
  await runAnswerJobs(t, d.accountId)
  const { statusCode, statusReason } = await d.document(code)
  return `${statusCode} ${statusReason}`
}

async function deliver(d: AnswersDesk, score: number, asOf = '2026-11-10'): Promise<void> {
  const reply = await t.app.inject({
    method: 'POST',
    url: `${d.base}/datahub/providers/${code}/values`,
    headers: { authorization: `Bearer ${d.token}`, 'content-type': 'text/csv' },
    payload: `thirdpartyId,score,asOf\n${d.thirdpartyId},${score},${asOf}\n`,
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

const answersOf = async (d: AnswersDesk) =>
  (await d.get(`${d.path(code)}/responses`)).json<{ content: ResponseWire[] }>().content

test('A security rating answers its document, another one anew, and the same again not', async () => {
  const d = await answersDesk(t, { typeCode: 'CYBERSECURITY' })
  expect(await statusNow(d)).toBe('MISSING NO_SOURCE')
  await d.post(`${monitoring(d)}/activate`)
  expect(await statusNow(d)).toBe('MISSING NO_ANSWER')
  await deliver(d, 72)
  expect(await statusNow(d)).toBe('VALID ACCEPTED')
  const [first] = await answersOf(d)
  expect(first).toMatchObject({
    status: 'ACCEPTED',
    transmitter: 'SOURCE_EXTERNE',
    score: 72,
    checks: [{ origin: 'DATA_HUB', outcome: 'PASSED' }],
    decisions: [{ origin: 'DATA_HUB' }],
    evidences: [{ fileState: 'CLEAN', metadata: { rating_provider: code, rating_scale: 'SECURITY 1' } }],
  })
  const said = first?.evidences[0]?.formdata?.map(({ key, value }) => `${key} ${value}`)
  expect(said).toEqual([
    'rating 72',
    'value 72',
    'scale SECURITY 1',
    'provider Security rating',
    'asOf 10/11/2026',
  ])
  expect(problemOf(await d.post(`/responses/${first?.responseId}/approve`))).toEqual([
    409,
    'RESPONSE_FOLLOWS_CHECK',
  ])
  await d.told()
  await deliver(d, 72, '2026-11-12')
  expect(await statusNow(d)).toBe('VALID ACCEPTED')
  expect((await d.names()).filter((name) => name.startsWith('DOCUMENT'))).toEqual([])
  await deliver(d, 31, '2026-11-13')
  expect(await statusNow(d)).toBe('VALID ACCEPTED')
  expect((await answersOf(d)).map(({ status, score }) => `${status} ${String(score)}`)).toEqual([
    'ACCEPTED 31',
    'SUPERSEDED 72',
  ])
  // A dossier that asks later is answered with what is known.
  const other = await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
  const path = `/dossiers/${other.dossierId}`
  await d.post(`${path}/requirements`, { newRequiredDocuments: [code] })
  await runAnswerJobs(t, d.accountId)
  const { content } = (await d.get(`${path}/documents`)).json<{
    content: { documentCode: string; statusCode: string }[]
  }>()
  expect(content.find(({ documentCode }) => documentCode === code)?.statusCode).toBe('VALID')
})

test('A rating that is followed no longer, or too old, answers nothing', async () => {
  const d = await answersDesk(t, { typeCode: 'CYBERSECURITY' })
  const { thirdpartyId: second } = await t.given.thirdParty(d, 1)
  await d.post(`${monitoring(d)}/activate`)
  await d.post(`${monitoring(d, second)}/activate`)
  await deliver(d, 72)
  expect(await statusNow(d)).toBe('VALID ACCEPTED')
  await d.post(`${monitoring(d)}/deactivate`)
  expect(await statusNow(d)).toBe('MISSING NO_ANSWER')
  await d.post(`${monitoring(d, second)}/deactivate`)
  expect(await statusNow(d)).toBe('MISSING NO_SOURCE')
  // By hand, until there is somebody to ask again.
  expect((await d.send(code, [picture])).statusCode).toBe(201)
  await d.post(`${monitoring(d)}/activate`)
  expect(await statusNow(d)).toBe('VALID ACCEPTED')
  expect((await answersOf(d))[0]).toMatchObject({ transmitter: 'SOURCE_EXTERNE', score: 72 })
  await t.admin.query(
    'update datahub_monitoring set stale_at = account_now($1) where account_id = $1 and value_id is not null',
    [d.accountId],
  )
  await answerRatings(t.db, jobScope(d.accountId, 'test'))
  expect(await statusNow(d)).toBe('MISSING NO_ANSWER')
  await deliver(d, 72, '2026-11-14')
  expect(await statusNow(d)).toBe('VALID ACCEPTED')
})

test('A provider set up by the account is somebody to ask, and a low rating may be too low', async () => {
  const d = await answersDesk(t, { typeCode: 'CYBERSECURITY' })
  expect(await statusNow(d)).toBe('MISSING NO_SOURCE')
  const rotated = await d.post(`/datahub/providers/${code}/rotate-secret`)
  expect(rotated.statusCode, rotated.body).toBeLessThan(300)
  expect(await statusNow(d)).toBe('MISSING NO_ANSWER')
  // What the account expects of a rating from now on is compared as the score of a form is.
  const { definition } = (await d.get(`/document-types/${code}`)).json<{ definition: object }>()
  const changed = await t.call('PUT', `${d.base}/document-types/${code}`, {
    token: d.token,
    body: { ...definition, expectedScore: 60 },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const { dossierId } = await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
  await d.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: [code] })
  await d.post(`${monitoring(d)}/activate`)
  const demanding = async () => {
    expect(await statusNow(d)).toBe('VALID ACCEPTED')
    const { content } = (await d.get(`/dossiers/${dossierId}/documents`)).json<{
      content: { documentCode: string; statusReason: string }[]
    }>()
    return content.find(({ documentCode }) => documentCode === code)?.statusReason
  }
  await deliver(d, 59)
  expect(await demanding()).toBe('SCORE_BELOW_EXPECTED')
  await deliver(d, 60)
  expect(await demanding()).toBe('ACCEPTED')
})

test('Each night every account looks at its ratings', async () => {
  const d = await answersDesk(t, { typeCode: 'CYBERSECURITY' })
  await t.admin.query(`delete from graphile_worker._private_jobs where payload ->> 'accountId' = $1`, [
    String(d.accountId),
  ])
  const everywhere = answerRatingsEverywhere({ accountIds: () => Promise.resolve([d.accountId]) })
  await runTask(t, 'datahub.answer-ratings-all', everywhere, {})
  expect(await runAnswerJobs(t, d.accountId)).toEqual(['datahub.answer-ratings'])
  expect(await d.document(code)).toMatchObject({ statusReason: 'NO_SOURCE' })
})
