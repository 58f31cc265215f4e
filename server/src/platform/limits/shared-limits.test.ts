import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { countInDatabase, purgeSharedLimits } from './count-in-database.ts'
import { uncountedShare } from './share.ts'
import { SharedLimits, type Buckets } from './shared-limits.ts'
import { SharedPlaces } from './shared-places.ts'
import type { Rate } from './token-bucket.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const secret = Buffer.alloc(32, 1)
const hour = 3_600
const start = () => new SharedLimits({ together: countInDatabase(database.db), secret })
const countAllowed = async (buckets: Buckets, times: number, key = 'somebody') => {
  const results = await Promise.all(Array.from({ length: times }, async () => buckets.take(key)))
  return results.filter(({ allowed }) => allowed).length
}

test.each([
  ['small', 10],
  ['middling', 40],
  ['large', 640],
])('A %s limit holds for two processes together, and goes on after a restart', async (name, burst) => {
  const rate = { perSecond: 1 / hour, burst }
  const [one, two] = [start(), start()]
  const share = uncountedShare(rate)
  const both = await Promise.all(
    [one, two].map((limits) => countAllowed(limits.buckets(name, rate), burst * 2)),
  )
  const passed = both.reduce((sum, count) => sum + count, 0)
  expect(passed).toBeLessThanOrEqual(burst + 2 * share)
  // What one of them holds ahead for a second is not the other's.
  expect(passed).toBeGreaterThanOrEqual(burst - 2 * 2 * share)
  if (share === 0) expect(passed).toBe(burst)
  await Promise.all([one.stop(), two.stop()])
  const again = start()
  expect(await countAllowed(again.buckets(name, rate), burst * 2)).toBeLessThanOrEqual(4 * share)
  // Another subject, and another limit of the same subject, have their own.
  expect((await again.buckets(name, rate).take('another')).allowed).toBe(true)
  expect((await again.buckets(`${name} of another kind`, rate).take('somebody')).allowed).toBe(true)
  await again.stop()
})

test('A clock that is set back shuts nobody out', async () => {
  const key = Buffer.alloc(16, 9)
  const wish = async (asOf: string) => {
    const { rows } = await database.db.system((tx) =>
      sql<{ granted: number }>`select granted from count_rates(array[${key}]::bytea[], array[60000]::float8[],
        array[10], array[0], array[10], now() + ${asOf}::interval)`.execute(tx),
    )
    return rows[0]?.granted
  }
  expect(await wish('1 day')).toBe(10)
  expect(await wish('1 day')).toBe(0)
  // What was used stays used; a minute later there is one more, by whichever clock.
  expect(await wish('0 s')).toBe(0)
  expect(await wish('1 min')).toBe(1)
})

test('A request within the share of its process costs no statement', async () => {
  let asked = 0
  const counted = countInDatabase(database.db)
  const together: typeof counted = (requests) => {
    asked += 1
    return counted(requests)
  }
  const limits = new SharedLimits({ together, secret })
  const buckets = limits.buckets('quiet', { perSecond: 100, burst: 640 })
  for (let nth = 0; nth < 9; nth += 1) expect(buckets.take(`caller ${nth}`)).toMatchObject({ allowed: true })
  expect(asked).toBe(0)
  await limits.stop()
  // All that was used is told at once.
  expect(asked).toBe(1)
})

test('A refusal says how long to wait, and costs the subject nothing', async () => {
  const limits = start()
  const buckets = limits.buckets('waiting', { perSecond: 1 / 60, burst: 2 })
  expect(await countAllowed(buckets, 2)).toBe(2)
  const refused = await buckets.take('somebody')
  expect(refused).toMatchObject({ allowed: false, remaining: 0 })
  expect(refused.seconds).toBeGreaterThan(50)
  expect(refused.seconds).toBeLessThanOrEqual(60)
  buckets.giveBack('somebody')
  await limits.stop()
  expect(await countAllowed(start().buckets('waiting', { perSecond: 1 / 60, burst: 2 }), 5)).toBe(1)
})

test('Without a database each process counts for itself', async () => {
  const limits = new SharedLimits({ together: () => Promise.reject(new Error('gone')), secret })
  const buckets = limits.buckets('alone', { perSecond: 1 / hour, burst: 3 })
  expect(await countAllowed(buckets, 10)).toBe(3)
  expect(limits.isAlone).toBe(true)
})

