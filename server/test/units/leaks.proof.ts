import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { worldEnvironment } from '../access/world.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { searchLeaks } from './search-leaks.ts'
import { plan } from './unit-histories.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: worldEnvironment })
})
afterAll(() => t.close())

test(
  'No list, file, link, feed, search, mail or webhook tells of a company outside a sight, whatever moves',
  { timeout: 900_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, (drawn) => searchLeaks(t, drawn)),
      { numRuns: 25, endOnFailure: true },
    )
  },
)
