import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertStatement, newAccount, sampleRows } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import { wholeAccount, type Scope } from '../kernel/index.ts'
import { openDatabase } from './database.ts'
import { createPool } from './pool.ts'
import { beforeCommit, type ReadTx, type Tx } from './transaction.ts'

let database: TestDatabase
let scope: Scope
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scope = await newAccount(database)
})

const rename = (tx: Tx, name: string, accountId = scope.accountId) =>
  tx.updateTable('account').set({ name }).where('account_id', '=', accountId).execute()
const fail = (tx: Tx, state: string) =>
  sql.raw(`do $$ begin raise exception 'made to fail' using errcode = '${state}'; end $$`).execute(tx)

async function nameOf(accountId = scope.accountId): Promise<string> {
  const { rows } = await database.admin.query<{ name: string }>(
    'select name from account where account_id = $1',
    [accountId],
  )
  return rows[0]!.name
}

async function addMail(): Promise<void> {
  await database.admin.query(insertStatement('mail', sampleRows['mail']!(scope.accountId, 1)))
}

describe('Writes', () => {
  test('A write that returns is committed', async () => {
    expect(await database.db.write(scope, (tx) => rename(tx, 'kept').then(() => 42))).toBe(42)
    expect(await nameOf()).toBe('kept')
  })

  test('A write that throws leaves nothing, and its own error comes out', async () => {
    const mine = new Error('mine')
    const work = database.db.write(scope, async (tx) => {
      await rename(tx, 'lost')
      throw mine
    })
    await expect(work).rejects.toBe(mine)
    expect(await nameOf()).toBe('Test account')
  })

  test('A write that swallows the error of a statement is not reported as committed', async () => {
    const work = database.db.write(scope, async (tx) => {
      await rename(tx, 'lost')
      await fail(tx, 'P0001').catch(() => undefined)
      return 'all well'
    })
    await expect(work).rejects.toThrow('nothing was kept')
    expect(await nameOf()).toBe('Test account')
  })

  test('A write needs an account', () => {
    const nobody = { accountId: Number.NaN }
    expect(() => database.db.write(wholeAccount(nobody.accountId), () => Promise.resolve())).toThrow(
      'without an account',
    )
    expect(() => database.db.read(wholeAccount(nobody.accountId), () => Promise.resolve())).toThrow(
      'without an account',
    )
  })
})

describe('Reads', () => {
  test('A read cannot write', async () => {
    const work = database.db.read(scope, (tx) => rename(tx as Tx, 'lost'))
    await expect(work).rejects.toMatchObject({ code: '25006' })
    expect(await nameOf()).toBe('Test account')
  })

  test('A read gives ids and counts as numbers, and dates as they are written', async () => {
    const row = await database.db.read(scope, (tx) =>
      sql`select 9007199254740991::bigint as id, '{1,2}'::bigint[] as ids, '{}'::bigint[] as none,
            date '2026-03-29' as day, timestamptz '2026-03-29T01:00:00.123Z' as moment`.execute(tx),
    )
    expect(row.rows).toEqual([
      {
        id: 9_007_199_254_740_991,
        ids: [1, 2],
        none: [],
        day: '2026-03-29',
        moment: new Date('2026-03-29T01:00:00.123Z'),
      },
    ])
  })
})

describe('Conflicts', () => {
  test.each(['40001', '40P01'])(
    'A write in state %s is tried three times and then given up',
    async (state) => {
      let attempts = 0
      const work = database.db.write(scope, async (tx) => {
        attempts += 1
        await rename(tx, 'lost')
        await fail(tx, state)
      })
      await expect(work).rejects.toMatchObject({ code: 'WRITE_CONFLICT', status: 409 })
      expect(attempts).toBe(3)
      expect(await nameOf()).toBe('Test account')
    },
  )

  test('A write that succeeds at the third try is committed once', async () => {
    let attempts = 0
    await addMail()
    await database.db.write(scope, async (tx) => {
      attempts += 1
      await tx
        .updateTable('mail')
        .set({ attempts: sql`attempts + 1` })
        .execute()
      if (attempts < 3) await fail(tx, '40001')
    })
    const { rows } = await database.admin.query('select attempts from mail where account_id = $1', [
      scope.accountId,
    ])
    expect(rows).toEqual([{ attempts: 1 }])
  })

  test('Other errors are not retried', async () => {
    let attempts = 0
    const work = database.db.write(scope, (tx) => {
      attempts += 1
      return fail(tx, '23505')
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(attempts).toBe(1)
  })

  test('Two writes that deadlock both end', async () => {
    const other = await newAccount(database)
    let rounds = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => (meet = resolve))
    const crossing = (first: number, second: number) =>
      database.db.system(async (tx) => {
        await rename(tx, 'first', first)
        rounds += 1
        if (rounds === 2) meet()
        await met
        await rename(tx, 'second', second)
      })
    await Promise.all([
      crossing(scope.accountId, other.accountId),
      crossing(other.accountId, scope.accountId),
    ])
    // One of them was ended and began again; on a busy machine it may meet the other a second time.
    expect(rounds).toBeGreaterThanOrEqual(3)
  })

  test('A lock that is not granted in time ends the write', async () => {
    const impatient = openDatabase(testPool({ url: database.appUrl, max: 1, lockTimeoutMs: 50 }))
    const holder = await database.admin.connect()
    try {
      await holder.query('begin')
      await holder.query('select from account where account_id = $1 for update', [scope.accountId])
      const work = impatient.write(scope, (tx) => rename(tx, 'lost'))
      await expect(work).rejects.toMatchObject({ code: 'WRITE_CONFLICT' })
    } finally {
      await holder.query('rollback')
      holder.release()
      await impatient.close()
    }
  })

  test('A service waits two seconds for a lock, five for a statement and ten for itself, unless told otherwise', async () => {
    const byDefault = { url: database.appUrl, max: 1, applicationName: 'vigie test' }
    const db = openDatabase(createPool({ ...byDefault, connectTimeoutMs: 20_000 }))
    const { rows } = await db.write(scope, (tx) =>
      sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx),
    )
    expect(rows).toEqual([{ lock: '2s', statement: '5s', idle: '10s' }])
    await db.close()
  })
})

