import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenFile } from '../../../../test/files/given-file.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAnswer } from '../../../../test/responses/given-answer.ts'

/** Bank details, shown to and decided by people who proved themselves lately; machines are never asked. */
let t: TestApp
let office: Awaited<ReturnType<TestApp['given']['office']>>
let dossierId: number
let documents: Record<string, number>
beforeAll(async () => {
  t = await testApp()
  office = await t.given.office()
  const { thirdpartyId } = await t.given.thirdParty(office)
  ;({ dossierId, documents } = await t.given.dossier(office, thirdpartyId))
})
afterAll(() => t.close())

/** Somebody whose password was given an hour ago. Nothing has been asked with the token yet, so nothing is remembered. */
async function sleepyReviewer() {
  const person = await t.given.person([office.accountId], ['MANAGER', 'REVIEWER', 'AUDITOR'])
  await t.admin.query(
    `update person_session set proved_at = proved_at - interval '1 hour' where user_id = $1`,
    [person.userId],
  )
  return person
}

const documentUrl = (code: string) => `${office.base}/dossiers/${dossierId}/documents/${documents[code]}`
const outcome = async (method: 'GET' | 'POST', url: string, token: string, body?: object) => {
  const answer = await t.call(method, url, { token, ...(body === undefined ? {} : { body }) })
  return answer.statusCode < 300 ? answer.statusCode : answer.json<{ code: string }>().code
}

test('Forms mask bank details until the person has given a fresh proof', async () => {
  const iban = 'FR7630006000011234567890189'
  const formdata = [{ type: 'iban', key: 'iban', title: 'IBAN', order: 1, value: iban }]
  const place = { accountId: office.accountId, documentId: documents['BANK_DETAILS'] ?? 0 }
  const responseId = await givenAnswer(t, { ...place, formdata, state: 'ACCEPTED' })
  const { token, password } = await sleepyReviewer()
  const shown = async (by: string) => (await t.call('GET', documentUrl('BANK_DETAILS'), { token: by })).body
  expect(await shown(office.token)).toContain(iban)
  expect(await shown(token)).toContain('FR76•')
  await t.admin.query(`update decision set comment = 'Called them' where response_id = $1`, [responseId])
  const seen = (await t.call('GET', `${office.base}/responses/${responseId}`, { token })).body
  expect(seen).not.toContain(iban)
  expect(seen).toContain('Called them')
  const passed = await t.call('POST', '/auth/step-up', { token, body: { password } })
  expect(await shown(passed.json<{ accessToken: string }>().accessToken)).toContain(iban)
})

test('Files, links and archives with bank details, and decisions on them, require a fresh proof; others do not', async () => {
  const { accountId, base, token: machine } = office
  const bank = await givenFile(t, { accountId, documentId: documents['BANK_DETAILS'] ?? 0, text: 'bank' })
  const plain = await givenFile(t, { accountId, documentId: documents['NDA'] ?? 0, text: 'plain' })
  const { token, password } = await sleepyReviewer()
  const bankFile = `${documentUrl('BANK_DETAILS')}/files/${bank.fileId}`
  const grave = [
    ['GET', bankFile],
    ['GET', `${bankFile}/link`],
    ['GET', `${base}/dossiers/${dossierId}/files/download`],
    ['GET', `${base}/dossiers/${dossierId}/proof-bundle`],
    ['POST', `${base}/responses/${bank.responseId}/approve`],
    ['POST', `${base}/responses/${bank.responseId}/reject`, { shareRejectionReason: false }],
  ] as const
  for (const [method, url, body] of grave) {
    expect(await outcome(method, url, token, body), url).toBe('STEP_UP_REQUIRED')
  }
  expect(await outcome('GET', `${documentUrl('NDA')}/files/${plain.fileId}`, token)).toBe(200)
  expect(await outcome('POST', `${base}/responses/${plain.responseId}/approve`, token)).toBe(200)
  for (const [, url] of grave.slice(0, 4)) expect(await outcome('GET', url, machine), url).toBe(200)
  const passed = await t.call('POST', '/auth/step-up', { token, body: { password } })
  const fresh = passed.json<{ accessToken: string }>().accessToken
  for (const [method, url] of grave.slice(0, 5)) expect(await outcome(method, url, fresh), url).toBe(200)
})

test('A machine decides on bank details without a fresh proof', async () => {
  // In an account of its own: here the first answer waits for its second reviewer.
  const other = await t.given.office()
  const { thirdpartyId } = await t.given.thirdParty(other)
  const own = (await t.given.dossier(other, thirdpartyId)).documents
  const asked = { accountId: other.accountId, documentId: own['BANK_DETAILS'] ?? 0 }
  const responseId = await givenAnswer(t, asked)
  expect(await outcome('POST', `${other.base}/responses/${responseId}/approve`, other.token)).toBe(200)
})

test('The routes that require a fresh proof say so in the public description', async () => {
  const { paths } = (await t.call('GET', '/openapi.json')).json<{
    paths: Record<string, Record<string, { 'x-step-up'?: unknown; description?: string }>>
  }>()
  const account = '/api/v1/account/{accountId}'
  const marked = (path: string, method: string) => paths[`${account}${path}`]?.[method]
  expect(marked('/users', 'post')?.['x-step-up']).toBe(true)
  expect(marked('/responses/{responseId}/approve', 'post')?.['x-step-up']).toBe('bank-details')
  expect(marked('/users', 'post')?.description).toContain('STEP_UP_REQUIRED')
  expect(marked('/users', 'get')?.['x-step-up']).toBeUndefined()
})
