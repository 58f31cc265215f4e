import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../test/harness/index.ts'
import { loadConfig } from './config.ts'
import { keyCheckOf } from './database-runtime.ts'
import { createEndpointSecrets } from './domain/webhooks/index.ts'
import { createPool, guardKey, WrongSecretKey } from './platform/db/index.ts'
import { replaceSecretKey } from './replace-secret-key.ts'

const newKey = randomBytes(32)
const endpointId = 9_001
let t: TestApp
let accountId: number

beforeAll(async () => {
  t = await testApp()
  accountId = (await t.given.office()).accountId
  const sealed = createEndpointSecrets(t.secretKey).close({ accountId, endpointId }, 'of the webhook')
  await t.admin.query(
    `insert into webhook_endpoint (account_id, endpoint_id, url, state_since, sealed_secret, cursor_seq, created_at,
       updated_at) values ($1, $2, 'https://hooks.example', now(), $3, 0, now(), now())`,
    [accountId, endpointId, sealed],
  )
  await t.admin.query('insert into installation_key (key_check, since) values ($1, now())', [
    keyCheckOf(t.secretKey),
  ])
})
afterAll(() => t.close())

function replace(from: Uint8Array, to: Uint8Array) {
  // With an address of its own, the role that all tests share keeps its password.
  const config = loadConfig({
    VIGIE_DATA_DIR: '/nowhere',
    DATABASE_URL: t.adminUrl,
    DATABASE_APP_URL: t.appUrl,
    VIGIE_SECRET_KEY: Buffer.from(from).toString('base64'),
  })
  return replaceSecretKey(t.db, config, { from, to })
}

async function openWebhook(key: Uint8Array): Promise<string | null> {
  const { rows } = await t.admin.query<{ sealed: Buffer }>(
    'select sealed_secret as sealed from webhook_endpoint where account_id = $1',
    [accountId],
  )
  try {
    return createEndpointSecrets(key).open({ accountId, endpointId }, rows[0]?.sealed ?? Buffer.alloc(0))
  } catch {
    return null
  }
}

async function connectedServices(): Promise<number> {
  const { rows } = await t.admin.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'vigie api'`,
  )
  return rows.length
}

test('A key that the database is not sealed with replaces nothing', async () => {
  await expect(replace(randomBytes(32), newKey)).rejects.toThrow(WrongSecretKey)
  expect(await openWebhook(t.secretKey)).toBe('of the webhook')
})

test('The key is not replaced while a service is connected', async () => {
  const guard = guardKey(keyCheckOf(t.secretKey))
  const service = createPool({ url: t.appUrl, max: 1, applicationName: 'vigie api', guard })
  await service.query('select 1')
  await expect(replace(t.secretKey, newKey)).rejects.toThrow('Stop every service, worker and command')
  await service.end()
  // The server learns of it a moment later.
  await expect.poll(connectedServices).toBe(0)
  expect(await openWebhook(t.secretKey)).toBe('of the webhook')
})

test('The new key opens what the former had sealed, and the former opens nothing more', async () => {
  expect(await replace(t.secretKey, newKey)).toMatchObject({
    signingKeys: { resealed: 1, unreadable: 0 },
    webhooks: { resealed: 1, unreadable: 0 },
  })
  expect([await openWebhook(newKey), await openWebhook(t.secretKey)]).toEqual(['of the webhook', null])
  await expect(replace(t.secretKey, newKey)).rejects.toThrow(WrongSecretKey)
})