describe('Lost connections', () => {
  test('An exhausted pool answers after two seconds unless told otherwise, and serves again', async () => {
    const pool = createPool({ url: database.appUrl, max: 1, applicationName: 'vigie test' })
    expect(pool.options.connectionTimeoutMillis).toBe(2_000)
    pool.options.connectionTimeoutMillis = 20_000
    const db = openDatabase(pool)
    let free = () => {}
    const held = new Promise<void>((resolve) => (free = resolve))
    let taken = () => {}
    const isTaken = new Promise<void>((resolve) => (taken = resolve))
    const holding = db.read(scope, () => {
      taken()
      return held
    })
    await isTaken
    // Its one connection is made, so that nothing is in a hurry but the request below.
    pool.options.connectionTimeoutMillis = 50
    const refused = db.read(scope, () => Promise.resolve()).catch((error: unknown) => error)
    expect(db.waiting).toBe(1)
    expect(await refused).toMatchObject({ code: 'DATABASE_UNAVAILABLE', status: 503 })
    free()
    await holding
    expect(await db.read(scope, () => Promise.resolve('served'))).toBe('served')
    await db.close()
  })

  test('A server that is down is reported as such', async () => {
    const url = 'postgres://vigie_app:x@127.0.0.1:1/vigie'
    const db = openDatabase(createPool({ url, max: 1, applicationName: 'vigie test' }))
    await expect(db.system(() => Promise.resolve())).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await db.close()
  })

  test('A connection that is given back twice is given back once', async () => {
    const pool = createPool({ url: database.appUrl, max: 1, applicationName: 'vigie test' })
    const giveBack = await new Promise<() => void>((resolve) =>
      pool.connect((_error, _client, done) => resolve(done)),
    )
    giveBack()
    expect(giveBack).not.toThrow()
    const { rows } = await pool.query<{ one: number }>('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  const broken = async (tx: ReadTx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await database.admin.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
    await sql`select 1`.execute(tx)
  }
  test.each([
    ['read', () => database.db.read(scope, broken)],
    ['write', () => database.db.write(scope, broken)],
  ])('A connection lost in a %s is reported as such, and the next works', async (_kind, work) => {
    await expect(work()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(await database.db.read(scope, () => Promise.resolve('well'))).toBe('well')
  })
})

describe('Hooks before the commit', () => {
  test('Hooks run after the work, the last ones after all others, including those that hooks add', async () => {
    const order: string[] = []
    const step = (name: string) => () => {
      order.push(name)
      return Promise.resolve()
    }
    await database.db.write(scope, async (tx) => {
      beforeCommit(tx, step('last'), 'last')
      beforeCommit(tx, async () => {
        await step('early')()
        beforeCommit(tx, step('added'))
        beforeCommit(tx, step('last of all'), 'last')
      })
      await rename(tx, 'hooked')
      await step('work')()
    })
    expect(order).toEqual(['work', 'early', 'added', 'last', 'last of all'])
  })

  test('A hook that throws undoes the work', async () => {
    const work = database.db.write(scope, async (tx) => {
      await rename(tx, 'lost')
      beforeCommit(tx, () => Promise.reject(new Error('hook')))
    })
    await expect(work).rejects.toThrow('hook')
    expect(await nameOf()).toBe('Test account')
  })

  test('Hooks do not run when the work throws', async () => {
    let ran = false
    const work = database.db.write(scope, (tx) => {
      beforeCommit(tx, () => {
        ran = true
        return Promise.resolve()
      })
      return Promise.reject(new Error('no'))
    })
    await expect(work).rejects.toThrow('no')
    expect(ran).toBe(false)
  })
})
