import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { compileOnce } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const eventNames = compileOnce((db, from: number, name: string, to: number) =>
  db
    .selectFrom('event_type')
    .select('name')
    .where('code', '<=', to)
    .where('code', '>=', from)
    .where('name', '<>', name)
    .orderBy('code'),
)

test('A statement compiled once takes its values by parameter names, anew at each call', async () => {
  const ask = (from: number, name: string, to: number) =>
    database.db.system((tx) => eventNames(tx, from, name, to))
  const all = await ask(0, '', 10_000)
  const [first, second, ...rest] = all
  expect(rest).not.toEqual([])
  expect(await ask(0, second?.name ?? '', 10_000)).toEqual([first, ...rest])
  expect(await ask(10_000, '', 0)).toEqual([])
})

test('A statement with a literal value of its own is refused when it is compiled, not when it runs', () => {
  expect(() =>
    compileOnce((db, from: number) =>
      db.selectFrom('event_type').select('name').where('code', '>=', from).limit(5),
    ),
  ).toThrow('takes every value from its parameters')
})
