import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startFrenchRegister, type FrenchRegister } from '../../../test/fakes/french-register.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { loadConfig } from '../../config.ts'
import { openReferences } from '../../open-references.ts'
import type { Worker } from '../../platform/jobs/index.ts'
import { systemClock } from '../../platform/kernel/index.ts'
import { startWorkers } from '../../worker.ts'

const siret = '99999012000019'

describe('Companies added while their register is silent', () => {
  let register: FrenchRegister
  let t: TestApp
  let worker: Worker | undefined

  beforeAll(async () => {
    register = await startFrenchRegister()
    register.companies.set('999990120', { siren: '999990120', siret, name: 'ATELIERS VALMERAC' })
    t = await testApp({
      environment: { FRENCH_REGISTER: 'public-search', FRENCH_REGISTER_URL: register.url },
    })
  })
  afterAll(async () => {
    await worker?.stop()
    await t.close()
    await register.close()
  })

  const work = async () => {
    const config = loadConfig({ FRENCH_REGISTER: 'public-search', FRENCH_REGISTER_URL: register.url })
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const references = openReferences(config, t.db)
    worker = await startWorkers({
      config,
      appUrl: t.appUrl,
      clock: systemClock,
      references,
      store: t.store,
      log: quiet,
    })
  }

  test('A company is stored as pending, stays the same company, and is completed by a job', async () => {
    const { base, token, accountId } = await t.given.office()
    register.behave('down')
    const body = { legalIdentifier: { code: 'CIT001', value: siret } }
    const added = await t.call('POST', `${base}/thirdparties`, { token, body })
    expect(added.statusCode).toBe(201)
    expect(added.json()).toMatchObject({
      identityStatus: 'PENDING',
      name: null,
      siren: '999990120',
      countryCode: 'FR',
    })
    const byVat = { legalIdentifier: { code: 'CIT002', value: 'FR59999990120' } }
    const twice = await t.call('POST', `${base}/thirdparties`, { token, body: byVat })
    expect(twice.json()).toMatchObject({ code: 'THIRD_PARTY_DUPLICATE' })

    register.behave('ok')
    await work()
    const { thirdpartyId } = added.json<{ thirdpartyId: number }>()
    const record = await vi.waitFor(
      async () => {
        const read = await t.call('GET', `${base}/thirdparties/${thirdpartyId}`, { token })
        expect(read.json()).toMatchObject({ identityStatus: 'COMPLETE' })
        return read
      },
      { timeout: 100_000, interval: 100 },
    )
    expect(record.json()).toMatchObject({ name: 'ATELIERS VALMERAC', siret })
    expect(record.headers.etag).not.toBe(added.headers.etag)
    const { rows } = await t.admin.query<{ name: string; actor_type: string }>(
      `select t.name, e.actor_type from event e join event_type t on t.code = e.event_type
       where e.account_id = $1 order by e.seq`,
      [accountId],
    )
    expect(rows).toEqual([
      { name: 'THIRD_PARTY_ADDED', actor_type: 'API_CLIENT' },
      { name: 'THIRD_PARTY_INFORMATION_UPDATED', actor_type: 'JOB' },
    ])
  })

  test.each(['garbage', 'wrong-shape', 'rate-limited', 'redirect'] as const)(
    'A register that answers with %s counts as silent, not as ignorant',
    async (behaviour) => {
      const { base, token } = await t.given.office()
      register.behave(behaviour)
      const body = { legalIdentifier: { code: 'CIT001', value: siret } }
      const added = await t.call('POST', `${base}/thirdparties`, { token, body })
      expect([added.statusCode, added.json<{ identityStatus: string }>().identityStatus]).toEqual([
        201,
        'PENDING',
      ])
    },
  )
})
