import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeAccount } from '../../src/platform/kernel/index.ts'
import { codeOf, relationshipDesk, type RelationshipDesk } from './relationship-desk.ts'

let d: RelationshipDesk
beforeAll(async () => {
  d = await relationshipDesk()
})
afterAll(() => d.t.close())

const read = () => d.must<{ causes: Record<string, string> }>('GET', '/relationship-policy')

test(
  'A policy begins with the end of decisions, changes by its version and is told',
  { timeout: 60_000 },
  async () => {
    const initial = await d.ask('GET', '/relationship-policy')
    expect(initial.headers['etag']).toBe('"0"')
    expect(initial.json<object>()).toEqual({
      causes: {
        EXPIRY: 'ASK',
        DOSSIER_INVALID: 'OFF',
        COLLECTIVE_PROCEDURE: 'OFF',
        STRUCK_OFF: 'OFF',
        LIST_HIT: 'OFF',
        OVERDUE: 'OFF',
      },
    })
    const put = await d.policy({ LIST_HIT: 'SUSPEND' })
    expect([put.statusCode, put.headers['etag']]).toEqual([200, '"1"'])
    expect(put.json<object>()).toMatchObject({ reopens: 0, causes: { LIST_HIT: 'SUSPEND', EXPIRY: 'OFF' } })
    const stale = { body: { causes: (await read()).causes }, headers: { 'if-match': '"0"' } }
    expect(codeOf(await d.ask('PUT', '/relationship-policy', stale))).toBe('412 PRECONDITION_FAILED')
    // The same again is no change.
    expect((await d.policy({ LIST_HIT: 'SUSPEND' })).headers['etag']).toBe('"1"')
    const journal = await d.must<{ content: { name: string; before: object; after: object }[] }>(
      'GET',
      '/administration/journal?size=50',
    )
    const told = journal.content.filter(({ name }) => name === 'RELATIONSHIP_POLICY_CHANGED')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      before: { causes: { LIST_HIT: 'OFF' } },
      after: { causes: { LIST_HIT: 'SUSPEND' }, reopens: 0 },
    })
    expect(codeOf(await d.ask('PUT', '/relationship-policy', { body: { causes: { EXPIRY: 'ASK' } } }))).toBe(
      '400 VALIDATION_FAILED',
    )
  },
)

test('A policy that would reopen many decisions at once does so only on purpose, and opens one task', async () => {
  const most = 120
  const first = await d.decided('First of many')
  const { accountId } = d.office
  const scope = { ...wholeAccount(accountId), actor: { type: 'JOB', id: null, name: 'test' } as const }
  await d.t.db.write(scope, (tx) =>
    sql`with copied as (
      insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name, status,
        created_at, updated_at, wire, relationship, relationship_version)
      select ${accountId}, 'CIT003', 'many ' || nth, 'UNMANAGED', 'NOT_FOUND', 'Many ' || nth, 'STRUCK_OFF', now(),
        now(), '', 'APPROVED', 1
      from generate_series(1, ${most}::int) nth returning thirdparty_id),
    summarised as (
      insert into thirdparty_summary (account_id, thirdparty_id) select ${accountId}, thirdparty_id from copied)
    insert into relationship_change (account_id, thirdparty_id, number, kind, state, reason, known, changed_by_type,
      changed_at)
    select x.account_id, c.thirdparty_id, 1, 'DECIDED', 'APPROVED', x.reason, x.known, x.changed_by_type, x.changed_at
    from copied c, relationship_change x where x.account_id = ${accountId} and x.thirdparty_id = ${first}`.execute(
      tx,
    ),
  )
  const before = await read()
  const wide = await d.policy({ STRUCK_OFF: 'SUSPEND' })
  expect(wide.json<object>()).toMatchObject({ code: 'RELATIONSHIP_POLICY_WIDE', status: 409, count: most })
  expect(await read()).toEqual(before)
  const put = await d.policy({ STRUCK_OFF: 'SUSPEND' }, { atMost: most })
  expect(put.json<object>()).toMatchObject({ reopens: most })
  await d.work()
  const shown = await d.must<{ totalElements: number }>(
    'GET',
    '/thirdparties?relationshipToReview=true&relationship=SUSPENDED',
  )
  expect(shown.totalElements).toBe(most)
  const { rows } = await d.t.admin.query(
    `select title_key, title_values, link from task where account_id = $1 and state = 'OPEN'`,
    [accountId],
  )
  expect(rows).toEqual([
    {
      title_key: 'MANY_AT_ONCE',
      title_values: { count: most },
      link: '/thirdparties?relationshipToReview=true',
    },
  ])
  expect(await d.stands(first)).toBe('APPROVED')
})
