import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { countInDatabase, SharedLimits } from '../../../platform/limits/index.ts'
import { createOutbound } from './index.ts'

let database: TestDatabase
let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  response.end('{"name":"A"}')
})
beforeAll(async () => {
  database = await testDatabase()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.close()
})

test('Two processes together ask a register no more often than it allows', async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const schema = Type.Object({ name: Type.String() })
  const processes = [0, 1].map(() =>
    createOutbound({
      name: 'toy',
      baseUrl,
      perSecond: 0.001,
      burst: 3,
      limits: new SharedLimits({ together: countInDatabase(database.db) }),
    }),
  )
  const answers = await Promise.all(
    processes.flatMap((each) => ['a', 'b', 'c'].map((path) => each.ask({ path, schema }))),
  )
  expect(answers.filter(({ kind }) => kind === 'OK')).toHaveLength(3)
  expect(asked).toBe(3)
  const refused = answers.find(({ kind }) => kind === 'UNAVAILABLE')
  expect(refused).toMatchObject({ reason: 'toy: its rate is used up' })
})
