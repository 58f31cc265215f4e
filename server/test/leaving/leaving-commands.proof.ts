import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deletionHolds, type DeletionProof } from '../../src/domain/leaving/index.ts'
import { until } from '../product/processes.ts'
import {
  adminUrlOf,
  command,
  demoCredentials,
  fetchToken,
  freshFolder,
  patientFetch,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type DemoCredentials,
  type Product,
} from '../product/product.ts'

const withPatience = { timeout: 240_000 }
let dataDir = ''
let product: Product
let demo: DemoCredentials

const start = async () => {
  product = await startProduct({ dataDir, env: withoutRateLimits })
}

beforeAll(async () => {
  dataDir = await freshFolder()
  await start()
  demo = await demoCredentials(dataDir)
}, 180_000)

afterAll(async () => {
  await product.stop('SIGKILL')
  await removeFolder(dataDir)
}, 60_000)

const vigie = (...words: string[]) => command(words, { VIGIE_DATA_DIR: dataDir })

async function query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({
    connectionString: await adminUrlOf(dataDir),
    options: '-c search_path=vigie',
  })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const keptProofs = () => readdir(path.join(dataDir, 'checkpoints', 'deletions')).catch(() => [])
const isGone = async (accountId: number) =>
  (await query('select from account where account_id = $1', [accountId])).length === 0

describe('The only account of an installation', { shuffle: false }, () => {
  test('The operator suspends it and ends that', withPatience, async () => {
    const token = await fetchToken(product.baseUrl, demo)
    const list = () =>
      patientFetch(`${product.baseUrl}/api/v1/account/${demo.accountId}/thirdparties`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const open = await list()
    expect(open.status).toBe(200)
    const suspended = await vigie('account', 'suspend', String(demo.accountId), '--reason', 'Bills', '--json')
    expect(suspended).toMatchObject({ code: 0, output: expect.stringContaining('"suspended":true') })
    await until('the suspension to be known', async () => (await list()).status === 403)
    expect(await (await list()).json()).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    const resumed = await vigie('account', 'resume', String(demo.accountId), '--json')
    expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('"wasSuspended":true') })
    await until('the account to be open again', async () => (await list()).status === 200)
    expect((await vigie('account', 'suspend', '999999999', '--reason', 'Bills')).code).toBe(1)
  })

  test(
    'A worker that is killed in the middle of its deletion goes on, and only then is there a proof',
    withPatience,
    async () => {
      const { accountId } = demo
      expect((await vigie('account', 'delete', String(accountId))).code).not.toBe(0)
      expect(await vigie('account', 'deletion-proof', String(accountId))).toMatchObject({
        code: 1,
        output: expect.stringContaining('There is no proof'),
      })
      expect((await vigie('account', 'delete', String(accountId), '--yes')).code).toBe(0)
      await until('rows to be gone', async () => {
        const [row] = await query<{ n: number }>(
          `select count(*)::int as n from account_standing, jsonb_object_keys(deleted_counts -> 'tables') where account_id = $1`,
          [accountId],
        )
        return (row?.n ?? 0) > 3 || (await isGone(accountId))
      })
      await product.stop('SIGKILL')
      expect(await keptProofs()).toEqual([])
      await start()
      await until('the account to be gone', () => isGone(accountId), 180_000)
      await until('its proof to be kept', async () => (await keptProofs()).length === 1)
      const printed = await vigie('account', 'deletion-proof', String(accountId))
      const proof = JSON.parse(printed.output) as DeletionProof
      expect(deletionHolds(proof)).toBe(true)
      expect(proof.proof).toMatchObject({ accountId, askedBy: { type: 'OPERATOR' } })
      expect(proof.proof.tables['event']).toBe(proof.proof.journal!.seq)
      const kept = path.join(dataDir, 'checkpoints', 'deletions', `account-${accountId}.json`)
      expect(JSON.parse(await readFile(kept, 'utf8'))).toEqual(proof)
    },
  )

  test('Its proof verifies, and one that was changed does not', withPatience, async () => {
    const kept = path.join(dataDir, 'checkpoints', 'deletions', `account-${demo.accountId}.json`)
    const verified = await vigie('account', 'deletion-proof', '--verify', kept)
    expect(verified).toMatchObject({
      code: 0,
      output: expect.stringContaining('as it was signed, by the key of this installation'),
    })
    const changed = path.join(dataDir, 'changed.jsonl')
    await writeFile(changed, (await readFile(kept, 'utf8')).replace('"jobs":', '"jobs":1'))
    expect(await vigie('account', 'deletion-proof', '--verify', changed)).toMatchObject({
      code: 1,
      output: expect.stringContaining('NOT AS IT WAS SIGNED'),
    })
  })

  test('A restored copy that still has it deletes it again when it is released', withPatience, async () => {
    const { accountId } = demo
    const file = path.join(dataDir, 'proofs.jsonl')
    await writeFile(file, (await vigie('account', 'deletion-proof', String(accountId))).output)
    // As a copy from before has it: the account is there, and nothing tells that it was deleted.
    await query(`set session_replication_role = replica; delete from deletion_proof;
      insert into account (account_id, name) values (${accountId}, 'Back from a copy')`)
    expect((await vigie('restore', 'quarantine', '--yes')).code).toBe(0)
    const plan = await vigie('restore', 'release', '--deleted', file)
    expect(plan.output).toContain(`accounts ${accountId}`)
    expect(plan.output).toContain('Nothing was changed')
    const released = await vigie('restore', 'release', '--deleted', file, '--yes')
    expect(released.code, released.output).toBe(0)
    await until('the account to be gone again', () => isGone(accountId), 180_000)
  })

  test(
    'An installation without any account starts, and makes its demonstration anew',
    withPatience,
    async () => {
      await product.stop()
      await start()
      const fresh = await demoCredentials(dataDir)
      expect(fresh.accountId).not.toBe(demo.accountId)
      expect(await fetchToken(product.baseUrl, fresh)).toMatch(/\./)
    },
  )
})
