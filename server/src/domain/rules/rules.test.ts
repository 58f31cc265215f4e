import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { busyness } from '../../../test/harness/busyness.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { jobScope, systemClock } from '../../platform/kernel/index.ts'
import { applyRulesTask } from './apply-rules.task.ts'
import { activityPrefixes } from './sectors.ts'

interface RuleShown {
  ruleId: number
  name: string
  shippedCode: string | null
  active: boolean
  version: number
}
interface Simulated {
  version: number | null
  matchingThirdParties: number
  toOpen: number
  alreadyOpen: number
  notAgain: number
  dossierTypes: { code: string; toOpen: number }[]
  thirdParties: { thirdpartyId: number; name: string; dossierTypeCodes: string[] }[]
}
type Office = Awaited<ReturnType<TestApp['given']['office']>>
interface Company {
  country?: string | null
  naf?: string | null
  criticality?: string
  amount?: number
  identity?: string
}

test('Sectors are sections, divisions or codes', () => {
  expect(activityPrefixes(['F', '62', '81.21Z', '43'])).toEqual(['41', '42', '43', '62', '8121Z'])
  expect(activityPrefixes(['A'])).toEqual(['01', '02', '03'])
  expect(activityPrefixes([])).toEqual([])
})

describe('Rules', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const call = (office: Office, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    t.call(method, `${office.base}/rules${path}`, { ...office, body })
  const made = async (office: Office, body: object) => {
    const answer = await call(office, 'POST', '', { name: 'Rule', dossierTypeCodes: ['SCREENING'], ...body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<RuleShown>()
  }
  const simulate = async (office: Office, body: object) =>
    (await call(office, 'POST', '/simulate', body)).json<Simulated>()

  /** Companies straight into the tables: what is under test is what rules make of them. */
  const companies = async ({ accountId }: Office, given: readonly Company[]): Promise<number[]> => {
    const scope = jobScope(accountId, 'test')
    const { rows } = await t.db.write(scope, (tx) =>
      sql<{ id: number }>`
        with given as (
          select nextval('vigie_id') as id, c.* from rows from (
            jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (country text, naf text, criticality text,
              amount numeric, identity text)) with ordinality
            as c (country, naf, criticality, amount, identity, nth)),
        added as (
          insert into thirdparty (account_id, thirdparty_id, identifier_code, identifier_value, source,
            identity_status, name, country_code, naf_code, created_at, updated_at, wire)
          select ${accountId}, id, 'CIT003', id::text, 'UNMANAGED', coalesce(identity, 'COMPLETE'),
            'Company ' || nth, country, naf, now(), now(), '' from given),
        valued as (
          insert into attribute_value
            (account_id, subject, attribute_id, value, text_key, number_key, updated_at)
          select ${accountId}, g.id, d.attribute_id, v.value, attribute_text_key(v.value),
            attribute_number_key(v.value, d.options), now()
          from given g cross join lateral (values ('CRITICALITY', to_jsonb(g.criticality)),
            ('ANNUAL_PURCHASE_AMOUNT', to_jsonb(g.amount))) v (code, value)
          join attribute_definition d on d.account_id = ${accountId} and d.code = v.code
          where v.value is not null)
        select id from given order by nth`.execute(tx),
    )
    return rows.map(({ id }) => id)
  }
  const run = ({ accountId }: Office, thirdpartyIds: number[] | null = null, again = false) =>
    applyRulesTask(
      { accountId, thirdpartyIds, again },
      {
        db: t.db,
        scope: jobScope(accountId, 'rules.apply'),
        clock: systemClock,
        signal: new AbortController().signal,
        attempt: 1,
        isLastAttempt: false,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
    )
  const opened = async ({ accountId }: Office) => {
    const { rows } = await t.admin.query<{
      dossier: number
      id: number
      type: string
      rule: number
      origin: string
      days: number
    }>(
      `select dossier_id::int as dossier, thirdparty_id::int as id, type_code as type, rule_id::int as rule, origin,
         due_date - created_at::date as days
       from dossier where account_id = $1 and archived_at is null order by thirdparty_id, type_code`,
      [accountId],
    )
    return rows
  }
  const jobs = async ({ accountId }: Office) => {
    const { rows } = await t.admin.query<{ ids: number[] | null; again: boolean | null }>(
      `select j.payload -> 'thirdpartyIds' as ids, (j.payload ->> 'again')::boolean as again
       from graphile_worker._private_jobs j join graphile_worker._private_tasks y on y.id = j.task_id
       where y.identifier = 'rules.apply' and (j.payload ->> 'accountId')::bigint = $1 order by j.id`,
      [accountId],
    )
    return rows
  }

  test('Rules ship inactive, in both languages, and lose their second name when renamed', async () => {
    const office = await t.given.office()
    const list = async (headers = {}) =>
      (await t.call('GET', `${office.base}/rules`, { ...office, headers })).json<{ content: RuleShown[] }>()
    const { content } = await list({ 'accept-language': 'en' })
    expect(content).toHaveLength(8)
    expect(content.every(({ active, shippedCode }) => !active && shippedCode !== null)).toBe(true)
    expect(content[0]?.name).toBe('Labour-law due diligence, French suppliers')
    const french = (await list({ 'accept-language': 'fr' })).content[0]
    expect(french?.name).toBe('Obligation de vigilance, fournisseurs français')
    const renamed = await call(office, 'PATCH', `/${french?.ruleId}`, { name: 'Ours' })
    expect(renamed.json()).toMatchObject({ name: 'Ours', version: 2 })
    expect((await list({ 'accept-language': 'fr' })).content[0]?.name).toBe('Ours')
    expect((await call(office, 'GET', '?active=true')).json()).toEqual({ content: [] })
  })

  test('Rules are written, read, changed with If-Match, and deleted', async () => {
    const office = await t.given.office()
    const criteria = {
      sectors: ['F', '62.01Z'],
      countries: ['FR', 'BE'],
      purchaseAmount: { min: 5000, max: null },
    }
    const rule = await made(office, { criteria, dossierTypeCodes: ['VIGILANCE', 'CSR'], dueDays: 14 })
    expect(rule).toMatchObject({ active: false, version: 1, priority: 100, dueDays: 14 })
    expect(rule).toMatchObject({ criteria: { ...criteria, criticalities: [] } })
    const path = `/${rule.ruleId}`
    const read = await call(office, 'GET', path)
    expect(read.json()).toEqual(rule)
    expect(read.headers['etag']).toBe('"1"')
    const patch = (body: object, tag: string) =>
      t.call('PATCH', `${office.base}/rules${path}`, { ...office, body, headers: { 'if-match': tag } })
    expect((await patch({ priority: 5 }, '"9"')).json()).toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect((await patch({ priority: 5 }, '"1"')).json()).toMatchObject({ priority: 5, version: 2 })
    expect((await patch({ priority: 5 }, '"2"')).json()).toMatchObject({ version: 2 })
    expect((await patch({ criteria: { countries: ['DE'] } }, '"2"')).json()).toMatchObject({
      criteria: { sectors: [], countries: ['DE'], purchaseAmount: { min: null, max: null } },
    })
    expect((await call(office, 'DELETE', path)).statusCode).toBe(204)
    expect((await call(office, 'GET', path)).json()).toMatchObject({ code: 'RULE_NOT_FOUND' })
    expect((await call(office, 'DELETE', path)).statusCode).toBe(404)
  })

  test.each<[string, object, number, string]>([
    ['no name', { name: undefined }, 400, 'VALIDATION_FAILED'],
    ['active at once', { active: true }, 400, 'VALIDATION_FAILED'],
    ['no type', { dossierTypeCodes: [] }, 400, 'VALIDATION_FAILED'],
    ['a type twice', { dossierTypeCodes: ['CSR', 'CSR'] }, 400, 'VALIDATION_FAILED'],
    ['an unknown type', { dossierTypeCodes: ['NO_SUCH'] }, 422, 'DOSSIER_TYPE_UNKNOWN'],
    ['a sector of no kind', { criteria: { sectors: ['Z'] } }, 400, 'VALIDATION_FAILED'],
    ['a country in small letters', { criteria: { countries: ['fr'] } }, 400, 'COUNTRY_CODE_INVALID'],
    ['a country that is none', { criteria: { countries: ['XX'] } }, 400, 'COUNTRY_CODE_INVALID'],
    ['no such criticality', { criteria: { criticalities: ['Huge'] } }, 422, 'ATTRIBUTE_OPTION_UNKNOWN'],
    ['amounts reversed', { criteria: { purchaseAmount: { min: 2, max: 1 } } }, 422, 'RULE_AMOUNTS_REVERSED'],
    ['an unknown criterion', { criteria: { colour: ['red'] } }, 400, 'VALIDATION_FAILED'],
    ['no days', { dueDays: 0 }, 400, 'VALIDATION_FAILED'],
  ])('A rule with %s is refused', async (_, change, status, code) => {
    const office = await (shared ??= t.given.office())
    const body = { name: 'Rule', dossierTypeCodes: ['SCREENING'], ...change }
    expect((await call(office, 'POST', '', body)).json()).toMatchObject({ status, code })
    const { name: _name, dueDays: _days, active: _active, ...draft } = body as Record<string, unknown>
    if ('criteria' in change || 'dossierTypeCodes' in change) {
      expect((await call(office, 'POST', '/simulate', draft)).json()).toMatchObject({ status, code })
    }
  })
  let shared: Promise<Office> | undefined

  test('Each criterion counts, and an unknown value meets none', async () => {
    const office = await t.given.office()
    const ids = await companies(office, [
      { country: 'FR', naf: '41.20A', criticality: 'High', amount: 10_000 },
      { country: 'FR', naf: '6201Z', criticality: 'Low', amount: 4_999 },
      { country: 'BE', naf: null, amount: 5_000 },
      { country: null, naf: null },
      { country: 'FR', naf: '62.01Z', amount: 1, identity: 'PENDING' },
    ])
    const matching = async (criteria: object) => {
      const found = await simulate(office, { criteria, dossierTypeCodes: ['SCREENING'] })
      expect(found.toOpen).toBe(found.thirdParties.length)
      return found.thirdParties.map(({ thirdpartyId }) => ids.indexOf(thirdpartyId))
    }
    expect(await matching({})).toEqual([0, 1, 2, 3])
    expect(await matching({ countries: ['FR'] })).toEqual([0, 1])
    expect(await matching({ sectors: ['F'] })).toEqual([0])
    expect(await matching({ sectors: ['J', '4120'] })).toEqual([0, 1])
    expect(await matching({ sectors: ['62.01Z'] })).toEqual([1])
    expect(await matching({ criticalities: ['High', 'Medium'] })).toEqual([0])
    expect(await matching({ purchaseAmount: { min: 5_000, max: null } })).toEqual([0, 2])
    expect(await matching({ purchaseAmount: { min: null, max: 5_000 } })).toEqual([1, 2])
    expect(await matching({ countries: ['FR'], purchaseAmount: { min: 5_000, max: null } })).toEqual([0])
  })

  test('Activation opens what the simulation announced, once, and not again what was archived', async () => {
    const office = await t.given.office()
    const ids = await companies(office, [
      { country: 'FR', amount: 6_000 },
      { country: 'FR', amount: 60 },
      { country: 'DE', amount: 6_000 },
    ])
    const open = { dossierTypeCode: 'SCREENING' }
    const url = `${office.base}/thirdparties/${ids[1]}/dossiers`
    expect((await t.call('POST', url, { ...office, body: open })).statusCode).toBe(201)
    const rule = await made(office, {
      dossierTypeCodes: ['SCREENING', 'ONBOARDING'],
      dueDays: 9,
      priority: 7,
    })
    const told = await simulate(office, { ruleId: rule.ruleId })
    expect(told).toMatchObject({
      version: 1,
      matchingThirdParties: 3,
      toOpen: 5,
      alreadyOpen: 1,
      notAgain: 0,
    })
    const stale = await call(office, 'POST', `/${rule.ruleId}/activate`, { expectedVersion: 2 })
    expect(stale.json()).toMatchObject({ status: 412 })
    const activate = () => call(office, 'POST', `/${rule.ruleId}/activate`, { expectedVersion: told.version })
    expect((await activate()).json()).toMatchObject({ active: true, version: 2 })
    expect((await activate()).json()).toMatchObject({ active: true, version: 2 })
    expect(await jobs(office)).toEqual([{ ids: null, again: null }])
    const later = await made(office, { dossierTypeCodes: ['ONBOARDING'], priority: 8 })
    await call(office, 'POST', `/${later.ruleId}/activate`)

    await Promise.all([run(office), run(office)])
    const dossiers = await opened(office)
    const byRule = dossiers.filter(({ origin }) => origin === 'RULE')
    // Both are in the order of the third parties, then of the types.
    const foretold = told.thirdParties.flatMap(({ thirdpartyId, dossierTypeCodes }) =>
      dossierTypeCodes.map((type) => [thirdpartyId, type]),
    )
    expect(byRule.map(({ id, type }) => [id, type])).toEqual(foretold)
    expect(byRule.every(({ rule: by, days }) => by === rule.ruleId && days === 9)).toBe(true)
    const { rows: told2 } = await t.admin.query<{ names: string[] }>(
      `select array_agg(y.name order by e.seq) as names from event e join event_type y on y.code = e.event_type
       where e.account_id = $1 and e.dossier_id = (select min(dossier_id) from dossier
         where account_id = $1 and origin = 'RULE')`,
      [office.accountId],
    )
    expect(told2[0]?.names.slice(0, 4)).toEqual([
      'DOSSIER_ADDED',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_ABSENT',
      'DOCUMENT_ADDED',
    ])

    const events = async () =>
      (
        await t.admin.query<{ n: string }>('select count(*) as n from event where account_id = $1', [
          office.accountId,
        ])
      ).rows[0]?.n
    const before = await events()
    await run(office)
    expect(await events()).toBe(before)

    // Archived by hand: neither this rule nor the other one in force opens it again.
    const put = dossiers.find(({ id, type }) => id === ids[0] && type === 'ONBOARDING')
    const archive = `${office.base}/dossiers/${put?.dossier}/archive`
    expect((await t.call('POST', archive, office)).statusCode).toBe(200)
    await run(office)
    expect(await opened(office)).toHaveLength(dossiers.length - 1)
    expect(await simulate(office, { ruleId: rule.ruleId })).toMatchObject({ toOpen: 0, notAgain: 1 })
    await run(office, [ids[0] ?? 0], true)
    expect(await opened(office)).toHaveLength(dossiers.length)
  })

  test('An active rule keeps its terms; a deactivated one opens nothing', async () => {
    const office = await t.given.office()
    const rule = await made(office, {})
    await call(office, 'POST', `/${rule.ruleId}/activate`)
    const change = await call(office, 'PATCH', `/${rule.ruleId}`, { dossierTypeCodes: ['CSR'] })
    expect(change.json()).toMatchObject({ status: 409, code: 'RULE_ACTIVE' })
    expect((await call(office, 'PATCH', `/${rule.ruleId}`, { name: 'New name' })).statusCode).toBe(200)
    expect((await call(office, 'POST', `/${rule.ruleId}/deactivate`)).json()).toMatchObject({ active: false })
    await companies(office, [{ country: 'FR' }])
    await run(office)
    expect(await opened(office)).toEqual([])
    expect((await call(office, 'POST', '/simulate', {})).json()).toMatchObject({
      code: 'DOSSIER_TYPE_MISSING',
    })
  })

  test('Rules are evaluated again whenever one of their inputs has changed', async () => {
    const office = await t.given.office()
    const { thirdpartyId: id } = await t.given.thirdParty(office)
    const at = `${office.base}/thirdparties/${id}`
    const asked = { ids: [id], again: null }
    expect(await jobs(office)).toEqual([asked])
    const set = (label: string, values: unknown[]) =>
      t.call('POST', `${at}/attributes`, { ...office, body: { label, values } })
    await set('Business unit', ['North'])
    expect(await jobs(office)).toHaveLength(1)
    await set('Criticality', ['High'])
    await set('Criticality', ['High'])
    await set('Annual purchase amount', [12])
    expect(await jobs(office)).toEqual([asked, asked, asked])
    await t.call('POST', `${at}/archive`, office)
    expect(await jobs(office)).toHaveLength(3)
    await t.call('POST', `${at}/reactivate`, office)
    expect((await jobs(office)).slice(3)).toEqual([{ ids: [id], again: true }])
    const company = { legalIdentifier: { code: 'CIT003', value: '150483782' } }
    const body = { ...company, unmanaged: { name: 'Nobody knows us', countryCode: 'GB' } }
    const added = await t.call('POST', `${office.base}/thirdparties`, { ...office, body })
    const { thirdpartyId: own } = added.json<{ thirdpartyId: number }>()
    const change = { countryCode: 'IE' }
    const changed = await t.call('PATCH', `${office.base}/thirdparties/${own}`, { ...office, body: change })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await jobs(office)).slice(4)).toEqual([
      { ids: [own], again: null },
      { ids: [own], again: null },
    ])
  })

  test('Five rules over a whole portfolio are simulated and matched quickly', async () => {
    const office = await t.given.office()
    const count = rounds(400, 2_000)
    const nafs = ['41.20A', '62.01Z', '81.21Z', '14.13Z', null]
    const countries = ['FR', 'FR', 'BE', 'DE', 'CN', null]
    await companies(
      office,
      Array.from({ length: count }, (_, nth) => ({
        country: countries[nth % countries.length] ?? null,
        naf: nafs[nth % nafs.length] ?? null,
        amount: (nth * 20_000) / count,
        ...(nth % 3 === 0 && { criticality: 'High' }),
      })),
    )
    const large = (min: number) => ({ purchaseAmount: { min, max: null } })
    const drafts = [
      { criteria: { countries: ['CN'], ...large(18_000) }, dossierTypeCodes: ['VIGILANCE'] },
      { criteria: {}, dossierTypeCodes: ['SCREENING'] },
      { criteria: { criticalities: ['High'], ...large(19_500) }, dossierTypeCodes: ['CYBERSECURITY'] },
      { criteria: { sectors: ['J', '61'], ...large(19_500) }, dossierTypeCodes: ['CYBERSECURITY'] },
      { criteria: large(19_800), dossierTypeCodes: ['CSR', 'ONBOARDING'] },
    ]
    const began = performance.now()
    const told = await Promise.all(drafts.map((draft) => simulate(office, draft)))
    const took = performance.now() - began
    expect(told[1]).toMatchObject({ toOpen: count })
    expect(told[1]?.thirdParties).toHaveLength(200)
    expect(took).toBeLessThan(15_000 * busyness())
    // The one for everybody is left out: this is about finding, not about writing dossiers.
    for (const draft of drafts.filter((_, nth) => nth !== 1)) {
      const { ruleId } = await made(office, draft)
      await call(office, 'POST', `/${ruleId}/activate`)
    }
    const start = performance.now()
    await run(office)
    const dossiers = await opened(office)
    const seconds = (performance.now() - start) / 1_000
    console.log(
      `rules: 5 simulated in ${Math.round(took)} ms, ${dossiers.length} dossiers opened in ${seconds.toFixed(1)} s`,
    )
    const of = (type: string) => dossiers.filter((one) => one.type === type).length
    expect(of('VIGILANCE')).toBe(told[0]?.toOpen)
    expect(of('CSR') + of('ONBOARDING')).toBe(told[4]?.toOpen)
    const cyber = [told[2], told[3]].flatMap((one) =>
      one?.thirdParties.map(({ thirdpartyId }) => thirdpartyId),
    )
    expect(of('CYBERSECURITY')).toBe(new Set(cyber).size)
    const again = performance.now()
    await run(office)
    expect(performance.now() - again).toBeLessThan(15_000 * busyness())
    expect(await opened(office)).toHaveLength(dossiers.length)
  })
})
