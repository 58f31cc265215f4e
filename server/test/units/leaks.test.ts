import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldEnvironment } from '../access/world.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { searchLeaks } from './search-leaks.ts'
import type { Plan } from './unit-histories.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: worldEnvironment })
})
afterAll(() => t.close())

/** A small history with every kind of move; leaks.proof.ts draws many. */
const history: Plan = {
  parents: [null, 0, null],
  companies: [[0], [2, 1], []],
  readers: [[0], [2]],
  moves: [
    { kind: 'company', of: 0, to: [2] },
    { kind: 'unit', of: 1, to: 2 },
    { kind: 'reader', of: 0, to: [1] },
    { kind: 'delete', of: 0, to: 1 },
  ],
}

test('No list, file, link, feed, search, mail or webhook tells of a company outside a sight in a short history', async () => {
  await expect(searchLeaks(t, history)).resolves.toBeUndefined()
})
