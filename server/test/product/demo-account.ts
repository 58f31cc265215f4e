import pg from 'pg'
import { complete } from '../../src/demo/plan.ts'
import { story } from '../../src/demo/story.ts'
import {
  adminUrlOf,
  demoCredentials,
  fetchToken,
  patientFetch,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'

export interface DemoAccount {
  readonly product: Product
  /** Asks again while the service, busy with its past, asks to come back. */
  readonly call: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

/** The product with a demonstration account whose past is being filled in. */
export async function startFull(dataDir: string): Promise<DemoAccount> {
  const product = await startProduct({ dataDir, env: { ...withoutRateLimits, VIGIE_DEMO: 'full' } })
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

/** The number of the next act; null once the story is told. */
export async function nextAct(dataDir: string): Promise<number | null> {
  const rows = await ask<{ act: number }>(
    dataDir,
    `select (j.payload ->> 'act')::int as act from graphile_worker._private_jobs j
     join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'demo.fill'`,
  )
  return rows[0]?.act ?? null
}

/** What acts have left behind: whose pieces have come, and how often one came or something else happened twice. */
export async function traces(dataDir: string) {
  const sent = await ask<{ number: number }>(
    dataDir,
    `select distinct substr(t.code, 5)::int as number from vigie.response r
     join vigie.thirdparty t on t.account_id = r.account_id and t.thirdparty_id = r.thirdparty_id
     where r.transmitter in ('FOURNISSEUR', 'DONNEUR_ORDRE') and t.code is not null order by 1`,
  )
  const [doubles] = await ask(
    dataDir,
    `select (select count(*)::int from vigie.rule where active) as rules,
       (select count(*)::int from (select from vigie.response where state in ('PENDING', 'ACCEPTED')
          group by document_id, state having count(*) > 1) r) as "answersTwice",
       (select count(*)::int from (select from vigie.thirdparty group by siren having count(*) > 1 and siren is not null)
          t) as "companiesTwice"`,
  )
  return { sent: sent.map(({ number }) => number), doubles }
}

/** Whose pieces have all come before this act, by the plan; and whose have not come yet. */
export function planned(act: number): { before: number[]; later: number[] } {
  const places = complete.flatMap(([day, numbers]) => {
    const first = story.findIndex(({ daysAgo }) => daysAgo === day)
    const ofDay = story.filter(({ daysAgo }) => daysAgo === day).length
    // On a day on which nothing else happens, they come in the order of the plan; on another, some time that day.
    return numbers.map((number, nth) =>
      ofDay === numbers.length
        ? { number, from: first + nth, to: first + nth }
        : { number, from: first, to: first + ofDay - 1 },
    )
  })
  return {
    before: places.filter(({ to }) => to < act).map(({ number }) => number),
    later: places.filter(({ from }) => from >= act).map(({ number }) => number),
  }
}
