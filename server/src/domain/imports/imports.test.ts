import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companiesCsv, siretOf, vatOf } from '../../../test/imports/companies.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { queueBehind } from '../../../test/harness/queue-behind.ts'
import { loadConfig } from '../../config.ts'
import { openReferences } from '../../open-references.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { sampleIdentifiers, type References } from '../references/index.ts'
import { processImport } from './index.ts'
import type { ProcessDeps } from './process-import.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

let t: TestApp
let references: References
let office: { accountId: number; base: string; token: string }
beforeAll(async () => {
  t = await testApp({ environment: { IMPORT_MAX_ROWS: '5000', IMPORT_MAX_MB: '1', IMPORT_MAX_WAITING: '3' } })
  references = openReferences(loadConfig({}), t.db)
})
afterAll(() => t.close())
beforeEach(async () => {
  office = await t.given.office()
})

interface Wire {
  importId: number
  state: string
  progress: number
  rows: number
  added: number
  duplicates: number
  invalid: number
  pending: number
  problem: { code: string; detail: string } | null
}

const send = (payload: string | Buffer, query = '', headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: `${office.base}/thirdparties/imports${query}`,
    headers: { authorization: `Bearer ${office.token}`, 'content-type': 'text/csv', ...headers },
    payload,
  })
const get = async <T>(path: string): Promise<T> => {
  const answer = await t.call('GET', `${office.base}${path}`, { token: office.token })
  expect(answer.statusCode).toBe(200)
  return answer.json<T>()
}
const uploaded = async (payload: string, query = '', type = 'text/csv'): Promise<number> => {
  const answer = await send(payload, query, { 'content-type': type })
  expect(answer.statusCode).toBe(202)
  return answer.json<Wire>().importId
}
const work = (importId: number, watching: Pick<ProcessDeps, 'onProgress' | 'signal'> = {}) =>
  processImport(
    { db: t.db, references, maxRows: 5_000, ...watching },
    { accountId: office.accountId, importId },
  )
const imported = async (payload: string, query = '', type = 'text/csv'): Promise<Wire> => {
  const importId = await uploaded(payload, query, type)
  await work(importId)
  return get<Wire>(`/thirdparties/imports/${importId}`)
}
type Errors = {
  content: { row: number; column: string | null; code: string; message: string }[]
  totalElements: number
  next: string | null
}
const errorsOf = (importId: number, query = '') =>
  get<Errors>(`/thirdparties/imports/${importId}/errors${query}`)
const portfolio = () => get<{ totalElements: number; content: Record<string, unknown>[] }>('/thirdparties')
const eventNames = async () => {
  const { rows } = await t.admin.query<{ name: string; actor: string; count: number }>(
    `select t.name, e.actor_type as actor, count(*)::int as count
     from event e join event_type t on t.code = e.event_type where e.account_id = $1 group by 1, 2 order by 1`,
    [office.accountId],
  )
  return rows
}
const leftovers = async () => {
  const { rows } = await t.admin.query<{ count: number }>(
    `select (select count(*) from portfolio_import_row where account_id = $1)::int
       + (select count(*) from portfolio_import_chunk where account_id = $1)::int as count`,
    [office.accountId],
  )
  return rows[0]?.count
}

