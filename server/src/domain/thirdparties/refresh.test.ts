import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startFrenchRegister, type FrenchRegister } from '../../../test/fakes/french-register.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { loadConfig } from '../../config.ts'
import { enqueue, type Worker } from '../../platform/jobs/index.ts'
import { jobScope, systemClock } from '../../platform/kernel/index.ts'
import { startWorkers } from '../../worker.ts'
import { frenchPublicSearch, references, type References } from '../references/index.ts'
import { refreshSlice } from './refresh-portfolio.task.ts'

const siren = '999990120'
const siret = '99999012000019'
const company = { siren, siret, name: 'ATELIERS VALMERAC' }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Answer {
  outcome: string
  changes: { group: string; before: object; after: object }[]
  thirdParty: { name: string; provenance: { groups: string[]; provider: string; fetchedAt: string }[] }
}

describe('Refreshing from a register', () => {
  let register: FrenchRegister
  let asked: References
  let t: TestApp
  let worker: Worker | undefined

  beforeAll(async () => {
    register = await startFrenchRegister()
    // A register that goes down opens the breaker; what is under test here is what comes after it closed again.
    asked = references([frenchPublicSearch({ baseUrl: register.url, attempts: 1, timeoutMs: 2_000 })])
    t = await testApp({ references: asked })
  })
  afterEach(async () => {
    await worker?.stop()
    worker = undefined
  })
  afterAll(async () => {
    await t.close()
    await register.close()
  })

  const added = async () => {
    register.behave('ok')
    register.companies.set(siren, company)
    const office = await t.given.office()
    const { base, token, accountId } = office
    const body = { legalIdentifier: { code: 'CIT001', value: siret } }
    const answer = await t.call('POST', `${base}/thirdparties`, { token, body })
    expect(answer.json()).toMatchObject({ identityStatus: 'COMPLETE' })
    const { thirdpartyId } = answer.json<{ thirdpartyId: number }>()
    const url = `${base}/thirdparties/${thirdpartyId}`
    return {
      accountId,
      thirdpartyId,
      get: () => t.call('GET', url, { token }),
      refresh: (headers: Record<string, string> = {}) => t.call('POST', `${url}/refresh`, { token, headers }),
      detach: () => t.call('PATCH', url, { token, body: { source: 'UNMANAGED' } }),
      events: async () => {
        const { rows } = await t.admin.query<{ name: string; actor_type: string; detail: string }>(
          `select t.name, e.actor_type, convert_from(d.payload, 'utf8') as detail from event e
           join event_type t on t.code = e.event_type join event_detail d using (account_id, seq)
           where e.account_id = $1 order by e.seq offset 1`,
          [accountId],
        )
        return rows.map(({ name, actor_type, detail }) => ({
          name,
          actor: actor_type,
          ...(JSON.parse(detail) as { data: object }).data,
        }))
      },
      plan: async () => {
        const { rows } = await t.admin.query<{ hours: number; lost_runs: number }>(
          `select extract(epoch from due_at - now())::float / 3600 as hours, lost_runs from thirdparty_refresh
           where thirdparty_id = $1`,
          [thirdpartyId],
        )
        return rows[0]
      },
      /** One run of the daily refresh, with this company's turn come. */
      run: async () => {
        await t.admin.query(
          `update thirdparty_refresh set due_at = now() - interval '1 second' where thirdparty_id = $1`,
          [thirdpartyId],
        )
        await refreshSlice({ references: asked })(
          { accountId },
          {
            db: t.db,
            clock: systemClock,
            scope: jobScope(accountId, 'identity.refresh-slice'),
            signal: new AbortController().signal,
            attempt: 1,
            isLastAttempt: false,
            log: quiet,
          },
        )
      },
    }
  }

  test('A refresh reports what changed, group by group, and journals it once', async () => {
    const { get, refresh, events } = await added()
    const before = await get()
    const same = await refresh()
    expect([same.statusCode, same.json<Answer>().outcome, same.json<Answer>().changes]).toEqual([
      200,
      'UNCHANGED',
      [],
    ])
    expect(same.headers.etag).toBe(before.headers.etag)
    expect(await events()).toEqual([])

    register.companies.set(siren, {
      ...company,
      name: 'VALMERAC GROUPE',
      activite_principale: '25.99B',
      etat_administratif: 'C',
      date_fermeture: '2026-10-01',
    })
    const changed = await refresh()
    const answer = changed.json<Answer>()
    expect(answer.outcome).toBe('CHANGED')
    expect(answer.changes.map(({ group }) => group)).toEqual(
      expect.arrayContaining(['identity', 'activity', 'status']),
    )
    expect(answer.changes.map(({ group }) => group)).not.toContain('executives')
    expect(answer.thirdParty.name).toBe('VALMERAC GROUPE')
    expect((await get()).json()).toEqual({ ...answer.thirdParty, references: [] })
    const [event, ...more] = await events()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      name: 'THIRD_PARTY_INFORMATION_UPDATED',
      actor: 'API_CLIENT',
      before: { name: 'ATELIERS VALMERAC', status: 'ACTIVE' },
      after: { name: 'VALMERAC GROUPE', status: 'STRUCK_OFF' },
    })
    const original = before.json<Answer['thirdParty']>().provenance
    const since = (group: string, all = answer.thirdParty.provenance) =>
      all.find(({ groups }) => groups.includes(group))?.fetchedAt
    expect(since('identity')).not.toBe(since('identity', original))
    expect(since('executives')).toBe(since('executives', original))
  })

  test('A birth month learnt later is stored, and journaled once without saying when anybody was born', async () => {
    const officer = {
      nom: 'VALMERAC',
      prenoms: 'ELISE',
      qualite: 'Gérante',
      type_dirigeant: 'personne physique',
    }
    const { accountId, get, refresh, events } = await added()
    register.companies.set(siren, { ...company, dirigeants: [officer] })
    await refresh()
    const known = await events()
    const plain = { name: 'ELISE VALMERAC', role: 'Gérante', kind: 'PERSON' }
    expect(known).toMatchObject([{ groups: ['executives'], after: { executives: [plain] } }])

    const told = { ...officer, date_de_naissance: '1974-06', nationalite: 'Française' }
    register.companies.set(siren, { ...company, dirigeants: [told] })
    const learnt = (await refresh()).json<Answer>()
    const whole = { ...plain, birthMonth: '1974-06', nationality: 'FR' }
    expect(learnt).toMatchObject({ outcome: 'CHANGED', thirdParty: { executives: [whole] } })
    expect((await get()).json()).toMatchObject({ executives: [whole] })
    expect((await refresh()).json()).toMatchObject({ outcome: 'UNCHANGED', changes: [] })
    const since = (await events()).slice(known.length)
    expect(since).toMatchObject([
      { name: 'THIRD_PARTY_INFORMATION_UPDATED', groups: ['executives'], before: {}, after: {} },
    ])

    register.companies.set(siren, { ...company, dirigeants: [{ ...told, nom: '[NON-DIFFUSIBLE]' }] })
    expect((await refresh()).json()).toMatchObject({ outcome: 'CHANGED', thirdParty: { executives: [] } })
    const { rows } = await t.admin.query<{ detail: string }>(
      `select convert_from(payload, 'utf8') as detail from event_detail where account_id = $1`,
      [accountId],
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.map(({ detail }) => detail).join()).not.toMatch(/birthMonth|1974-06|nationality/)
  })

  test('A refresh requested by many at once stores and journals the change once', async () => {
    const { refresh, events } = await added()
    register.companies.set(siren, { ...company, name: 'VALMERAC GROUPE' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh()))
    const outcomes = answers.map((answer) => answer.json<Answer>().outcome)
    expect(outcomes.toSorted()).toEqual(['CHANGED', ...Array<string>(5).fill('UNCHANGED')])
    expect(await events()).toHaveLength(1)
  })

  test('A company the register has lost keeps its identity on a manual refresh', async () => {
    const { get, refresh, events, plan } = await added()
    const before = await get()
    register.companies.delete(siren)
    const lost = await refresh()
    expect(lost.json()).toMatchObject({ outcome: 'NOT_FOUND', changes: [] })
    expect((await get()).body).toBe(before.body)
    expect(await events()).toEqual([])
    expect(await plan()).toMatchObject({ lost_runs: 0 })
  })

  test('A silent register is asked again by a job; a repeated request gets the same answer', async () => {
    const { get, refresh, events } = await added()
    register.companies.set(siren, { ...company, name: 'VALMERAC GROUPE' })
    register.behave('slow')
    const key = { 'idempotency-key': 'refresh-1' }
    const pending = await refresh(key)
    expect([pending.statusCode, pending.json<Answer>().outcome]).toEqual([202, 'PENDING'])
    register.behave('ok')
    const replayed = await refresh(key)
    expect([replayed.statusCode, replayed.body]).toEqual([202, pending.body])
    const config = loadConfig({})
    worker = await startWorkers({
      config,
      appUrl: t.appUrl,
      clock: systemClock,
      references: asked,
      store: t.store,
      log: quiet,
    })
    await vi.waitFor(async () => expect((await get()).json()).toMatchObject({ name: 'VALMERAC GROUPE' }), {
      timeout: 100_000,
      interval: 100,
    })
    expect(await events()).toMatchObject([{ name: 'THIRD_PARTY_INFORMATION_UPDATED', actor: 'JOB' }])
  })

  test('An unmanaged third party has no register to ask', async () => {
    const { detach, refresh } = await added()
    await detach()
    const refused = await refresh()
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      409,
      'THIRD_PARTY_UNMANAGED',
    ])
  })

  test('Each company is refreshed every day, and the next time is within a day and a half', async () => {
    const { run, get, events, plan } = await added()
    expect((await plan())?.hours).toBeGreaterThan(11)
    expect((await plan())?.hours).toBeLessThan(37)
    register.companies.set(siren, { ...company, name: 'VALMERAC GROUPE' })
    await run()
    expect((await get()).json()).toMatchObject({ name: 'VALMERAC GROUPE' })
    expect(await events()).toMatchObject([{ name: 'THIRD_PARTY_INFORMATION_UPDATED', actor: 'JOB' }])
    const requests = register.requests.length
    expect((await plan())?.hours).toBeGreaterThan(11)
    await run()
    expect(register.requests.length).toBe(requests + 1)
    expect(await events()).toHaveLength(1)
  })

  test('A company missing in three runs becomes unmanaged; one found in between restarts the count', async () => {
    const { run, get, events, plan } = await added()
    const before = (await get()).json<object>()
    register.companies.delete(siren)
    await run()
    await run()
    expect(await plan()).toMatchObject({ lost_runs: 2 })
    register.companies.set(siren, company)
    await run()
    expect(await plan()).toMatchObject({ lost_runs: 0 })
    register.companies.delete(siren)
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await events()).toEqual([])
      await run()
    }
    expect(await events()).toMatchObject([
      { name: 'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED', actor: 'JOB', reason: 'REGISTER_LOST_IT', runs: 3 },
    ])
    const after = (await get()).json<object>()
    expect(after).toEqual({
      ...before,
      source: 'UNMANAGED',
      identityStatus: 'NOT_FOUND',
      updatedAt: (after as { updatedAt: string }).updatedAt,
    })
    expect(await plan()).toBeUndefined()
  })

  test('A silent register does not count, and the company is tried again within the hour', async () => {
    const { run, get, events, plan } = await added()
    const before = await get()
    register.behave('garbage')
    for (let nth = 0; nth < 4; nth += 1) await run()
    expect((await get()).body).toBe(before.body)
    expect(await events()).toEqual([])
    expect(await plan()).toMatchObject({ lost_runs: 0 })
    expect((await plan())?.hours).toBeLessThan(1.01)
  })

  test('The schedule gives every account its share', async () => {
    // The test before left its register's breaker open.
    asked = references([frenchPublicSearch({ baseUrl: register.url })])
    const one = await added()
    const two = await added()
    register.companies.set(siren, { ...company, name: 'VALMERAC GROUPE' })
    await t.admin.query(`update thirdparty_refresh set due_at = now() - interval '1 second'`)
    const config = loadConfig({})
    worker = await startWorkers({
      config,
      appUrl: t.appUrl,
      clock: systemClock,
      references: asked,
      store: t.store,
      log: quiet,
    })
    await t.db.system((tx) => enqueue(tx, 'identity.refresh', {}))
    for (const { get } of [one, two]) {
      await vi.waitFor(async () => expect((await get()).json()).toMatchObject({ name: 'VALMERAC GROUPE' }), {
        timeout: 100_000,
        interval: 100,
      })
    }
  })
})
