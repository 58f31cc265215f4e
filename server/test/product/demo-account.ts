import pg from 'pg'
import {
  adminUrlOf,
  demoCredentials,
  fetchToken,
  freePort,
  patientFetch,
  run,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'
import { until } from './processes.ts'

export interface DemoAccount {
  readonly product: Product
  readonly call: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

const full = { ...withoutRateLimits, VIGIE_DEMO: 'full' }

/** The product with a demonstration account that has a past. */
export async function startFull(dataDir: string): Promise<DemoAccount> {
  const product = await startProduct({ dataDir, env: full })
  const credentials = await demoCredentials(dataDir)
  const token = await fetchToken(product.baseUrl, credentials)
  const base = `${product.baseUrl}/api/v1/account/${credentials.accountId}`
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await patientFetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return { product, call }
}

/** A first start that ends as by a power cut, between the account and its past. */
export async function killWhileWriting(dataDir: string): Promise<void> {
  const port = String(await freePort())
  const start = run(['serve'], { PORT: port, VIGIE_DATA_DIR: dataDir, ...full })
  await until('the account', () => /Creating the demonstration account/.test(start.output()), 120_000)
  start.signal('SIGKILL')
  await start.exited
  // A commit may still have been on its way.
  const sessions = `select from pg_stat_activity where application_name like 'vigie%'`
  await until('the end of its sessions', async () => (await ask(dataDir, sessions)).length === 0)
}

/** The database of the demonstration, asked behind the service's back. */
export async function ask<T extends object>(dataDir: string, query: string): Promise<T[]> {
  const client = new pg.Client(await adminUrlOf(dataDir))
  await client.connect()
  try {
    return (await client.query<T>(query)).rows
  } finally {
    await client.end()
  }
}
