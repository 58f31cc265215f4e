import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'

let database: TestDatabase
let client: PoolClient
let accountId: number
beforeAll(async () => {
  database = await testDatabase()
  client = await database.admin.connect()
  // Whatever a session prefers, the texts are the same.
  await client.query(`set datestyle = 'SQL, DMY'; set timezone = 'Asia/Tokyo'`)
  const { rows } = await client.query<{ id: string }>(
    `insert into account (name) values ('Texts') returning account_id as id`,
  )
  accountId = Number(rows[0]?.id)
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
})
afterAll(async () => {
  client.release()
  await database.close()
})

const hostile = `"O'Neil\\" \t\n\u0001 é 😀 ${'x'.repeat(300)}`

async function insert(columns: Record<string, unknown>): Promise<number> {
  const all = {
    account_id: accountId,
    identifier_code: 'CIT002',
    source: 'MANAGED',
    identity_status: 'COMPLETE',
    created_at: '2026-03-01T10:11:12.345Z',
    updated_at: '2026-03-02T23:59:59.999Z',
    wire: 'not this',
    ...columns,
  }
  const { rows } = await client.query<{ id: string }>(
    `insert into thirdparty (${Object.keys(all).join(', ')})
     values (${Object.keys(all)
       .map((_, i) => `$${i + 1}`)
       .join(', ')}) returning thirdparty_id as id`,
    Object.values(all),
  )
  return Number(rows[0]?.id)
}

const wireOf = async (id: number) => {
  const { rows } = await client.query<{ wire: string }>(
    'select wire from thirdparty where thirdparty_id = $1',
    [id],
  )
  return JSON.parse(rows[0]?.wire ?? '') as Record<string, unknown>
}

const empty = {
  code: null,
  name: null,
  tradeName: null,
  siren: null,
  siret: null,
  vatNumber: null,
  duns: null,
  lei: null,
  localId: null,
  localRegister: null,
  countryCode: null,
  legalForm: null,
  headOffice: null,
  nafCode: null,
  mainActivity: null,
  activityScheme: null,
  executives: [],
  headcount: null,
  creationDate: null,
  closureDate: null,
  status: 'ACTIVE',
  statusDetail: null,
  statusSince: null,
  relationship: { state: 'NONE', validUntil: null, toReview: null },
  archived: false,
  archivedAt: null,
  provenance: [],
  source: 'MANAGED',
  identityStatus: 'COMPLETE',
  createdAt: '2026-03-01T10:11:12.345',
  updatedAt: '2026-03-02T23:59:59.999',
}

test('An empty record says so, field by field', async () => {
  const id = await insert({ identifier_value: 'FR1' })
  expect(await wireOf(id)).toEqual({
    ...empty,
    thirdpartyId: id,
    legalIdentifier: { code: 'CIT002', value: 'FR1' },
  })
})

test('A record holds every value unchanged, whatever characters it contains', async () => {
  const long = { name: hostile, code: hostile.slice(0, 200), trade_name: hostile, naf_code: hostile }
  const also = { main_activity: hostile, activity_scheme: hostile, status_detail: hostile, local_id: hostile }
  const json = { legal_form: { a: hostile }, head_office: [hostile], headcount: { b: 1.5 } }
  const ids = { siren: '732829320', siret: '73282932000074', duns: '123456789', country_code: 'FR' }
  const id = await insert({
    ...long,
    ...also,
    ...ids,
    identifier_value: '"\\',
    vat_number: 'FR"',
    lei: 'A'.repeat(20),
    ...Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)])),
    executives: JSON.stringify([{ name: hostile }]),
    provenance: JSON.stringify([{ provider: hostile }]),
    creation_date: '1999-12-31',
    closure_date: '2024-02-29',
    status_since: '2025-01-02',
    status: 'STRUCK_OFF',
    archived_at: '2026-04-05T00:00:00Z',
  })
  expect(await wireOf(id)).toEqual({
    ...empty,
    thirdpartyId: id,
    legalIdentifier: { code: 'CIT002', value: '"\\' },
    name: hostile,
    code: hostile.slice(0, 200),
    tradeName: hostile,
    nafCode: hostile,
    localId: hostile,
    mainActivity: hostile,
    activityScheme: hostile,
    statusDetail: hostile,
    siren: '732829320',
    siret: '73282932000074',
    duns: '123456789',
    countryCode: 'FR',
    vatNumber: 'FR"',
    lei: 'A'.repeat(20),
    legalForm: { a: hostile },
    headOffice: [hostile],
    headcount: { b: 1.5 },
    executives: [{ name: hostile }],
    provenance: [{ provider: hostile }],
    status: 'STRUCK_OFF',
    creationDate: '1999-12-31',
    closureDate: '2024-02-29',
    statusSince: '2025-01-02',
    archived: true,
    archivedAt: '2026-04-05T00:00:00.000',
  })
})

