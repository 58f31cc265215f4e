import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { pidOf, untilWaiting } from '../../../test/harness/queue-behind.ts'
import { companiesCsv } from '../../../test/imports/companies.ts'
import type { ImportWorkerOptions } from '../../../test/imports/worker-process.ts'
import { compileProcess } from '../../../test/jobs/compile.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { getImport } from './imports.queries.ts'
import { receiveImport } from './receive-import.ts'

const rows = 6_000
// In the batch after this row: while the file is read, and twice while companies are added.
const deaths = [
  { state: 'VALIDATING', row: 2_000 },
  { state: 'RUNNING', row: 0 },
  { state: 'RUNNING', row: 2_000 },
]
const deathLock = 4_711
const times = { renewMs: 300, leaseMs: 1_500, sweepMs: 300, pollMs: 200 }
const patience = { timeout: 120_000, interval: 5 }

let database: TestDatabase
let compiled: Awaited<ReturnType<typeof compileProcess>>
let folder: string
let worker: ChildProcess | undefined
beforeAll(async () => {
  compiled = await compileProcess('test/imports/worker-process.ts')
  database = await testDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-killed-'))
  await database.admin.query(`
    create function wait_for_death() returns trigger language plpgsql as $$
      begin
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock(${deathLock});
        return new;
      end $$`)
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await database.close()
  await compiled.remove()
  await rm(folder, { recursive: true, force: true })
})

function startChild(): ChildProcess {
  const options: ImportWorkerOptions = { url: database.appUrl, times }
  const args = [compiled.script, JSON.stringify(options)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function receive(scope: Scope): Promise<number> {
  const csv = companiesCsv(rows)
  const file = path.join(folder, 'companies.csv')
  await writeFile(file, csv)
  const command = { path: file, byteCount: csv.length, format: 'CSV', dryRun: false } as const
  const { importId } = await database.db.write(scope, (tx) =>
    receiveImport(tx, scope, { ...command, onDuplicate: 'skip', limits: { maxWaiting: 1 } }),
  )
  return importId
}

/** Lets a worker come so far that it has written a batch and is about to count it. */
async function killWorkerAt({ state, row }: (typeof deaths)[number]): Promise<void> {
  const done = state === 'RUNNING' ? 'position' : 'last_row'
  await database.admin.query(`
    create trigger wait_for_death before update on portfolio_import for each row
    when (old.state = '${state}' and old.${done} > ${row}) execute function wait_for_death()`)
  const holder = await database.admin.connect()
  await holder.query('select pg_advisory_lock($1)', [deathLock])
  worker = startChild()
  await untilWaiting(database, 1, await pidOf(holder))
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await holder.query('select pg_advisory_unlock($1)', [deathLock])
  holder.release()
  await database.admin.query('drop trigger wait_for_death on portfolio_import')
}

test(
  'An import whose worker is killed again and again adds every row once',
  { timeout: 240_000 },
  async () => {
    const scope = await newAccount(database)
    const importId = await receive(scope)
    const state = () => database.db.read(scope, (tx) => getImport(tx, scope, importId))
    for (const death of deaths) {
      await killWorkerAt(death)
      expect(await state()).toMatchObject({ state: death.state })
      const { rows: counted } = await database.admin.query<{ companies: number; events: number }>(
        `select (select count(*) from thirdparty where account_id = $1)::int as companies,
         (select count(*) from event where account_id = $1)::int as events`,
        [scope.accountId],
      )
      // Whole batches with their events and their count, at every death.
      const { added } = await state()
      expect(counted).toEqual([{ companies: added, events: added }])
    }
    worker = startChild()
    await vi.waitFor(async () => expect((await state()).state).toBe('DONE'), patience)
    expect(await state()).toMatchObject({ rows, added: rows, duplicates: 0, invalid: 0 })
    const { rows: found } = await database.admin.query<{ codes: number; jobs: number; events: number }>(
      `select (select count(distinct code) from thirdparty where account_id = $1)::int as codes,
       (select count(*) from graphile_worker._private_jobs where payload ->> 'thirdpartyId' is not null)::int as jobs,
       (select count(distinct resource_id) from event where account_id = $1)::int as events`,
      [scope.accountId],
    )
    expect(found).toEqual([{ codes: rows, jobs: rows, events: rows }])
    expect(await database.db.read(scope, (tx) => verifyJournal(tx, scope))).toMatchObject({
      intact: true,
      events: rows,
    })
  },
)
