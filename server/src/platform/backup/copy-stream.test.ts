import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { copyOut } from './copy-stream.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

test('A connection answers on after a copy whose last rows came faster than they were taken', async () => {
  const large = 1_200_000
  for (let nth = 0; nth < 20; nth += 1) {
    let bytes = 0
    const taken = (rows: readonly Buffer[]) => {
      for (const row of rows) bytes += row.length
    }
    expect(await copyOut(client, `copy (select repeat('x', ${large})) to stdout`, taken)).toBe(1)
    expect(bytes).toBe(large + 1)
    expect(await copyOut(client, 'copy (select 1 union all select 2) to stdout', taken)).toBe(2)
  }
})

test('A copy that fails says why, and the connection answers on', async () => {
  await expect(copyOut(client, 'copy (select 1 / 0) to stdout', () => undefined)).rejects.toMatchObject({
    code: '22012',
  })
  expect(await copyOut(client, 'copy (select 1) to stdout', () => undefined)).toBe(1)
})
