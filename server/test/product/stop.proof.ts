import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isOpen, sendHalf } from './half-sent.ts'
import { isAlive, postmasterPid, until } from './processes.ts'
import {
  adminUrlOf,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  type Product,
} from './product.ts'
import { patientAttempt, type Target } from './writers.ts'

let dataDir = ''
let product: Product
let target: Target

// One folder for both: what the first leaves behind must not disturb the second either.
beforeAll(async () => {
  dataDir = await freshFolder()
})

beforeEach(async () => {
  product = await startProduct({ dataDir })
  const credentials = await demoCredentials(dataDir)
  const token = await fetchToken(product.baseUrl, credentials)
  target = { baseUrl: product.baseUrl, accountId: credentials.accountId, token }
}, 240_000)

afterEach(async () => {
  if (!product.hasExited()) await product.stop('SIGKILL')
}, 180_000)

afterAll(() => removeFolder(dataDir), 60_000)

async function postgresProcesses(): Promise<number[]> {
  const client = new pg.Client({ connectionString: await adminUrlOf(dataDir) })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  await client.end()
  const postmaster = await postmasterPid(dataDir)
  return [...(postmaster === undefined ? [] : [postmaster]), ...rows.map(({ pid }) => pid)]
}

async function expectCleanEnd(processes: readonly number[]): Promise<void> {
  expect(await product.exited).toEqual({ code: 0, signal: null })
  expect(product.output()).toContain('Stopped.')
  expect(processes.filter(isAlive)).toEqual([])
  expect(await postmasterPid(dataDir)).toBeUndefined()
}

// A lock would be given up after two seconds, which is not long on a busy machine.
const held = `
  create table public.released ();
  create function public.wait_for_release() returns trigger language plpgsql security definer as $$
    begin
      while not exists (select from public.released) loop perform pg_sleep(0.02); end loop;
      return null;
    end $$;
  create trigger held before insert on vigie.thirdparty execute function public.wait_for_release()`
const asBefore = 'drop function public.wait_for_release() cascade; drop table public.released'

test('SIGTERM lets a waiting write finish, refuses newcomers and stops PostgreSQL', async () => {
  const processes = await postgresProcesses()
  const holder = new pg.Client({ connectionString: await adminUrlOf(dataDir) })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query(held)
  const answer = patientAttempt(target, { duns: '300000001', key: 'slow-one' })
  await until('the write to wait', async () => {
    const { rowCount } = await holder.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
    return (rowCount ?? 0) > 0
  })
  product.signal('SIGTERM')
  await until('the door to close', async () => !(await isOpen(product.port)))
  expect(product.hasExited()).toBe(false)
  await holder.query('insert into public.released default values')
  expect(await answer).toMatchObject({ status: 201 })
  await holder.query(asBefore)
  await holder.end()
  await expectCleanEnd(processes)
}, 180_000)

test('SIGINT twice, as npm and a terminal send it, lets a half-sent request finish, then ends cleanly', async () => {
  const processes = await postgresProcesses()
  const finish = await sendHalf(target)
  product.signal('SIGINT')
  product.signal('SIGINT')
  await until('the door to close', async () => !(await isOpen(product.port)))
  product.signal('SIGINT')
  const answer = await finish()
  expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close'])
  await expectCleanEnd(processes)

  product = await startProduct({ dataDir })
  expect(product.output()).not.toContain('interrupted run')
}, 180_000)
