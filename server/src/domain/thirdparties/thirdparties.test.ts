import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { ThirdPartyRecord } from './thirdparty.schema.ts'

interface Added {
  thirdpartyId: number
  name: string | null
  [field: string]: unknown
}

describe('Third parties over HTTP', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const siret = { code: 'CIT001', value: '999 990 120 00019' }

  test('A company added by its SIRET comes back whole, on both paths, and is journaled', async () => {
    const { base, token, accountId } = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty({ base, token })
    const read = await t.call('GET', `${base}/thirdparties/${thirdpartyId}`, { token })
    expect(read.statusCode).toBe(200)
    const record = read.json<Added>()
    expect(Value.Errors(ThirdPartyRecord, record)).toEqual([])
    expect(record).toMatchObject({
      identityStatus: 'COMPLETE',
      source: 'MANAGED',
      archived: false,
      countryCode: 'FR',
    })
    const short = await t.call('GET', `/thirdparties/${thirdpartyId}`, { token })
    expect(short.body).toBe(read.body)
    const events = await t.admin.query(
      'select event_type, resource_id, seq from event where account_id = $1',
      [accountId],
    )
    expect(events.rows).toEqual([{ event_type: 100, resource_id: String(thirdpartyId), seq: '1' }])
  })

  test('The answer of an addition names the record and its version; an unchanged record answers 304', async () => {
    const { base, token } = await t.given.office()
    const body = {
      legalIdentifier: { code: 'CIT003', value: '15-048-3782' },
      unmanaged: { name: 'Nowhere Ltd', countryCode: 'GB' },
    }
    const added = await t.call('POST', `${base}/thirdparties`, { token, body })
    expect(added.statusCode).toBe(201)
    const record = added.json<Added>()
    expect(record).toMatchObject({
      name: 'Nowhere Ltd',
      source: 'UNMANAGED',
      identityStatus: 'NOT_FOUND',
      duns: '150483782',
    })
    expect(added.headers.location).toBe(`${base}/thirdparties/${record.thirdpartyId}`)
    const read = await t.call('GET', String(added.headers.location), { token })
    expect(read.headers.etag).toBe(added.headers.etag)
    const again = await t.call('GET', String(added.headers.location), {
      token,
      headers: { 'if-none-match': String(read.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each([
    [{}, 400, 'IDENTIFIER_MISSING'],
    [{ legalIdentifier: { value: '1' } }, 400, 'IDENTIFIER_MISSING'],
    [{ legalIdentifier: { code: 'CIT001' } }, 400, 'IDENTIFIER_MISSING'],
    [{ legalIdentifier: { code: 'CIT009', value: '1' } }, 400, 'IDENTIFIER_TYPE_UNKNOWN'],
    [{ legalIdentifier: { code: 'CIT001', value: '123' } }, 422, 'IDENTIFIER_FORMAT_INVALID'],
    [{ legalIdentifier: { code: 'CIT001', value: '99999012000018' } }, 422, 'IDENTIFIER_CHECKSUM_INVALID'],
    [{ legalIdentifier: { code: 'CIT002', value: 'US123456789' } }, 422, 'VAT_COUNTRY_UNSUPPORTED'],
    [{ legalIdentifier: { code: 'CIT003', value: '150483782' } }, 422, 'IDENTIFIER_NOT_FOUND'],
    [{ legalIdentifier: siret, surprise: true }, 400, 'VALIDATION_FAILED'],
    [{ legalIdentifier: { code: 'CIT001', value: 99999012000019 } }, 400, 'VALIDATION_FAILED'],
  ])('The company %j is refused with %i %s and nothing is stored', async (body, status, code) => {
    const { base, token } = await t.given.office()
    const refused = await t.call('POST', `${base}/thirdparties`, { token, body })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code])
    const list = await t.call('GET', `${base}/thirdparties`, { token })
    expect(list.json()).toMatchObject({ content: [], totalElements: 0 })
  })

  test('One company is one third party, by whatever identifier and however many ask at once', async () => {
    const { base, token } = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty({ base, token })
    const record = (await t.call('GET', `${base}/thirdparties/${thirdpartyId}`, { token })).json<{
      vatNumber: string
      siret: string
    }>()
    const byVat = { legalIdentifier: { code: 'CIT002', value: record.vatNumber } }
    const second = await t.call('POST', `${base}/thirdparties`, { token, body: byVat })
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ code: 'THIRD_PARTY_DUPLICATE', existingThirdpartyId: thirdpartyId })

    const other = await t.given.office()
    const both = Array.from({ length: 16 }, (_, i) =>
      i % 2 ? byVat : { legalIdentifier: { code: 'CIT001', value: record.siret } },
    )
    const answers = await Promise.all(
      both.map((body) => t.call('POST', `${other.base}/thirdparties`, { token: other.token, body })),
    )
    expect(answers.map((a) => a.statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(15).fill(409),
    ])
  })

  test('A repeated request with the same key has one effect and one answer', async () => {
    const { base, token, accountId } = await t.given.office()
    const body = {
      legalIdentifier: { code: 'CIT003', value: '150483782' },
      unmanaged: { name: 'Once', countryCode: 'GB' },
    }
    const call = () =>
      t.call('POST', `${base}/thirdparties`, { token, body, headers: { 'idempotency-key': 'abc-1' } })
    const first = await call()
    const replay = await call()
    expect(first.statusCode).toBe(201)
    expect(replay.headers['idempotency-replayed']).toBe('true')
    expect([replay.statusCode, replay.body, replay.headers.location]).toEqual([
      201,
      first.body,
      first.headers.location,
    ])
    const other = await t.call('POST', `${base}/thirdparties`, {
      token,
      body: { ...body, code: 'changed' },
      headers: { 'idempotency-key': 'abc-1' },
    })
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const { rows } = await t.admin.query('select count(*)::int as n from event where account_id = $1', [
      accountId,
    ])
    expect(rows).toEqual([{ n: 1 }])
  })

  test('Of many requests at once with one key, one adds and the others wait or get its answer', async () => {
    const { base, token } = await t.given.office()
    const body = {
      legalIdentifier: { code: 'CIT003', value: '150483782' },
      unmanaged: { name: 'Once', countryCode: 'GB' },
    }
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        t.call('POST', `${base}/thirdparties`, { token, body, headers: { 'idempotency-key': 'race' } }),
      ),
    )
    const bodies = new Set(answers.filter((a) => a.statusCode === 201).map((a) => a.body))
    expect(bodies.size).toBe(1)
    const waits = answers.filter((a) => a.statusCode !== 201)
    expect(waits.every((a) => a.json<{ code: string }>().code === 'IDEMPOTENCY_IN_PROGRESS')).toBe(true)
    const list = await t.call('GET', `${base}/thirdparties`, { token })
    expect(list.json()).toMatchObject({ totalElements: 1 })
  })

  test('A missing third party, a foreign one and a malformed id get their own answers', async () => {
    const mine = await t.given.office()
    const theirs = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(theirs)
    const absent = await t.call('GET', `${mine.base}/thirdparties/${thirdpartyId}`, { token: mine.token })
    expect([absent.statusCode, absent.json<{ code: string }>().code]).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
    const forbidden = await t.call('GET', `${theirs.base}/thirdparties/${thirdpartyId}`, {
      token: mine.token,
    })
    expect([forbidden.statusCode, forbidden.json<{ code: string }>().code]).toEqual([
      403,
      'ACCOUNT_FORBIDDEN',
    ])
    const odd = await t.call('GET', `${mine.base}/thirdparties/abc`, { token: mine.token })
    expect([odd.statusCode, odd.json<{ code: string }>().code]).toEqual([400, 'ID_INVALID'])
  })
})
