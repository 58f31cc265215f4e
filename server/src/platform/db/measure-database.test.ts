import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('The metrics tell how far each long migration is', async () => {
  await t.admin.query(`insert into long_migration (name, done, total, finished_at) values
    ('9001-over', 12, 10, now()), ('9002-more-than-counted', 12, 10, null), ('9003-half', 5, 10, null),
    ('9004-to-come', 0, null, null)`)
  const read = async () => (await t.call('GET', '/metrics')).body.match(/^vigie_long_migration_progress.*$/gm)
  await expect
    .poll(read, { timeout: 20_000 })
    .toEqual([
      'vigie_long_migration_progress{name="9001-over"} 1',
      'vigie_long_migration_progress{name="9002-more-than-counted"} 0.99',
      'vigie_long_migration_progress{name="9003-half"} 0.5',
      'vigie_long_migration_progress{name="9004-to-come"} 0',
    ])
})
