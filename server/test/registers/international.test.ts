import { afterAll, beforeAll, expect, test } from 'vitest'
import { dnbContract, startDnb, type FakeDnb } from '../fakes/dnb.ts'
import { startVies, type FakeVies } from '../fakes/vies.ts'
import { testApp, type TestApp } from '../harness/index.ts'

let harness: TestApp
let vies: FakeVies
let dnb: FakeDnb

beforeAll(async () => {
  ;[vies, dnb] = await Promise.all([startVies(), startDnb()])
  harness = await testApp({
    environment: {
      INTERNATIONAL_REGISTERS: 'vies,dnb',
      VIES_URL: vies.url,
      DNB_URL: dnb.url,
      DNB_KEY: dnbContract.key,
      DNB_SECRET: dnbContract.secret,
    },
  })
})
afterAll(async () => {
  await harness.close()
  await Promise.all([vies.close(), dnb.close()])
})

test('Companies outside France are added through the configured registers', async () => {
  vies.valid.set('DE136695976', { name: 'Elbwerk AG', address: 'Hafenstr. 1\n20095 Hamburg' })
  dnb.organizations.push({ duns: '900000017', primaryName: 'Nordhafen Antriebe' })
  const { base, token } = await harness.given.office()
  const add = (code: string, value: string) =>
    harness.call('POST', `${base}/thirdparties`, { token, body: { legalIdentifier: { code, value } } })

  const byVat = await add('CIT002', 'DE 136 695 976')
  expect(byVat.statusCode).toBe(201)
  expect(byVat.json()).toMatchObject({ name: 'Elbwerk AG', countryCode: 'DE', identityStatus: 'COMPLETE' })
  const byDuns = await add('CIT003', '90-000-0017')
  expect(byDuns.json()).toMatchObject({ name: 'Nordhafen Antriebe', identityStatus: 'COMPLETE' })

  const unknown = await add('CIT003', '900000025')
  expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([422, 'IDENTIFIER_NOT_FOUND'])
})

test('A member state that is down leaves the identity to follow, and is not taken for a no', async () => {
  vies.faults.set('AT', 'MS_UNAVAILABLE')
  const { base, token } = await harness.given.office()
  const body = { legalIdentifier: { code: 'CIT002', value: 'ATU12345675' } }
  const added = await harness.call('POST', `${base}/thirdparties`, { token, body })
  expect([added.statusCode, added.body]).toEqual([201, expect.stringContaining('"PENDING"')])
})
