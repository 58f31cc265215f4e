import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { handWorker, type HandWorker } from '../../../test/jobs/hand-worker.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import type { Db } from '../../platform/db/index.ts'
import { recomputeAttributes } from './index.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>

const ones = (count: number) => `[${Array(count).fill('1').join(',')}]`
/** 631 characters, a million steps: 90 milliseconds for each third party. */
const burn = `${ones(100)}.all(a,${ones(100)}.all(b,${ones(100)}.all(c,true)))`
/** Nearly as many steps as are allowed. */
const dear = `${ones(24)}.all(a,${ones(24)}.all(b,a+b>0))`
const portfolio = rounds(400, 2_500)
/** Who waits for the work takes as long as the work, on a busy machine too. */
const patienceFor = (tookMs: number) => Math.max(2_000, tookMs / 2)

describe('Limits of calculated attributes', () => {
  let t: TestApp
  let worker: HandWorker
  beforeAll(async () => {
    t = await testApp()
    worker = handWorker(t)
  })
  afterAll(() => t.close())

  const post = (office: Office, path: string, body: object) =>
    t.call('POST', `${office.base}${path}`, { ...office, body })
  const add = async (office: Office, label: string, calculated: string, type = 'boolean') => {
    const answer = await post(office, '/attributes', { label, type, calculated })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ attributeId: number }>().attributeId
  }
  const set = async (office: Office, thirdpartyId: number, values: unknown[]) => {
    const body = { label: 'Annual purchase amount', values }
    const answer = await post(office, `/thirdparties/${thirdpartyId}/attributes`, body)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const attributesOf = async (office: Office, thirdpartyId: number) => {
    const answer = await t.call('GET', `${office.base}/thirdparties/${thirdpartyId}/attributes`, office)
    const { content } = answer.json<{ content: { code: string; value: unknown; failure: string | null }[] }>()
    return Object.fromEntries(content.map(({ code, value, failure }) => [code, failure ?? value]))
  }
  /** As an expression stands that was accepted before steps were counted. */
  const replaceBy = (attributeId: number, expression: string) =>
    t.admin.query('update attribute_definition set expression = $2, steps = null where attribute_id = $1', [
      attributeId,
      expression,
    ])
  const fill = ({ accountId }: Office) =>
    t.admin.query(
      `with account as (select set_config('app.account', $1::text, true), set_config('app.units', 'all', true))
       insert into thirdparty (account_id, identifier_code, identifier_value, wire, source, identity_status, name,
         created_at, updated_at)
       select $1::bigint, 'CIT003', n::text, '', 'UNMANAGED', 'NOT_FOUND', 'Company ' || n, now(), now()
       from account, generate_series(1, $2::int) n`,
      [accountId, portfolio],
    )
  /** What the work keeps the process from doing, in milliseconds at most, and how another account's list was answered. */
  const besides = async (other: Office, work: Promise<unknown>) => {
    const over = new AbortController()
    const statuses = new Set<number>()
    let longest = 0
    const start = performance.now()
    const ended = work.finally(() => over.abort())
    while (!over.signal.aborted) {
      const began = performance.now()
      statuses.add((await t.call('GET', `${other.base}/thirdparties?size=1`, other)).statusCode)
      longest = Math.max(longest, performance.now() - began)
    }
    await ended
    return { statuses: [...statuses], longest, tookMs: performance.now() - start }
  }

  test('Nested loops are refused, and the author is told what to shorten', async () => {
    const office = await t.given.office()
    for (const path of ['/attributes', '/attributes/preview']) {
      const body = { type: 'boolean', calculated: burn, ...(path === '/attributes' && { label: 'Burn' }) }
      const refused = await post(office, path, body)
      expect(refused.json()).toMatchObject({
        status: 422,
        code: 'ATTRIBUTE_EXPRESSION_STEPS',
        pointer: '/calculated',
        detail: expect.stringMatching(/could take \d{8} steps .* Shorten its lists/) as unknown,
      })
    }
  })

  test('Many attributes are bounded together as well', async () => {
    const office = await t.given.office()
    for (let nth = 1; nth <= 10; nth += 1) await add(office, `Dear ${nth}`, dear)
    const refused = await post(office, '/attributes', {
      label: 'One more',
      type: 'boolean',
      calculated: dear,
    })
    expect(refused.json()).toMatchObject({ status: 422, code: 'ATTRIBUTE_STEPS_TOGETHER' })
    await add(office, 'Short', 'true')
  })

  test('An expression accepted under a wider limit is not run: it says so, and the others are calculated', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    const attributeId = await add(office, 'Burn', 'true')
    await add(office, 'Double', 'attributes.ANNUAL_PURCHASE_AMOUNT * 2', 'decimal')
    await add(office, 'Inverse', '1 / attributes.ANNUAL_PURCHASE_AMOUNT', 'decimal')
    await worker.workOff(office.accountId)
    await replaceBy(attributeId, burn)
    await set(office, thirdpartyId, [4])
    const others = { DOUBLE: 8, INVERSE: 0.25 }
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ BURN: 'TOO_MANY_STEPS', ...others })
    await worker.run('attributes.recompute', { accountId: office.accountId, thirdpartyIds: null })
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ BURN: 'TOO_MANY_STEPS', ...others })
    await set(office, thirdpartyId, [0])
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ DOUBLE: 0, INVERSE: 'ERROR' })
    await set(office, thirdpartyId, [2])
    const patch = { ...office, body: { calculated: 'false' } }
    await t.call('PATCH', `${office.base}/attributes/${attributeId}`, patch)
    await worker.workOff(office.accountId)
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ BURN: false, DOUBLE: 4, INVERSE: 0.5 })
  })

  test('One account’s portfolio, at the limit and beyond it, does not delay another account', async () => {
    const [hostile, other] = [await t.given.office(), await t.given.office()]
    await fill(hostile)
    await t.given.thirdParty(other)
    await replaceBy(await add(hostile, 'Burn', 'true'), burn)
    await add(hostile, 'Dear', dear)
    const { statuses, longest, tookMs } = await besides(other, worker.workOff(hostile.accountId))
    expect(statuses).toEqual([200])
    expect(longest).toBeLessThan(patienceFor(tookMs))
    const { rows } = await t.admin.query(
      `select (select count(*)::int from attribute_value where account_id = $1) as done,
         (select count(*)::int from attribute_failure where account_id = $1 and failure = 'TOO_MANY_STEPS') as failed`,
      [hostile.accountId],
    )
    expect(rows).toEqual([{ done: portfolio, failed: portfolio }])
  })

  test('Five previews at once do not slow down another account’s list', async () => {
    const [hostile, other] = [await t.given.office(), await t.given.office()]
    await fill(hostile)
    const preview = () => post(hostile, '/attributes/preview', { type: 'boolean', calculated: dear })
    const previews = Promise.all(Array.from({ length: 5 }, preview))
    const { statuses, longest, tookMs } = await besides(other, previews)
    expect(statuses).toEqual([200])
    expect(longest).toBeLessThan(patienceFor(tookMs))
    for (const answer of await previews) {
      const { content } = answer.json<{ content: { outcome: string; value: unknown }[] }>()
      expect(content).toHaveLength(20)
      expect(content.every(({ outcome, value }) => outcome === 'VALUE' && value === true)).toBe(true)
    }
  })

  test('A calculation that could hold a transaction for long is left to a job', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    for (let nth = 1; nth <= 5; nth += 1) await add(office, `Dear ${nth}`, dear)
    await add(office, 'Double', 'attributes.ANNUAL_PURCHASE_AMOUNT * 2', 'decimal')
    await worker.workOff(office.accountId)
    await set(office, thirdpartyId, [21])
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ DOUBLE: null, DEAR_1: true })
    expect(await worker.workOff(office.accountId)).toContain('attributes.recompute')
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ DOUBLE: 42, DEAR_1: true })
  })

  test('A job writes nothing it calculated from inputs that have changed since', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    await add(office, 'Double', 'attributes.ANNUAL_PURCHASE_AMOUNT * 2', 'decimal')
    await worker.workOff(office.accountId)
    await set(office, thirdpartyId, [1])
    let reads = 0
    const changing: Db = {
      ...t.db,
      read: async (scope, work) => {
        const found = await t.db.read(scope, work)
        reads += 1
        if (reads === 1) await set(office, thirdpartyId, [5])
        return found
      },
    }
    const payload = { accountId: office.accountId, thirdpartyIds: [thirdpartyId] }
    await runTask({ ...t, db: changing }, 'attributes.recompute', recomputeAttributes, payload)
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ DOUBLE: 10 })
    const { rows } = await t.admin.query<{ after: number }>(
      `select h.after from attribute_value_history h join attribute_definition d using (account_id, attribute_id)
       where h.account_id = $1 and d.code = 'DOUBLE' order by change_id`,
      [office.accountId],
    )
    expect(rows.map(({ after }) => after)).toEqual([2, 10])
  })

  test('A job that finds its definition changed starts again with the new one', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    const attributeId = await add(office, 'Which', '"old"', 'string')
    let reads = 0
    const changing: Db = {
      ...t.db,
      read: async (scope, work) => {
        const found = await t.db.read(scope, work)
        reads += 1
        if (reads === 1)
          await t.call('PATCH', `${office.base}/attributes/${attributeId}`, {
            ...office,
            body: { calculated: '"new"' },
          })
        return found
      },
    }
    const payload = { accountId: office.accountId, thirdpartyIds: [thirdpartyId] }
    await runTask({ ...t, db: changing }, 'attributes.recompute', recomputeAttributes, payload)
    expect(await attributesOf(office, thirdpartyId)).toMatchObject({ WHICH: 'new' })
  })
})
