import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness/app.ts'
import { loadConfig } from '../config.ts'
import { openInvitations } from '../open-invitations.ts'
import { seedDemo, seedLock } from './seed-demo.ts'

test('A first start waits for another one that is creating the account, longer than a request would', async () => {
  const requestWaitsMs = 50
  const t = await testApp({ lockTimeoutMs: requestWaitsMs })
  const { db, admin, store, secretKey } = t
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-seed-'))
  const other = await admin.connect()
  await other.query('select pg_advisory_lock($1)', [seedLock])
  const deps = {
    db,
    dataDir,
    baseUrl: 'http://vigie.test',
    extent: 'portfolio',
    onProgress: () => {},
    store,
    invitations: openInvitations({ config: loadConfig({}), publicUrl: 'http://vigie.test', secretKey }),
  } as const
  const seeded = seedDemo(deps).catch((error: unknown) => error)
  const patient = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and clock_timestamp() - query_start > make_interval(secs => $1)`
  await expect.poll(async () => (await admin.query(patient, [(4 * requestWaitsMs) / 1_000])).rowCount).toBe(1)
  await other.query(`insert into account (name) values ('Made elsewhere')`)
  await other.query('select pg_advisory_unlock($1)', [seedLock])
  expect(await seeded).toBeNull()
  other.release()
  await t.close()
  await rm(dataDir, { recursive: true })
})
