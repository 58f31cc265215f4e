import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { createBundledProviders, references, type Lookup, type CompanyRecord } from '../references/index.ts'

interface Wire {
  thirdpartyId: number
  [field: string]: unknown
}

describe('Changing a third party', () => {
  let t: TestApp
  /** What the register answers instead of what the bundled one knows. */
  let override: Lookup<CompanyRecord> | null = null

  beforeAll(async () => {
    const bundled = references(createBundledProviders())
    t = await testApp({
      references: { ...bundled, find: async (id, signal) => override ?? bundled.find(id, signal) },
    })
  })
  afterAll(() => t.close())

  const setUp = async (kind: 'managed' | 'unmanaged') => {
    override = null
    const office = await t.given.office()
    const { base, token, accountId } = office
    const body = {
      legalIdentifier: { code: 'CIT003', value: '150483782' },
      unmanaged: { name: 'Nowhere Ltd', countryCode: 'GB' },
    }
    const { thirdpartyId } =
      kind === 'managed'
        ? await t.given.thirdParty(office)
        : (await t.call('POST', `${base}/thirdparties`, { token, body })).json<Wire>()
    const url = `${base}/thirdparties/${thirdpartyId}`
    return {
      thirdpartyId,
      get: () => t.call('GET', url, { token }),
      patch: (change: unknown, headers: Record<string, string> = {}) =>
        t.call('PATCH', url, { token, body: change, headers }),
      post: (verb: string, headers: Record<string, string> = {}) =>
        t.call('POST', `${url}/${verb}`, { token, headers }),
      /** The events after the first, which is the adding. */
      events: async () => {
        const { rows } = await t.admin.query<{ name: string; detail: string }>(
          `select t.name, convert_from(d.payload, 'utf8') as detail from event e
           join event_type t on t.code = e.event_type join event_detail d using (account_id, seq)
           where e.account_id = $1 and e.resource_id = $2 order by e.seq offset 1`,
          [accountId, thirdpartyId],
        )
        return rows.map(({ name, detail }) => ({ name, ...(JSON.parse(detail) as { data: object }).data }))
      },
      planned: async () => {
        const found = await t.admin.query('select from thirdparty_refresh where thirdparty_id = $1', [
          thirdpartyId,
        ])
        return found.rowCount === 1
      },
    }
  }
  const problemOf = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.json<{ code: string }>().code,
  ]

  test('A new code is one event with both values; the same code again is no event', async () => {
    const { get, patch, events } = await setUp('managed')
    const changed = await patch({ code: 'SUP-42' })
    expect([changed.statusCode, changed.json<Wire>()['code']]).toEqual([200, 'SUP-42'])
    expect((await get()).headers.etag).toBe(changed.headers.etag)
    for (const nothing of [{ code: 'SUP-42' }, {}, { source: 'MANAGED' }]) {
      const same = await patch(nothing)
      expect([same.statusCode, same.headers.etag, same.body]).toEqual([
        200,
        changed.headers.etag,
        changed.body,
      ])
    }
    await patch({ code: null })
    expect(await events()).toEqual([
      { name: 'THIRD_PARTY_CODE_UPDATED', before: { code: null }, after: { code: 'SUP-42' } },
      { name: 'THIRD_PARTY_CODE_UPDATED', before: { code: 'SUP-42' }, after: { code: null } },
    ])
  })

  test('Of two changes made on the same version, one wins', async () => {
    const { get, patch, events } = await setUp('managed')
    const etag = String((await get()).headers.etag)
    const answers = await Promise.all(['A', 'B'].map((code) => patch({ code }, { 'if-match': etag })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<Wire>()
    expect((await get()).json()).toMatchObject({ code: winner?.['code'] })
    expect(await events()).toHaveLength(1)
    expect((await patch({ code: 'C' }, { 'if-match': etag })).statusCode).toBe(412)
  })

  test('An identity managed by a register cannot be edited until it is detached', async () => {
    const { patch, events, planned } = await setUp('managed')
    const refused = await patch({ name: 'Mine', code: 'kept out' })
    expect(refused.json()).toMatchObject({ status: 409, code: 'THIRD_PARTY_MANAGED', fields: ['name'] })
    expect(await events()).toEqual([])
    expect(await planned()).toBe(true)

    const detached = await patch({ source: 'UNMANAGED', name: 'Mine', mainActivity: 'Forge' })
    expect(detached.json()).toMatchObject({ source: 'UNMANAGED', name: 'Mine', mainActivity: 'Forge' })
    const provenance = detached.json<{ provenance: { groups: string[]; provider: string }[] }>().provenance
    expect(
      Object.fromEntries(provenance.flatMap((one) => one.groups.map((group) => [group, one.provider]))),
    ).toMatchObject({
      identity: 'account',
      activity: 'account',
      address: 'sample-france',
      status: 'sample-france',
    })
    expect(await planned()).toBe(false)
    expect(await events()).toMatchObject([
      {
        name: 'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
        reason: 'DETACHED',
        before: { source: 'MANAGED' },
        after: { source: 'UNMANAGED' },
      },
      {
        name: 'THIRD_PARTY_UPDATED',
        groups: ['identity', 'activity'],
        after: { name: 'Mine', mainActivity: 'Forge' },
      },
    ])
  })

  test('An identity attached again is what the register says, and the events record both', async () => {
    const { patch, get, events, planned } = await setUp('managed')
    const original = (await get()).json<Wire>()
    await patch({ source: 'UNMANAGED', name: 'Mine' })
    const managed = await patch({ source: 'MANAGED' })
    expect(managed.json()).toMatchObject({
      source: 'MANAGED',
      name: original['name'],
      identityStatus: 'COMPLETE',
    })
    expect(await planned()).toBe(true)
    expect((await events()).slice(2)).toMatchObject([
      { name: 'THIRD_PARTY_UPDATED', before: { source: 'UNMANAGED' }, after: { source: 'MANAGED' } },
      {
        name: 'THIRD_PARTY_INFORMATION_UPDATED',
        groups: ['identity'],
        before: { name: 'Mine' },
        after: { name: original['name'] },
      },
    ])
  })

  test('A register that does not know the company, or does not answer, changes nothing', async () => {
    const { patch, get, events } = await setUp('unmanaged')
    const before = await get()
    expect(problemOf(await patch({ source: 'MANAGED', code: 'X' }))).toEqual([422, 'IDENTIFIER_NOT_FOUND'])
    override = { kind: 'UNAVAILABLE', reason: 'down' }
    const refused = await patch({ source: 'MANAGED', code: 'X' })
    expect(problemOf(refused)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(problemOf(await patch({ source: 'MANAGED', name: 'X' }))).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect((await get()).body).toBe(before.body)
    expect(await events()).toEqual([])
  })

  test('An unmanaged identity belongs to the account', async () => {
    const { patch, events } = await setUp('unmanaged')
    const change = {
      name: 'Somewhere SARL',
      tradeName: 'Some',
      countryCode: 'FR',
      legalForm: { code: '5499' },
      headOffice: { lines: ['1 rue de la Paix'], city: 'Paris', countryCode: 'FR' },
      nafCode: '25.62B',
      creationDate: '2001-02-28',
      status: 'STRUCK_OFF',
    }
    const changed = await patch(change)
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject(change)
    expect((await patch(change)).headers.etag).toBe(changed.headers.etag)
    expect(await events()).toMatchObject([
      {
        name: 'THIRD_PARTY_UPDATED',
        groups: ['identity', 'address', 'activity', 'status'],
        before: { name: 'Nowhere Ltd' },
      },
    ])
  })

  test.each([
    [{ countryCode: 'XX' }, 400, 'COUNTRY_CODE_INVALID'],
    [{ countryCode: 'fr' }, 400, 'COUNTRY_CODE_INVALID'],
    [{ headOffice: { lines: [], countryCode: 'ZZ' } }, 400, 'COUNTRY_CODE_INVALID'],
    [{ creationDate: '2001-02-29' }, 400, 'VALIDATION_FAILED'],
    [{ name: '' }, 400, 'VALIDATION_FAILED'],
    [{ name: null }, 400, 'VALIDATION_FAILED'],
    [{ code: '' }, 400, 'VALIDATION_FAILED'],
    [{ source: 'NONE' }, 400, 'VALIDATION_FAILED'],
    [{ siren: '999990120' }, 400, 'VALIDATION_FAILED'],
  ])('The change %j is refused with %i %s', async (body, status, code) => {
    const { patch, events } = await setUp('unmanaged')
    expect(problemOf(await patch(body))).toEqual([status, code])
    expect(await events()).toEqual([])
  })

  test('An archived third party accepts no change until it is reactivated; both happen only once', async () => {
    const { get, patch, post, events, planned } = await setUp('managed')
    const etag = String((await get()).headers.etag)
    const archived = await post('archive', { 'if-match': etag })
    expect(archived.json()).toMatchObject({ archived: true })
    expect(archived.json<Wire>()['archivedAt']).toMatch(/^\d{4}-/)
    expect(await planned()).toBe(false)
    expect((await post('archive')).body).toBe(archived.body)
    expect(problemOf(await patch({ code: 'X' }))).toEqual([409, 'THIRD_PARTY_ARCHIVED'])
    expect(problemOf(await post('refresh'))).toEqual([409, 'THIRD_PARTY_ARCHIVED'])
    expect(problemOf(await post('reactivate', { 'if-match': etag }))).toEqual([412, 'PRECONDITION_FAILED'])
    const back = await post('reactivate')
    expect(back.json()).toMatchObject({ archived: false, archivedAt: null })
    expect(await planned()).toBe(true)
    expect((await post('reactivate')).headers.etag).toBe(back.headers.etag)
    expect(await events()).toEqual([
      { name: 'THIRD_PARTY_ARCHIVED', before: { archived: false }, after: { archived: true } },
      { name: 'THIRD_PARTY_UPDATED', before: { archived: true }, after: { archived: false } },
    ])
  })

  test('A third party archived by many at once is archived once', async () => {
    const { post, events } = await setUp('unmanaged')
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('archive')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await events()).map(({ name }) => name)).toEqual(['THIRD_PARTY_ARCHIVED'])
  })

  test('The calculated attributes of a changed company are scheduled', async () => {
    const { patch, thirdpartyId } = await setUp('managed')
    await patch({ code: 'SUP-1' })
    const { rows } = await t.admin.query<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier = 'attributes.recompute'`,
    )
    expect(rows.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ thirdpartyIds: [thirdpartyId] }),
    )
  })
})