test('The database counts as the arithmetic of shares wants it', async () => {
  const key = Buffer.alloc(16, 7)
  const rate: Rate = { perSecond: 2, burst: 10 }
  const count = async (charge: number, wish: number, second: number) => {
    const { rows } = await database.db.system((tx) =>
      sql<{ granted: number; room: number }>`
        select granted, room from count_rates(${[key]}::bytea[], array[500::float8], array[10], ${[charge]}::integer[],
          ${[wish]}::integer[], ${new Date(Date.UTC(2026, 0, 1, 0, 0, second))})`.execute(tx),
    )
    return [rows[0]?.granted, Math.round((rows[0]?.room ?? 0) * 100) / 100]
  }
  expect(rate.burst).toBe(10)
  expect(await count(0, 4, 0)).toEqual([4, 6])
  expect(await count(3, 0, 0)).toEqual([0, 3])
  expect(await count(0, 9, 0)).toEqual([3, 0])
  // A debt is kept, and refilled like anything else.
  expect(await count(4, 0, 0)).toEqual([0, -4])
  expect(await count(0, 9, 1)).toEqual([0, -2])
  expect(await count(0, 9, 3)).toEqual([2, 0])
  expect(await count(-5, 0, 3)).toEqual([0, 5])
  expect(await count(0, 20, 60)).toEqual([10, 0])
})

test('Only so many places are taken at once in all processes, and one that is left is free', async () => {
  const limits = { name: 'exports', perSubject: 3 }
  const [one, two] = [0, 1].map(() => new SharedPlaces({ db: database.db, secret }).places(limits))
  if (!one || !two) throw new Error('Both are there.')
  const taken = await Promise.all([one, two, one, two, one].map((places) => places.take('5')))
  const held = taken.filter((leave) => leave !== null)
  expect(held).toHaveLength(3)
  expect(await two.take('5')).toBeNull()
  expect(await two.take('6')).not.toBeNull()
  held[0]?.()
  held[0]?.()
  await expect.poll(async () => (await two.take('5')) !== null).toBe(true)
  expect(await one.take('5')).toBeNull()
})

test('The places of a process that dies are free when its lease is over, those of one that lives are not', async () => {
  const limits = { name: 'archives', perSubject: 1 }
  const other = new SharedPlaces({ db: database.db, secret }).places(limits)
  await new SharedPlaces({ db: database.db, secret }).places(limits).take('dead')
  expect(await other.take('dead')).toBeNull()
  await database.admin.query('update place_lease set until = now()')
  expect(await other.take('dead')).not.toBeNull()

  await database.admin.query('delete from place_lease')
  const living = new SharedPlaces({ db: database.db, secret, leaseMs: 200 })
  await living.places(limits).take('alive')
  const ends = async () => {
    const { rows } = await database.admin.query<{ until: Date }>('select until from place_lease')
    return rows.map(({ until }) => until.getTime())
  }
  const first = await ends()
  await expect.poll(async () => (await ends())[0]).toBeGreaterThan(first[0] ?? 0)
  await living.stop()
  expect(await ends()).toEqual([])
})

test('A place that is kept is taken again without asking', async () => {
  const keeper = new SharedPlaces({ db: database.db, secret })
  const places = keeper.places({ name: 'readers', perSubject: 2, keeps: true })
  const leave = await places.take('5')
  leave?.()
  const { rows: before } = await database.admin.query('select lease_id from place_lease order by lease_id')
  const again = await places.take('5')
  expect(again).not.toBeNull()
  const { rows: after } = await database.admin.query('select lease_id from place_lease order by lease_id')
  expect(after).toEqual(before)
  again?.()
  await keeper.stop()
})

test('What is whole again, and what nobody holds, is purged', async () => {
  const old = "now() - interval '1 hour'"
  await database.admin.query(
    `insert into rate_count (key, full_at, counted_at) values (decode(repeat('aa', 16), 'hex'), ${old}, ${old})`,
  )
  await database.admin.query(
    `insert into place_lease (lease_id, key, until) values (gen_random_uuid(), decode(repeat('aa', 16), 'hex'), ${old})`,
  )
  await database.db.system((tx) => purgeSharedLimits(tx))
  const { rows } = await database.admin.query(
    `select from rate_count where full_at < ${old} + interval '1 second'
     union all select from place_lease where until < ${old} + interval '1 second'`,
  )
  expect(rows).toHaveLength(0)
})
