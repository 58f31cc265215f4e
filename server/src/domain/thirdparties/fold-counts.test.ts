import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { jobScope, wholeAccount } from '../../platform/kernel/index.ts'
import { addThirdParty } from './add-thirdparty.ts'
import { foldCounts } from './fold-counts.task.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

type Office = Awaited<ReturnType<TestApp['given']['office']>>

let nextNumber = 100_000_000
const add = (office: Office, meanwhile: () => Promise<void> = () => Promise.resolve()) => {
  const scope = jobScope(office.accountId, 'test')
  const identifier = { code: 'CIT003', value: String(nextNumber++) } as const
  const unmanaged = { name: 'Company', countryCode: 'GB' }
  return t.db.write(scope, async (tx) => {
    const command = { identifier, code: null, unmanaged, lookup: { kind: 'NOT_FOUND' } } as const
    const added = await addThirdParty(tx, scope, command)
    await meanwhile()
    return added.thirdpartyId
  })
}
const fold = () => runTask(t, 'thirdparties.fold-counts', foldCounts, {})

async function shown(office: Office, archived: boolean): Promise<number> {
  const answer = await t.call('GET', `${office.base}/thirdparties?size=1&archived=${archived}`, {
    token: office.token,
  })
  return answer.json<{ totalElements: number }>().totalElements
}

/** What the list shows, and what is there, both at one moment. */
async function compare({ accountId }: Office): Promise<{ summed: string; counted: string }> {
  const { rows } = await t.db.read(wholeAccount(accountId), (tx) =>
    sql<{ summed: string; counted: string }>`
      select (select coalesce(sum(total) filter (where not archived), 0) || ' and '
          || coalesce(sum(total) filter (where archived), 0) from portfolio_total where account_id = ${accountId}) as summed,
        (select count(*) filter (where archived_at is null) || ' and '
          || count(*) filter (where archived_at is not null) from thirdparty where account_id = ${accountId}) as counted`.execute(
      tx,
    ),
  )
  return rows[0]!
}

test('Two transactions that add to one portfolio do not wait for each other', async () => {
  const office = await t.given.office()
  await add(office)
  await fold()
  // The second begins and ends while the first is still open; were it to wait, neither would ever end.
  const ids = new Set<number>()
  ids.add(await add(office, async () => void ids.add(await add(office))))
  expect(ids.size).toBe(2)
  expect(await shown(office, false)).toBe(3)
})

test('A change that is being written is neither folded nor waited for', async () => {
  const office = await t.given.office()
  await add(office)
  await add(office, fold)
  expect(await shown(office, false)).toBe(2)
  const waiting = `select count(*)::int as n from portfolio_size_change where account_id = $1`
  expect((await t.admin.query(waiting, [office.accountId])).rows).toEqual([{ n: 1 }])
  await fold()
  expect((await t.admin.query(waiting, [office.accountId])).rows).toEqual([{ n: 0 }])
  expect(await shown(office, false)).toBe(2)
})

test('A transaction of one account cannot fold or read the counts of another', async () => {
  const [mine, theirs] = [await t.given.office(), await t.given.office()]
  await add(theirs)
  const seen = await t.db.write(mine, async (tx) => {
    const folded = await sql<{ n: number }>`select portfolio_fold(1000) as n`.execute(tx)
    const found = await tx.selectFrom('portfolio_total').select('total').execute()
    return [folded.rows[0]?.n, found]
  })
  expect(seen).toEqual([0, []])
})

type Act = 'add' | 'archive' | 'reactivate' | 'fold' | 'give up'

test('The count is exact at every moment, whatever is added, archived and folded at once', async () => {
  const office = await t.given.office()
  const act = (one: Act, id: number): Promise<unknown> => {
    const at = one === 'archive' ? sql<Date>`now()` : null
    if (one === 'fold') return fold()
    if (one === 'add') return add(office)
    if (one === 'give up')
      return add(office, () => Promise.reject(new Error('given up'))).catch(() => undefined)
    return t.db.write(office, (tx) =>
      tx.updateTable('thirdparty').set({ archived_at: at }).where('thirdparty_id', '=', id).execute(),
    )
  }
  const ids = [await add(office), await add(office), await add(office)]
  const acts = fc.constantFrom<Act>('add', 'archive', 'reactivate', 'fold', 'give up')
  const steps = fc.array(fc.tuple(acts, fc.nat({ max: ids.length - 1 })), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const working = Promise.all(all.map(([one, nth]) => act(one, ids[nth]!)))
      for (let look = 0; look < 3; look += 1) {
        const { summed, counted } = await compare(office)
        expect(summed).toBe(counted)
      }
      await working
      const { summed, counted } = await compare(office)
      expect(summed).toBe(counted)
    }),
    { numRuns: 40 },
  )
  await fold()
  const { summed } = await compare(office)
  expect(summed).toBe(`${await shown(office, false)} and ${await shown(office, true)}`)
})
