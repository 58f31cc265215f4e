import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { keyCheckOf } from '../../src/database-runtime.ts'
import { openBackupTarget, runBackup } from '../../src/open-backup.ts'
import { createWorkerProbes } from '../../src/open-probes.ts'
import { createPool, openDatabase, Replica } from '../../src/platform/db/index.ts'
import { newObjectKey } from '../../src/platform/files/index.ts'
import { logDestination, type HttpApp } from '../../src/platform/http/index.ts'
import { enqueue, startWorker, type Worker } from '../../src/platform/jobs/index.ts'
import { createCheckpointSigner, updateCheckpoints } from '../../src/platform/journal/index.ts'
import { clockSteps, systemClock } from '../../src/platform/kernel/index.ts'
import { desk, type Desk } from '../dossiers/desk.ts'
import { fileDesk, somePicture } from '../files/file-desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { until } from '../product/processes.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { startPrometheus, type Prometheus } from './prometheus.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const nothing = () => undefined
const disk = mkdtempSync(path.join(tmpdir(), 'vigie-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=755', 'tmpfs', disk])
const copies = mkdtempSync(path.join(tmpdir(), 'vigie-alarm-copies-'))
const copying = {
  BACKUP_EVERY_HOURS: '1',
  VIGIE_BACKUP_KEY: 'a key for the copies of these tests, long enough',
}

let t: TestApp
let overloaded: TestApp
let d: Desk
let worker: Worker
let replica: Replica
const probes: HttpApp[] = []
let prometheus: Prometheus

/** A worker of the installation, with settings of its own. */
async function openWorkerProbes(settings: Record<string, string>): Promise<string> {
  const app = createWorkerProbes(loadConfig(settings), {
    db: { ...t.db, faults: t.db.faults, replica },
    store: t.store,
    worker,
    registry: new Registry(),
    publicUrl: 'http://vigie.test',
    log: { level: 'silent', stream: { write: () => undefined } },
  })
  probes.push(app)
  return new URL(await app.listen({ host: '127.0.0.1', port: 0 })).host
}

beforeAll(async () => {
  t = await testApp()
  // All of them are larger than that.
  overloaded = await testApp({ beside: t, environment: { SHED_MEMORY_MB: '128' } })
  d = await desk(t)
  const handlers = { 'statistics.refresh': () => Promise.reject(new Error('broken')) }
  worker = await startWorker({
    url: t.appUrl,
    handlers,
    schedule: [],
    concurrency: 1,
    log: quiet,
    clock: systemClock,
  })
  const gone = createPool({
    url: 'postgres://vigie@127.0.0.1:1/gone',
    max: 1,
    applicationName: 'vigie api reads',
  })
  replica = new Replica({ db: openDatabase(gone), maxLagMs: 1_000 })
  replica.follow(t.db)
  await makeOldCopy()
  const settings = { VIGIE_DATA_DIR: disk, BACKUP_TO: copies, ...copying }
  prometheus = await startPrometheus(
    [
      { job: 'vigie', address: new URL(await t.listen()).host },
      { job: 'vigie-shed', address: new URL(await overloaded.listen()).host },
      { job: 'vigie-worker', address: await openWorkerProbes(settings) },
      {
        job: 'vigie-uncopied',
        address: await openWorkerProbes({ BACKUP_TO: '/nowhere/at/all', ...copying }),
      },
    ],
    [['vigie_db_oldest_transaction_seconds) > 600', 'vigie_db_oldest_transaction_seconds) > 2']],
  )
  await until('all targets', async () => (await prometheus.ask('sum(up)')) === 4)
}, 180_000)
afterAll(async () => {
  await prometheus.stop()
  for (const app of probes) await app.close()
  await replica.close()
  await overloaded.close()
  await t.close()
  execFileSync('umount', ['-l', disk])
  for (const folder of [disk, copies]) rmSync(folder, { recursive: true, force: true })
})

/** Of an installation that misses a file, and by a clock of three days ago. */
async function makeOldCopy(): Promise<void> {
  const config = loadConfig({ VIGIE_DATA_DIR: path.join(copies, 'data'), BACKUP_TO: copies, ...copying })
  mkdirSync(path.join(copies, 'data', 'files'), { recursive: true })
  await t.admin.query('insert into installation_key (key_check) values ($1)', [keyCheckOf(t.secretKey)])
  const { documents } = await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
  const [documentId = 0] = Object.values(documents)
  await givenAnswer(t, { accountId: d.accountId, documentId, objectKey: newObjectKey(d.accountId) })
  const target = await openBackupTarget(config, undefined, { create: true })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 86_400_000 })
  try {
    const { adminUrl, secretKey } = t
    await runBackup(config, target, { adminUrl, secretKey, withKeys: false })
  } finally {
    vi.useRealTimers()
    target.place.close()
  }
}

const asSuperuser = (text: string) =>
  t.admin.query(`set session_replication_role = replica; ${text}; reset session_replication_role`)

const expectAlarm: Prometheus['expectAlarm'] = (alert, cause) => prometheus.expectAlarm(alert, cause)

