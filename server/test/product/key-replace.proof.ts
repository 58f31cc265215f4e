import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { keyCheckOf } from '../../src/database-runtime.ts'
import { deriveKey, seal, unseal } from '../../src/domain/accounts/index.ts'
import { createProviderSecrets } from '../../src/domain/datahub/index.ts'
import { createEndpointSecrets } from '../../src/domain/webhooks/index.ts'
import { openReferences } from '../../src/open-references.ts'
import { createPool, guardKey, WrongSecretKey } from '../../src/platform/db/index.ts'
import { localStore, type ObjectStore } from '../../src/platform/files/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { loadNewKey } from '../../src/secret-key.ts'
import { encryptedIn } from '../files/encrypted-in.ts'
import { fileDesk, somePicture, type FileDesk, type SentAnswer } from '../files/file-desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { until } from './processes.ts'
import { command, freshFolder, removeFolder, run } from './product.ts'

const publicUrl = 'http://vigie.test'
const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64')
const wrongKey = 'This process has another secret key than the one its database is sealed with.'

describe('The secret key of an installation with its own database server', () => {
  const newKey = randomBytes(32)
  const picture = somePicture(100_000)
  let t: TestApp
  let dataDir: string
  let inner: ObjectStore
  let desk: FileDesk
  let sent: SentAnswer
  let token: string
  let userId: number

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-key-'))
    inner = await localStore({ root: path.join(dataDir, 'files') })
    t = await testApp({ store: encryptedIn(inner) })
    desk = await fileDesk(t)
    sent = await desk.answer('REG_PROOF', [{ name: 'piece.png', content: picture }])
    token = (await t.given.client(desk.accountId, ['ADMIN'])).token
    userId = (await t.given.person([desk.accountId])).userId
    await sealSomeOfEach()
    // The first command notes which key the database belongs to.
    await command(['account', 'list'], environment(t.secretKey))
  })
  afterAll(async () => {
    await t?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const environment = (key: Uint8Array, next?: Uint8Array) => ({
    DATABASE_URL: t.adminUrl,
    DATABASE_APP_URL: t.appUrl,
    VIGIE_SECRET_KEY: base64(key),
    ...(next && { VIGIE_NEW_SECRET_KEY: base64(next) }),
    VIGIE_DATA_DIR: dataDir,
    FILE_ENCRYPTION: 'on',
  })
  const replace = () => command(['key', 'replace', '--json'], environment(t.secretKey, newKey))
  const place = () => ({ accountId: desk.accountId, provider: 'ESG', origin: 'https://esg.example' }) as const

  /** What no route of the desk makes: a webhook, a provider, an authenticator, a passkey, a recovery code. */
  async function sealSomeOfEach(): Promise<void> {
    const { accountId } = desk
    const providers = createProviderSecrets(t.secretKey)
    const webhook = createEndpointSecrets(t.secretKey).close(
      { accountId, endpointId: 9_001 },
      'of the webhook',
    )
    const totp = seal(deriveKey(t.secretKey, 'authenticator secrets'), 'totp', Buffer.from('of the phone'))
    await t.admin.query(
      `insert into webhook_endpoint (account_id, endpoint_id, url, state_since, sealed_secret, cursor_seq, created_at,
         updated_at) values ($1, 9001, 'https://hooks.example', now(), $2, 0, now(), now())`,
      [accountId, webhook],
    )
    await t.admin.query(
      `insert into datahub_provider (account_id, provider, kind, label, scale, mapping, http, poll_hours,
         stale_after_days, auth_header, sealed_auth, sealed_push_secret, updated_at)
       values ($1, 'ESG', 'HTTP', 'x', '{}', '{}', '{"baseUrl":"https://esg.example/v1"}', 24, 30, 'authorization',
         $2, $3, now())`,
      [accountId, providers.closeAuth(place(), 'for them'), providers.closePush(place(), 'from them')],
    )
    await t.admin.query(
      `insert into second_factor (user_id, kind, name, created_at, sealed_secret, credential_id, public_key, sign_count)
       values ($1, 'TOTP', 'Phone', now(), $2, null, null, null), ($1, 'PASSKEY', 'Key', now(), null, 'id', '\\x01', 0)`,
      [userId, totp],
    )
    await t.admin.query(
      `insert into recovery_code (user_id, code_hash, created_at) values ($1, sha256('x'), now())`,
      [userId],
    )
  }

  /** Which of the sealed things this key opens. */
  async function opened(key: Uint8Array): Promise<Record<string, boolean>> {
    const one = async (query: string) =>
      (await t.admin.query<{ it: Buffer }>(query)).rows[0]?.it ?? Buffer.alloc(0)
    const { accountId } = desk
    const providers = createProviderSecrets(key)
    const webhook = await one('select sealed_secret as it from webhook_endpoint where endpoint_id = 9001')
    const store = await encryptedIn(inner)({ db: t.db, secretKey: key })
    const { rows } = await t.admin.query<{ key: string }>('select object_key as key from sealed_file')
    const opens = (attempt: () => unknown) =>
      Promise.resolve()
        .then(attempt)
        .then((it) => it !== null)
        .catch(() => false)
    return {
      webhook: await opens(() => createEndpointSecrets(key).open({ accountId, endpointId: 9_001 }, webhook)),
      auth:
        providers.openAuth(place(), await one('select sealed_auth as it from datahub_provider')) ===
        'for them',
      push:
        providers.openPush(place(), await one('select sealed_push_secret as it from datahub_provider')) ===
        'from them',
      totp:
        unseal(
          deriveKey(key, 'authenticator secrets'),
          'totp',
          await one('select sealed_secret as it from second_factor where sealed_secret is not null'),
        ) !== null,
      files: await opens(async () => {
        for (const row of rows) await buffer(await store.get(row.key))
      }),
    }
  }
  const all = (value: boolean) => ({ webhook: value, auth: value, push: value, totp: value, files: value })
  const ownsDatabase = async (key: Uint8Array) =>
    (
      await t.admin.query<{ key_check: Buffer }>('select key_check from installation_key')
    ).rows[0]?.key_check.equals(keyCheckOf(key))

  test('The key is not replaced while another process is connected, however idle', async () => {
    const guard = guardKey(keyCheckOf(t.secretKey))
    const pool = createPool({ url: t.appUrl, max: 2, applicationName: 'vigie api', guard })
    await pool.query('select 1')
    const { code, output } = await replace()
    expect([code, output]).toEqual([1, expect.stringContaining('Stop every service, worker and command')])
    expect(await ownsDatabase(t.secretKey)).toBe(true)
    await pool.end()
  })

  test('The key stays when its replacement is killed in the middle', async () => {
    const holder = await t.admin.connect()
    await holder.query('begin')
    await holder.query('select from webhook_endpoint for update')
    const killed = run(['key', 'replace'], environment(t.secretKey, newKey))
    const waiting = `select from pg_stat_activity
      where application_name = 'vigie key replace' and wait_event_type = 'Lock'`
    await until('the replacement to be half way', async () => (await t.admin.query(waiting)).rowCount === 1)
    killed.signal('SIGKILL')
    await killed.exited
    await holder.query('rollback')
    holder.release()
    const gone = `select from pg_stat_activity where application_name = 'vigie key replace'`
    await until('its connection to be gone', async () => (await t.admin.query(gone)).rowCount === 0)
    expect(await ownsDatabase(t.secretKey)).toBe(true)
    expect(await opened(t.secretKey)).toEqual(all(true))
  })

  test('The key is replaced atomically: everything opens with the new one, and nothing with the former', async () => {
    const { code, output } = await replace()
    expect([code, output]).toEqual([0, expect.any(String)])
    const none = { unreadable: 0 }
    expect(JSON.parse(output)).toEqual({
      signingKeys: { resealed: 1, ...none },
      authenticators: { resealed: 1, ...none },
      identityProviders: { resealed: 0, ...none },
      webhooks: { resealed: 1, ...none },
      providers: { resealed: 2, ...none },
      files: { resealed: 1, ...none },
      operators: { resealed: 0, ...none },
      recoveryCodesEnded: 1,
    })
    expect(await opened(newKey)).toEqual(all(true))
    expect(await opened(t.secretKey)).toEqual(all(false))
    const { rows } = await t.admin.query(
      `select name from administration_event where account_id = 0 order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ name: 'SECRET_KEY_REPLACED' }])
    const handles = await t.admin.query(
      `select length(user_handle) as n from second_factor where kind = 'PASSKEY'`,
    )
    expect(handles.rows).toEqual([{ n: 32 }])
  })

  test('Older tokens stay valid, and files readable, by a service with the new key', async () => {
    const config = loadConfig({ VIGIE_DATA_DIR: dataDir, PUBLIC_URL: publicUrl })
    const store = await encryptedIn(inner)({ db: t.db, secretKey: newKey })
    const [db, clock, references] = [t.db, systemClock, openReferences(config, t.db)]
    const parts = { config, publicUrl, db, clock, secretKey: newKey, references, store }
    const app = buildApp({ ...parts, log: { level: 'silent' } })
    const url = `/api/v1/account/${desk.accountId}${sent.path}`
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([answer.statusCode, answer.rawPayload.equals(picture)]).toEqual([200, true])
    await app.close()
  })

  test('The former key is refused to a command, to a new connection and to a running service', async () => {
    const former = await command(['account', 'list'], environment(t.secretKey))
    expect([former.code, former.output]).toEqual([1, expect.stringContaining(wrongKey)])
    expect((await command(['account', 'list'], environment(newKey))).code).toBe(0)
    const guard = guardKey(keyCheckOf(t.secretKey))
    const pool = createPool({ url: t.appUrl, max: 1, applicationName: 'vigie api', guard })
    await expect(pool.query('select 1')).rejects.toThrow(WrongSecretKey)
    expect(await guard.refused).toBeInstanceOf(WrongSecretKey)
    await pool.end()
    // As after a server that was restored from another time under a worker that goes on.
    const worker = run(['worker'], environment(newKey))
    const own = `from pg_stat_activity where datname = current_database() and application_name like 'vigie worker%'`
    // One that does its jobs is past its start, in which a lost connection alone would end it.
    await t.admin.query(
      `select graphile_worker.add_job('thirdparties.fold-counts', '{}', job_key => 'started')`,
    )
    const waiting = `select from graphile_worker.jobs where key = 'started'`
    await until('the worker to do a job', async () => (await t.admin.query(waiting)).rowCount === 0)
    await t.admin.query('update installation_key set key_check = $1', [keyCheckOf(t.secretKey)])
    await t.admin.query(`select pg_terminate_backend(pid) ${own}`)
    expect((await worker.exited).code).toBe(1)
    expect(worker.output()).toContain(wrongKey)
    await t.admin.query('update installation_key set key_check = $1', [keyCheckOf(newKey)])
  })

  test('A replacement repeated with the same two keys changes nothing more', async () => {
    const { code, output } = await command(['key', 'replace'], environment(t.secretKey, newKey))
    expect([code, output]).toEqual([0, expect.stringContaining('already encrypted under the new secret key')])
    const neither = await command(['key', 'replace'], environment(randomBytes(32), randomBytes(32)))
    expect([neither.code, neither.output]).toEqual([1, expect.stringContaining(wrongKey)])
    expect(await opened(newKey)).toEqual(all(true))
  })
})

test('A new key is given where the present one is given, and generated where that was generated', async () => {
  const given = (environment: Record<string, string>) => loadNewKey(loadConfig(environment))
  const [present, next] = [base64(randomBytes(32)), base64(randomBytes(32))]
  const both = { VIGIE_SECRET_KEY: present, VIGIE_NEW_SECRET_KEY: next }
  expect(base64(await given(both))).toBe(next)
  await expect(given({ VIGIE_SECRET_KEY: present })).rejects.toThrow('VIGIE_NEW_SECRET_KEY is required')
  await expect(given({ VIGIE_NEW_SECRET_KEY: next })).rejects.toThrow('leave VIGIE_NEW_SECRET_KEY out')
  await expect(given({ ...both, VIGIE_NEW_SECRET_KEY: 'short' })).rejects.toThrow('32 random bytes')
})

describe('The secret key of an installation with its data folder alone', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await freshFolder()
  })
  afterAll(() => removeFolder(dataDir))
  const vigie = (...words: string[]) => command(words, { VIGIE_DATA_DIR: dataDir })
  const file = (end = '') => path.join(dataDir, `secret.key${end}`)

  test('The key is replaced together with the password of the database, and an interrupted replacement is finished', async () => {
    expect((await vigie('account', 'create', 'Kept')).code).toBe(0)
    const former = await readFile(file(), 'utf8')
    expect((await vigie('key', 'replace')).code).toBe(0)
    const present = await readFile(file(), 'utf8')
    expect(present).not.toBe(former)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    await expect(stat(file('.new'))).rejects.toThrow('ENOENT')

    // As a kill leaves it between the commit and the change of the files.
    await writeFile(file('.new'), present, { mode: 0o600 })
    await writeFile(file(), former)
    const refused = await vigie('account', 'list')
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('run: vigie key replace')])
    const finished = await vigie('key', 'replace')
    expect([finished.code, finished.output]).toEqual([0, expect.stringContaining('already')])
    expect(await readFile(file(), 'utf8')).toBe(present)
    expect((await vigie('account', 'list')).output).toContain('Kept')
  })
})
