import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness/app.ts'
import { loadConfig } from '../config.ts'
import { openInvitations } from '../open-invitations.ts'
import { seedDemo, seedLock } from './seed-demo.ts'

test('A first start waits for another one that is creating the account, longer than a request would', async () => {
  const t = await testApp()
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
  await delay(2_500)
  await other.query(`insert into account (name) values ('Made elsewhere')`)
  await other.query('select pg_advisory_unlock($1)', [seedLock])
  expect(await seeded).toBeNull()
  other.release()
  await t.close()
  await rm(dataDir, { recursive: true })
})