describe('Faults of the installation make their alarms ring', { shuffle: false }, () => {
  test('Copies that are old, lack a file, or are nowhere, and a replica that is not heard of', async () => {
    await expectAlarm('VigieBackupOld')
    await expectAlarm('VigieBackupIncomplete')
    await expectAlarm('VigieBackupMissing')
    await expectAlarm('VigieMetricsMissing')
    await expectAlarm('VigieReplicaLate')
  }, 120_000)

  test('Jobs that fail for good, wait too long, or are never started', async () => {
    const add = (task: 'statistics.refresh' | 'files.delete', payload: object) =>
      t.db.system((tx) => enqueue(tx, task, payload as never, { maxAttempts: 1 }))
    await expectAlarm('VigieJobsFailed', () => add('statistics.refresh', { accountId: d.accountId }))
    await add('files.delete', { accountId: d.accountId, keys: [] })
    await expectAlarm('VigieRetentionLate')
    await expectAlarm('VigieJobsLate', () =>
      t.admin.query(
        `update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where attempts = 0`,
      ),
    )
    await expectAlarm('VigieScheduleStill', () =>
      t.admin.query(
        `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
         values ('alerts.run', now() - interval '1 day', now() - interval '1 hour')`,
      ),
    )
  }, 120_000)

  test('A journal without a checkpoint, and one that contradicts its last', async () => {
    const { accountId } = d
    const keeping = { signer: createCheckpointSigner(new Uint8Array(32).fill(1)), folder: copies }
    const sign = () => updateCheckpoints(t.db, keeping, { accountIds: [accountId], log: quiet })
    await expectAlarm('VigieCheckpointMissing', () =>
      asSuperuser(
        `update event set occurred_at = occurred_at - interval '3 hours' where account_id = ${accountId} and seq = 1`,
      ),
    )
    await sign()
    await asSuperuser(
      `update event set hash = sha256('x') where account_id = ${accountId}
       and seq = (select seq from journal_head where account_id = ${accountId})`,
    )
    await expectAlarm('VigieJournalContradicted', sign)
  }, 120_000)

  test('A file that is gone, and a disk with little room', async () => {
    const files = await fileDesk(t)
    const { path: place } = await files.answer('NDA', [{ name: 'a.png', content: somePicture() }])
    const { rows } = await t.admin.query<{ object_key: string }>(
      'select object_key from evidence where account_id = $1',
      [files.accountId],
    )
    for (const { object_key: key } of rows) await t.store.delete(key)
    await expectAlarm('VigieFileDamaged', async () => expect((await files.get(place)).statusCode).toBe(500))
    await expectAlarm('VigieDiskFull', () =>
      writeFileSync(path.join(disk, 'filler'), Buffer.alloc(3_900_000)),
    )
  }, 120_000)

  test('A program that fails, and one that is at its limits', async () => {
    await t.admin.query('alter table saved_view rename to saved_view_away')
    await expectAlarm('VigieInternalErrors', async () =>
      expect((await d.get('/saved-views')).statusCode).toBe(500),
    )
    await t.admin.query('alter table saved_view_away rename to saved_view')
    await expectAlarm('VigieLoadShed', async () => {
      await expect.poll(async () => (await overloaded.call('GET', '/problems')).statusCode).toBe(503)
      for (let nth = 0; nth < 30; nth += 1) await overloaded.call('GET', '/problems')
    })
    const enough = new AbortController()
    const work = async () => {
      while (!enough.signal.aborted) {
        const end = performance.now() + 400
        while (performance.now() < end);
        await delay(1)
      }
    }
    const working = work()
    await expectAlarm('VigieOverloaded')
    enough.abort()
    await working
    let weight: Buffer | null = Buffer.alloc(1_100_000_000, 1)
    await expectAlarm('VigieMemoryGrows')
    expect(weight.length).toBeGreaterThan(0)
    weight = null
  }, 180_000)

  test('Connections that are all in use, locks that are waited for, a transaction without end', async () => {
    let release: () => void = nothing
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holders = Array.from({ length: 10 }, () =>
      t.db.system(async (tx) => {
        await sql`select 1`.execute(tx)
        await held
      }),
    )
    const waiting = Array.from({ length: 25 }, () => t.db.system((tx) => sql`select 1`.execute(tx)))
    await expectAlarm('VigieTooFewConnections')
    release()
    await Promise.all([...holders, ...waiting])
    const clients = await Promise.all(
      Array.from({ length: 13 }, async () => {
        const client = new pg.Client({ connectionString: t.appUrl })
        await client.connect()
        return client
      }),
    )
    const [holder, ...others] = clients
    await holder?.query('begin; select pg_advisory_xact_lock(77)')
    const locking = others.map((client) => client.query('select pg_advisory_xact_lock(77)'))
    await expectAlarm('VigieLocksWaiting')
    await expectAlarm('VigieLongTransaction')
    await holder?.query('commit')
    await Promise.all(locking)
    await Promise.all(clients.map((client) => client.end()))
  }, 180_000)

  test('A log that takes no line, a clock that was set, a copy in quarantine', async () => {
    const full = logDestination({ file: '/dev/full' })
    await expectAlarm('VigieLogLinesLost', () => {
      for (let nth = 0; nth < 3; nth += 1) full.write(`${'x'.repeat(3_000_000)}\n`)
    })
    await expectAlarm('VigieClockSet', () => {
      // An hour ahead, and at once back again.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      clockSteps.look()
      vi.useRealTimers()
      clockSteps.look()
    })
    await expectAlarm('VigieClockSetBack')
    await expectAlarm('VigieQuarantine', () =>
      t.admin.query('insert into quarantine (copy_taken_at, restored_at) values (now(), now())'),
    )
    await t.admin.query('delete from quarantine')
  }, 120_000)

  test('A worker that takes no jobs, and an installation without any', async () => {
    await expectAlarm('VigieWorkerIdle', () => worker.stop())
    await expectAlarm('VigieNoWorker')
  }, 120_000)
})
