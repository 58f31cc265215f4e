import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { localKey } from '../../platform/kernel/index.ts'

describe('Companies without SIRET, VAT number or DUNS', () => {
  let t: TestApp
  let office: { base: string; token: string }
  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
  })
  afterAll(() => t.close())

  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    t.call(method, `${office.base}${path}`, { token: office.token, ...(body !== undefined && { body }) })
  const add = (body: unknown) => call('POST', '/thirdparties', body)
  const named = (name: string, more: object = {}) => add({ unmanaged: { name, countryCode: 'MA' }, ...more })
  const idOf = (answer: { json: () => unknown }) => (answer.json() as { thirdpartyId: number }).thirdpartyId

  test.each([
    [{}, 400, 'IDENTIFIER_MISSING'],
    [{ legalIdentifier: { code: 'LEI', value: '894500TESTDEMO000148' } }, 422, 'IDENTIFIER_CHECKSUM_INVALID'],
    [{ legalIdentifier: { code: 'LEI', value: 'x' } }, 422, 'IDENTIFIER_FORMAT_INVALID'],
    [{ legalIdentifier: { code: 'NATIONAL', value: '1' } }, 400, 'IDENTIFIER_COUNTRY_MISSING'],
    [{ legalIdentifier: { code: 'NATIONAL', value: '1', countryCode: 'ZZ' } }, 400, 'COUNTRY_CODE_INVALID'],
    [
      { legalIdentifier: { code: 'NATIONAL', value: '988077918', countryCode: 'NO' } },
      422,
      'IDENTIFIER_CHECKSUM_INVALID',
    ],
    [
      { legalIdentifier: { code: 'NATIONAL', value: '1', countryCode: 'DE', register: 'RA000585' } },
      422,
      'IDENTIFIER_REGISTER_INVALID',
    ],
    [
      { legalIdentifier: { code: 'CIT003', value: '900000010', countryCode: 'DE' } },
      400,
      'VALIDATION_FAILED',
    ],
    [
      { legalIdentifier: { code: 'NATIONAL', value: 'RC 45321', countryCode: 'MA' } },
      422,
      'IDENTIFIER_NOT_FOUND',
    ],
  ])('The body %j is refused with %i %s', async (body, status, code) => {
    const refused = await add(body)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code])
  })

  test('A name and a country are enough, and a second one of that name is asked about', async () => {
    const added = await named('Câbles du Rif')
    expect(added.statusCode).toBe(201)
    expect(added.json()).toMatchObject({
      legalIdentifier: null,
      source: 'UNMANAGED',
      identityStatus: 'NOT_FOUND',
      name: 'Câbles du Rif',
      countryCode: 'MA',
    })
    const thirdpartyId = idOf(added)
    const again = await named('CABLES  du rif.')
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'THIRD_PARTY_SAME_NAME', existingThirdpartyIds: [thirdpartyId] }),
    ])
    expect((await add({ unmanaged: { name: 'Câbles du Rif', countryCode: 'TN' } })).statusCode).toBe(201)
    expect((await named('Câbles du Rif', { allowSameName: true })).statusCode).toBe(201)
    await call('POST', `/thirdparties/${thirdpartyId}/archive`, {})
    const others = await named('Câbles du Rif')
    expect(others.json<{ existingThirdpartyIds: number[] }>().existingThirdpartyIds).toHaveLength(1)
    const listed = await call('GET', '/thirdparties?q=rif')
    expect(listed.json<{ content: object[] }>().content).toHaveLength(3)
  })

  test('A company of a name alone is asked of no register until it has an identifier', async () => {
    const thirdpartyId = idOf(await named('Atlas Emballages'))
    const refresh = await call('POST', `/thirdparties/${thirdpartyId}/refresh`, {})
    expect(refresh.json()).toMatchObject({ code: 'THIRD_PARTY_UNMANAGED' })
    const attach = await call('PATCH', `/thirdparties/${thirdpartyId}`, { source: 'MANAGED' })
    expect(attach.json()).toMatchObject({ code: 'IDENTIFIER_MISSING' })
  })

  test('An identifier given later links the company to its register, and the journal tells it', async () => {
    const thirdpartyId = idOf(await add({ unmanaged: { name: 'Nordhafen', countryCode: 'DE' } }))
    const url = `/thirdparties/${thirdpartyId}`
    const legalIdentifier = { code: 'LEI', value: '894500VIGIESAMP50054' }
    const linked = await call('PATCH', url, { legalIdentifier })
    expect(linked.json()).toMatchObject({
      legalIdentifier,
      source: 'MANAGED',
      identityStatus: 'COMPLETE',
      name: 'Nordhafen Antriebe GmbH',
      localId: 'HRB 99999',
    })
    const feed = await call('GET', `/events?thirdpartyId=${thirdpartyId}&size=50`)
    const told = JSON.stringify(feed.json())
    expect(told).toContain('"before":{"legalIdentifier":null}')
    expect(told).toContain('THIRD_PARTY_INFORMATION_UPDATED')
    const { updatedAt } = linked.json<{ updatedAt: string }>()
    const past = await call('GET', `${url}?asOf=${updatedAt.slice(0, 19)}`)
    expect(past.json()).toMatchObject({ legalIdentifier, source: 'MANAGED', identityStatus: 'COMPLETE' })

    const other = await call('PATCH', url, { legalIdentifier: { code: 'CIT003', value: '900000011' } })
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'THIRD_PARTY_MANAGED'])
    const second = idOf(await add({ unmanaged: { name: 'Nordhafen', countryCode: 'DE' } }))
    const same = await call('PATCH', `/thirdparties/${second}`, { legalIdentifier })
    expect(same.json()).toMatchObject({ code: 'THIRD_PARTY_DUPLICATE', existingThirdpartyId: thirdpartyId })
  })

  test('A number that no register knows is kept, and the company stays in its own hands', async () => {
    const thirdpartyId = idOf(await named('Souss Agrumes'))
    const legalIdentifier = { code: 'NATIONAL', value: 'RC 45321', countryCode: 'MA', register: null }
    const changed = await call('PATCH', `/thirdparties/${thirdpartyId}`, { legalIdentifier })
    expect(changed.json()).toMatchObject({
      legalIdentifier: { ...legalIdentifier, value: 'RC45321' },
      source: 'UNMANAGED',
      localId: 'RC45321',
      name: 'Souss Agrumes',
    })
    const twice = await add({ legalIdentifier, unmanaged: { name: 'Another', countryCode: 'MA' } })
    expect(twice.json()).toMatchObject({ code: 'THIRD_PARTY_DUPLICATE', existingThirdpartyId: thirdpartyId })
  })

  test('The key of a national number is the same here and in the database', async () => {
    const cases: [string | null, string | null, string | null][] = [
      ['DE', 'HRB 99999', 'RA000304'],
      ['DE', 'HRB 99999', null],
      ['GB', 'sc-012345', 'RA000587'],
      ['BE', '0999.012.345', null],
      ['GR', 'ΑΡ 12 ß', null],
      ['MA', '--', 'RA000001'],
      ['FR', null, null],
      [null, '1', null],
    ]
    for (const [countryCode, localId, localRegister] of cases) {
      const { rows } = await t.admin.query<{ key: string | null }>(
        'select vigie.local_key($1, $2, $3) as key',
        [countryCode, localId, localRegister],
      )
      expect(rows[0]?.key ?? null).toBe(localKey({ countryCode, localId, localRegister }))
    }
  })
})