test('A summary says null for what is not known, and every value as it is', async () => {
  const id = await insert({ identifier_value: 'FR3' })
  const summaryOf = async (columns: string) => {
    const { rows } = await client.query<{ wire: string }>(
      `insert into thirdparty_summary (account_id, thirdparty_id) values ($1, $2)
       on conflict (account_id, thirdparty_id) do update set ${columns} returning wire`,
      [accountId, id],
    )
    return JSON.parse(rows[0]?.wire ?? '') as unknown
  }
  const none = {
    LEGAL_COMPLIANCE: null,
    FINANCIAL_RISK: null,
    CYBERSECURITY: null,
    ENVIRONMENTAL_IMPACT: null,
  }
  const unknown = {
    criticality: null,
    dossierStatus: null,
    indicators: none,
    openRequests: null,
    nextExpiry: null,
  }
  expect(await summaryOf(`wire = 'not this'`)).toEqual(unknown)
  const scores = 'legal_compliance = 0, financial_risk = 100, cybersecurity = 7, environmental_impact = 8'
  const rest = `dossier_status = 'VALID', open_requests = 12, next_expiry = date '2027-02-03'`
  const label = client.escapeLiteral(hostile)
  expect(await summaryOf(`criticality = ${label}, ${scores}, ${rest}, wire = 'not this'`)).toEqual({
    criticality: hostile,
    dossierStatus: 'VALID',
    indicators: { LEGAL_COMPLIANCE: 0, FINANCIAL_RISK: 100, CYBERSECURITY: 7, ENVIRONMENTAL_IMPACT: 8 },
    openRequests: 12,
    nextExpiry: '2027-02-03',
  })
})

test('The search words follow the names: all words and the whole of each, however long, and no others', async () => {
  const id = await insert({
    identifier_value: 'FR2',
    name: 'Élan & Fils SA',
    trade_name: 'Fils',
    local_id: '---',
  })
  const words = async () => {
    const { rows } = await client.query<{ word: string }>(
      'select word from thirdparty_word where subject = $1 order by word',
      [id],
    )
    return rows.map(({ word }) => word)
  }
  const change = (columns: string) =>
    client.query(`update thirdparty set ${columns} where thirdparty_id = ${id}`)
  expect(await words()).toEqual(['elan', 'elanfilssa', 'fils', 'sa'])
  await change(`code = 'X'`)
  expect(await words()).toEqual(['elan', 'elanfilssa', 'fils', 'sa'])
  await change(`trade_name = 'Œuvre', local_id = 'HRB 1'`)
  expect(await words()).toEqual(['1', 'elan', 'elanfilssa', 'fils', 'hrb', 'hrb1', 'oeuvre', 'sa'])
  await change(`name = '${'long '.repeat(60)}end', trade_name = null, local_id = null`)
  expect(await words()).toEqual(['end', 'long', 'long'.repeat(25)])
  await change(`name = '!!!'`)
  expect(await words()).toEqual([])
  await change('name = null')
  expect(await words()).toEqual([])
})
