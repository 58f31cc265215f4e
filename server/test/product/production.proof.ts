import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, postmasterPid } from './processes.ts'
import {
  command,
  fetchToken,
  freshFolder,
  patientFetch,
  removeFolder,
  startProduct,
  type Product,
} from './product.ts'

let dataDir = ''
let product: Product
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.example',
  VIGIE_SAMPLE_REGISTERS: 'allow',
}

beforeAll(async () => {
  dataDir = await freshFolder()
  product = await startProduct({ dataDir, env: { ...production, ADMINISTRATION_STREAM: 'stdout' } })
}, 240_000)

afterAll(async () => {
  if (!product.hasExited()) await product.stop()
  await removeFolder(dataDir)
}, 180_000)

async function vigie<Answer>(args: readonly string[], input?: string): Promise<Answer> {
  const { code, output } = await command(
    [...args, '--json'],
    { ...production, VIGIE_DATA_DIR: dataDir },
    input,
  )
  expect(code, output).toBe(0)
  return JSON.parse(output) as Answer
}

test('Production starts without any account, and commands beside the running service make the first', async () => {
  expect(existsSync(path.join(dataDir, 'demo-credentials.json'))).toBe(false)
  expect(product.output()).not.toMatch(/Sign in|Try it/)
  expect(
    product.output().match(/"level":"warn".*"msg":"the checkpoints of the journal are kept in /g),
  ).toHaveLength(1)
  expect(await vigie(['account', 'list'])).toEqual([])

  const { accountId } = await vigie<{ accountId: number }>(['account', 'create', 'First'])
  const person = await vigie<{ invitationLink: string }>([
    'user',
    'create',
    'first@vigie.example',
    '--account',
    String(accountId),
    '--name',
    'First',
    '--roles',
    'ADMIN',
  ])
  expect(person.invitationLink).toMatch(/^https:\/\/vigie\.example\/app\/invitation#token=vgi_/)
  const client = await vigie<{ clientId: string; clientSecret: string }>([
    'client',
    'create',
    'Machine',
    '--account',
    String(accountId),
    '--scopes',
    'MANAGER',
  ])
  const token = await fetchToken(product.baseUrl, client)
  const answer = await patientFetch(`${product.baseUrl}/api/v1/account/${accountId}/thirdparties`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([200, { totalElements: 0 }])
  for (const secret of [client.clientSecret, token]) expect(product.output()).not.toContain(secret)

  expect(await product.stop()).toEqual({ code: 0, signal: null })
  // What the commands did beside it was written out by the service, each entry of each chain once.
  const lines = product
    .output()
    .split('\n')
    .filter((line) => line.includes('"log":"administration"'))
  const entries = lines.map((line) => JSON.parse(line) as { account: number; event: string; actor: string })
  for (const chain of [0, accountId]) {
    const [created, ...others] = entries.filter((one) => one.account === chain)
    expect(created).toMatchObject({ event: 'ACCOUNT_CREATED', actor: 'operator' })
    expect(others.map(({ event }) => event)).not.toContain('ACCOUNT_CREATED')
  }
  expect(await vigie(['account', 'list'])).toMatchObject([{ accountId, name: 'First' }])
  const postmaster = await postmasterPid(dataDir)
  expect(postmaster !== undefined && isAlive(postmaster), 'the command stops what it started').toBe(false)
}, 240_000)