describe('Import files of companies', () => {
  test('An import file is accepted, processed by a job, and reported', async () => {
    const answer = await send(companiesCsv(2_500))
    expect(answer.statusCode).toBe(202)
    const { importId } = answer.json<Wire>()
    expect(answer.headers.location).toBe(`${office.base}/thirdparties/imports/${importId}`)
    expect(answer.json()).toMatchObject({ state: 'UPLOADED', progress: 0, rows: 0, added: 0 })
    const { rows: jobs } = await t.admin.query<{ payload: unknown }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'thirdparties.import' and j.payload ->> 'accountId' = $1`,
      [String(office.accountId)],
    )
    expect(jobs).toEqual([{ payload: { accountId: office.accountId, importId } }])

    const seen: { state: string; progress: number }[] = []
    await work(importId, {
      onProgress: (one) => seen.push({ state: one.state, progress: one.position }),
    })
    // Each of three batches as it was read, then as it is about to be added; the last turn finds no more.
    expect(seen.map(({ state }) => state)).toEqual([
      ...Array<string>(3).fill('VALIDATING'),
      ...Array<string>(4).fill('RUNNING'),
      'DONE',
    ])
    expect(await get(`/thirdparties/imports/${importId}`)).toMatchObject({
      state: 'DONE',
      progress: 100,
      rows: 2_500,
      added: 2_500,
      duplicates: 0,
      invalid: 0,
      pending: 0,
      problem: null,
    })
    const page = await portfolio()
    expect(page.totalElements).toBe(2_500)
    expect(page.content[0]).toMatchObject({
      source: 'UNMANAGED',
      identityStatus: 'NOT_FOUND',
      countryCode: 'FR',
      name: expect.stringContaining('Company'),
    })
    // Those who sent the file did it, not the job.
    expect(await eventNames()).toEqual([{ name: 'THIRD_PARTY_ADDED', actor: 'API_CLIENT', count: 2_500 }])
    const verdict = await t.db.read(wholeAccount(office.accountId), (tx) =>
      verifyJournal(tx, { accountId: office.accountId }),
    )
    expect(verdict).toMatchObject({ intact: true, events: 2_500 })
    expect(await leftovers()).toBe(0)
  })

  test('Imported companies a register knows get identity, attributes and provenance like any other', async () => {
    const [first, second] = await sampleIdentifiers()
    const csv = `identifierType;identifierValue;Criticality;Annual purchase amount\n${first?.code};${first?.value};High;12 500,5\n${second?.code};${second?.value};;\n`
    expect(await imported(csv)).toMatchObject({ state: 'DONE', added: 2, invalid: 0 })
    const rows = (await portfolio()).content
    const other = await t.given.office()
    await t.given.thirdParty(other, 0)
    const single = await t.call('GET', `${other.base}/thirdparties`, { token: other.token })
    const [reference] = single.json<{ content: Record<string, unknown>[] }>().content
    const same = rows.find(({ siren }) => siren === reference?.['siren'])
    const strip = ({
      thirdpartyId: _a,
      createdAt: _b,
      updatedAt: _c,
      provenance,
      summary: _d,
      ...rest
    }: Record<string, unknown>) => ({
      ...rest,
      provenance: (provenance as { fetchedAt: string }[]).map(({ fetchedAt: _e, ...told }) => told),
    })
    expect(strip(same ?? {})).toEqual(strip(reference ?? {}))
    expect(same).toMatchObject({ summary: { criticality: 'High' } })
    expect((await eventNames()).map(({ name, count }) => [name, count])).toEqual([
      ['THIRD_PARTY_ADDED', 2],
      ['THIRD_PARTY_ATTRIBUTE_UPDATED', 2],
    ])
  })

  test('An NDJSON line has the shape of the body that adds a company', async () => {
    const lines = [0, 1].map((nth) =>
      JSON.stringify({
        legalIdentifier: { code: 'CIT001', value: siretOf(nth) },
        code: `N-${nth}`,
        unmanaged: { name: `Line ${nth}`, countryCode: 'FR' },
        attributes: [{ label: 'Business unit', values: ['Lyon'] }],
      }),
    )
    expect(await imported(lines.join('\n'), '', 'application/x-ndjson')).toMatchObject({
      added: 2,
      invalid: 0,
    })
    expect((await portfolio()).content.map(({ code }) => code)).toEqual(['N-1', 'N-0'])
  })

  test('An import reports faults row by row, in the requested language, and adds the rest', async () => {
    const csv = [
      'siret,name,countryCode,Criticality',
      `${siretOf(0)},Good,FR,Low`,
      `${siretOf(1).slice(0, 13)}x,Bad,FR,`,
      `${siretOf(2)},Bad,XX,Extreme`,
      `${siretOf(3)},,,`,
      siretOf(4),
    ].join('\n')
    const one = await imported(csv)
    expect(one).toMatchObject({ state: 'DONE', rows: 5, added: 1, invalid: 4 })
    const { content, totalElements } = await errorsOf(one.importId)
    expect(totalElements).toBe(5)
    expect(content.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'siret', 'IDENTIFIER_FORMAT_INVALID'],
      [4, 'countryCode', 'COUNTRY_CODE_INVALID'],
      [4, 'Criticality', 'ATTRIBUTE_OPTION_UNKNOWN'],
      [5, null, 'IDENTIFIER_NOT_FOUND'],
      [6, null, 'IMPORT_ROW_CELLS'],
    ])
    const first = await errorsOf(one.importId, '?size=2')
    const rest = await errorsOf(one.importId, `?size=4&cursor=${first.next}`)
    expect([...first.content, ...rest.content]).toEqual(content)
    const french = await t.call('GET', `${office.base}/thirdparties/imports/${one.importId}/errors`, {
      token: office.token,
      headers: { 'accept-language': 'fr' },
    })
    expect(french.json<Errors>().content[2]?.message).toContain('n’est pas une option')
  })
})

describe('Duplicate rows', () => {
  const csv = () =>
    [
      'identifierType,identifierValue,name,countryCode',
      `SIRET,${siretOf(10)},There before,FR`,
      `VAT,${vatOf(11)},New,FR`,
      `SIRET,${siretOf(11)},The same by its SIREN,FR`,
      `SIRET,${siretOf(12)},New,FR`,
    ].join('\n')
  const before = () => imported(companiesCsv(1, 10))

  test.each(['false', 'true'])(
    'Duplicates are counted, and listed on request (dry run %s)',
    async (dryRun) => {
      await before()
      const one = await imported(csv(), `?onDuplicate=error&dryRun=${dryRun}`)
      expect(one).toMatchObject({ state: 'DONE', rows: 4, added: 2, duplicates: 2, invalid: 0 })
      const [present] = (await portfolio()).content.slice(-1)
      expect(
        (await errorsOf(one.importId)).content.map(({ row, code, message }) => [row, code, message]),
      ).toEqual([
        [2, 'THIRD_PARTY_DUPLICATE', expect.stringContaining(String(present?.['thirdpartyId']))],
        [4, 'IMPORT_ROW_REPEATED', expect.stringContaining('Row 3 of the file')],
      ])
      expect((await portfolio()).totalElements).toBe(dryRun === 'true' ? 1 : 3)
      expect(await eventNames()).toMatchObject([{ count: dryRun === 'true' ? 1 : 3 }])
    },
  )

  test('Duplicates are skipped silently by default, and the same file again adds nothing', async () => {
    expect(await imported(csv())).toMatchObject({ added: 3, duplicates: 1 })
    const again = await imported(csv())
    expect(again).toMatchObject({ state: 'DONE', added: 0, duplicates: 4 })
    expect((await errorsOf(again.importId)).totalElements).toBe(0)
    expect(await eventNames()).toMatchObject([{ count: 3 }])
  })
})

describe('Companies whose register is across the network', () => {
  test('Companies of a remote register are added as pending, looked up one by one, and known by the file meanwhile', async () => {
    references = {
      ...references,
      findMany: async (all) => all.map(() => ({ kind: 'UNAVAILABLE', reason: 'far' })),
    }
    try {
      expect(await imported(companiesCsv(1_200), '?dryRun=true')).toMatchObject({
        added: 1_200,
        pending: 1_200,
      })
      expect(await imported(companiesCsv(1_200))).toMatchObject({ added: 1_200, pending: 1_200 })
    } finally {
      references = openReferences(loadConfig({}), t.db)
    }
    expect((await portfolio()).content[0]).toMatchObject({
      source: 'MANAGED',
      identityStatus: 'PENDING',
      name: expect.stringContaining('Company'),
    })
    const { rows } = await t.admin.query<{ seconds: number }>(
      `select count(*)::int as jobs, count(distinct j.run_at)::int as moments, min(j.priority) as priority,
         round(extract(epoch from max(j.run_at) - min(j.run_at)))::int as seconds
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'identity.complete' and j.payload ->> 'accountId' = $1`,
      [String(office.accountId)],
    )
    expect(rows).toEqual([{ jobs: 1_200, moments: 1_200, priority: 10, seconds: expect.any(Number) }])
    // Five a second, and not before the batches were written.
    expect(rows[0]?.seconds).toBeGreaterThanOrEqual(239)
  })
})

describe('Cancelling an import', () => {
  test('A cancelled import keeps what was added, says how much, and leaves nothing else behind', async () => {
    const importId = await uploaded(companiesCsv(3_000))
    const stopping = new AbortController()
    const begun = work(importId, {
      signal: stopping.signal,
      onProgress: ({ position }) => position > 0 && stopping.abort(),
    })
    await expect(begun).rejects.toThrow('aborted')
    // The second batch is written, and about to be counted, when the import is cancelled.
    const row = `select from portfolio_import where import_id = ${importId} for update`
    const cancel = () =>
      t.call('POST', `${office.base}/thirdparties/imports/${importId}/cancel`, { token: office.token })
    const both = await queueBehind<unknown>(t, row, [
      async () => (await cancel()).statusCode,
      async () => (await work(importId)).state,
    ])
    expect(both).toEqual([200, 'CANCELLED'])
    const one = await get<Wire>(`/thirdparties/imports/${importId}`)
    expect(one).toMatchObject({ state: 'CANCELLED', added: 1_000 })
    expect((await portfolio()).totalElements).toBe(one.added)
    expect(await eventNames()).toMatchObject([{ count: one.added }])
    expect(await leftovers()).toBe(0)
    expect((await cancel()).json()).toMatchObject({ status: 409, code: 'IMPORT_ENDED' })
  })

  test('An import cancelled before its job starts adds nothing', async () => {
    const importId = await uploaded(companiesCsv(3))
    await t.call('POST', `${office.base}/thirdparties/imports/${importId}/cancel`, { token: office.token })
    await work(importId)
    expect(await get(`/thirdparties/imports/${importId}`)).toMatchObject({ state: 'CANCELLED', added: 0 })
    expect(await leftovers()).toBe(0)
  })
})

describe('Refused imports', () => {
  test.each([
    [422, 'IMPORT_COLUMN_UNKNOWN', 'siret,Turnover\n1,2\n'],
    [422, 'IMPORT_COLUMNS_MISSING', 'name\nx\n'],
    [422, 'IMPORT_EMPTY', '\n'],
    [422, 'IMPORT_ENCODING_INVALID', Buffer.from('siret,code\n1,Soci\xe9t\xe9\n', 'latin1')],
    [413, 'BODY_TOO_LARGE', `siret\n${'1\n'.repeat(600_000)}`],
  ])('An import is refused at once with %i %s', async (status, code, payload) => {
    const answer = await send(payload)
    expect(answer.json()).toMatchObject({ status, code })
    expect((await get<{ totalElements: number }>('/thirdparties/imports')).totalElements).toBe(0)
  })

  test('Another kind of file, another charset, an unknown parameter and too many at once are refused', async () => {
    expect((await send('{}', '', { 'content-type': 'application/json' })).json()).toMatchObject({
      code: 'CONTENT_TYPE_UNSUPPORTED',
    })
    expect(
      (await send('siret\n1\n', '', { 'content-type': 'text/csv; charset=latin1' })).json(),
    ).toMatchObject({ code: 'IMPORT_ENCODING_INVALID' })
    expect((await send('siret\n1\n', '?dryRun=maybe')).statusCode).toBe(400)
    for (let i = 0; i < 3; i += 1) await uploaded('siret\n1\n')
    expect((await send('siret\n1\n')).json()).toMatchObject({ status: 409, code: 'IMPORT_LIMIT_REACHED' })
  })

  test.each([
    ['IMPORT_TOO_MANY_ROWS', () => companiesCsv(5_001)],
    ['IMPORT_FILE_MALFORMED', () => `${companiesCsv(1_500)}"${siretOf(1)}`],
    ['IMPORT_EMPTY', () => 'siret\n\n'],
  ])('An import with %s fails as a whole and adds nothing', async (code, payload) => {
    const one = await imported(payload())
    expect(one).toMatchObject({ state: 'FAILED', added: 0, problem: { code } })
    expect((await portfolio()).totalElements).toBe(0)
    expect(await leftovers()).toBe(0)
  })

  test('The same key again has one effect, and another file under it is refused', async () => {
    const key = { 'idempotency-key': 'import-1' }
    const first = await send(companiesCsv(2), '', key)
    const again = await send(companiesCsv(2), '', key)
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await send(companiesCsv(3), '', key)).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect((await get<{ totalElements: number }>('/thirdparties/imports')).totalElements).toBe(1)
  })
})
