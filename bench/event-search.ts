import { sql, type RawBuilder } from 'kysely'
import {
  createPool,
  ensureDatabase,
  loginRoleOf,
  openDatabase,
  prepareDatabase,
  startEmbedded,
  urlAs,
  type Db,
} from '../server/src/platform/db/index.ts'
import {
  countMatches,
  eventHeads,
  eventTypes,
  type EventPosition,
} from '../server/src/platform/journal/index.ts'
import { freshFolder, removeFolder } from '../server/test/product/product.ts'
import { compare, startBare } from './support/against-bare.ts'
import { sizeOf, writeJournal, type BigJournal } from './support/event-journal.ts'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { startProduct } from './support/product.ts'
import { wholeAccount } from '../server/src/platform/kernel/index.ts'

const sizes = [1_000_000, 10_000_000] as const
const pageSize = 50
const samples = 40
const dayMs = 86_400_000
const codes = (resource: 'THIRD_PARTY' | 'DOCUMENT', count: number) =>
  eventTypes
    .filter((type) => type.resourceType === resource)
    .slice(0, count)
    .map(({ code }) => code)

interface Loaded extends BigJournal {
  db: Db
}

interface Shape {
  name: string
  days: number
  names: number
  deep: boolean
}

const shapes: readonly Shape[] = [1, 30, 365].flatMap((days) =>
  [1, 5].flatMap((names) =>
    [false, true].map((deep) => ({
      name: `${days} day${days === 1 ? '' : 's'}, ${names} name${names === 1 ? '' : 's'}, ${deep ? 'deep' : 'first'} page`,
      days,
      names,
      deep,
    })),
  ),
)

async function timed({ db, accountId }: Loaded, query: RawBuilder<unknown>): Promise<number> {
  const started = performance.now()
  await db.read(wholeAccount(accountId), (tx) => query.execute(tx))
  return performance.now() - started
}

const searchOf = ({ end }: Loaded, { days, names }: Shape) => {
  const start = new Date(end.getTime() - days * dayMs)
  return { resource: 'DOCUMENT', filter: { types: codes('DOCUMENT', names), start, end } } as const
}

/** A page of documents. A deep one begins behind the two-thousandth, or in the middle of fewer. */
async function headPage(loaded: Loaded, shape: Shape): Promise<RawBuilder<unknown>> {
  const { db, accountId } = loaded
  const scope = { accountId }
  const search = searchOf(loaded, shape)
  if (!shape.deep) return eventHeads(scope, search, { after: null, offset: 0, limit: pageSize })
  const last = await db.read(wholeAccount(scope.accountId), async (tx) => {
    const { total } = await countMatches(tx, scope, search)
    const offset = Math.min(2_000, Math.floor(total / 2))
    const found = sql<{ occurred_at: Date; resource_id: number }>`
      ${eventHeads(scope, search, { after: null, offset, limit: 1 })}`
    return (await found.execute(tx)).rows[0]
  })
  if (!last) throw new Error('The journal has no events of this kind.')
  const after: EventPosition = { occurredAt: last.occurred_at, resourceId: last.resource_id }
  return eventHeads(scope, search, { after, offset: 0, limit: pageSize })
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
const ms = (value: number) => `${value.toFixed(2)} ms`

/** Interleaved, so that a slow moment of the machine touches both. */
async function interleaved(left: () => Promise<number>, right: () => Promise<number>) {
  const times: [number[], number[]] = [[], []]
  for (let nth = -6; nth < samples; nth += 1) {
    const [one, other] = [await left(), await right()]
    // The first ones plan and warm up.
    if (nth < 0) continue
    times[0].push(one)
    times[1].push(other)
  }
  return times
}

async function growth(
  [small, large]: readonly [Loaded, Loaded],
  tell: (line: string) => void,
): Promise<Figure[]> {
  const ratios: number[] = []
  const figures: Figure[] = []
  for (const shape of shapes) {
    const [ofSmall, ofLarge] = [await headPage(small, shape), await headPage(large, shape)]
    const [at1, at10] = await interleaved(
      () => timed(small, ofSmall),
      () => timed(large, ofLarge),
    )
    const ratio = median(at10) / median(at1)
    ratios.push(ratio)
    const measured = `p50 ${ms(median(at1))} and ${ms(median(at10))}, p95 ${ms(percentile(at1, 0.95))} and ${ms(percentile(at10, 0.95))}`
    tell(`${shape.name}: ${measured}`)
    figures.push({ name: `${shape.name}, 1 M and 10 M events`, value: ratio, measured })
  }
  return [
    ...figures,
    costFigure('p50 at 10 M against 1 M, median of these', median(ratios), { most: 1.2, unit: 'x' }),
  ]
}

/** Third parties by their events of a year, against as many by their primary key, with what is shown of both. */
async function againstKey(large: Loaded): Promise<Figure> {
  const { accountId, end } = large
  const start = new Date(end.getTime() - 365 * dayMs)
  const search = { resource: 'THIRD_PARTY', filter: { types: codes('THIRD_PARTY', 5), start, end } } as const
  const found = sql`select t.wire from (${eventHeads({ accountId }, search, { after: null, offset: 0, limit: pageSize })}) m
    join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = m.resource_id
    order by m.occurred_at desc, m.resource_id desc`
  const byKey = sql`select t.wire from thirdparty t where t.account_id = ${accountId}
    and t.thirdparty_id >= ${large.firstThirdpartyId + Math.floor(large.thirdparties / 2)}
    order by t.thirdparty_id limit ${pageSize}`
  const [events, key] = await interleaved(
    () => timed(large, found),
    () => timed(large, byKey),
  )
  return costFigure(
    'first page of a year, 5 names, against a page by primary key',
    median(events) / median(key),
    {
      most: 3,
      unit: 'x',
    },
  )
}

/** Loaded with the service away, without the safety that only a crash would need. */
async function inDatabase(dataDir: string, demo: number, tell: (line: string) => void) {
  const settings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' }
  const server = await startEmbedded({ dataDir, durable: false, settings })
  const open: Db[] = []
  const prepared = async (name: string, events: number, largest: number | null): Promise<Loaded> => {
    const began = performance.now()
    const adminUrl = await ensureDatabase(server.adminUrl, name)
    await prepareDatabase({ adminUrl, appPassword: 'for-the-bench' })
    const journal = await writeJournal(adminUrl, sizeOf(events), largest)
    tell(
      `${events.toLocaleString('en')} events written in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const url = urlAs(adminUrl, loginRoleOf(name), 'for-the-bench')
    const db = openDatabase(
      createPool({ url, max: 1, applicationName: 'vigie bench', statementTimeoutMs: 60_000 }),
    )
    open.push(db)
    return { ...journal, db }
  }
  try {
    const small = await prepared('small', sizes[0], null)
    const large = await prepared('vigie', sizes[1], demo)
    const figures = [...(await growth([small, large], tell)), await againstKey(large)]
    return { figures, large }
  } finally {
    for (const db of open) await db.close()
    await server.stop()
  }
}

async function overHttp(
  dataDir: string,
  { end }: BigJournal,
  tell: (line: string) => void,
): Promise<Figure[]> {
  const product = await startProduct(dataDir)
  const bare = await startBare(product)
  try {
    const first = new Date(end.getTime() - 30 * dayMs)
    const last = new Date(end.getTime() - 1_000)
    const types = codes('THIRD_PARTY', 5)
    const names = eventTypes.filter(({ code }) => types.includes(code)).map(({ name }) => name)
    const second = (moment: Date) => moment.toISOString().slice(0, 19)
    const ours =
      `${product.baseUrl}/api/v1/account/${product.accountId}/thirdparties/search?eventNames=${names.join(',')}` +
      `&eventOccurrenceStartDate=${second(first)}&eventOccurrenceEndDate=${second(last)}`
    const pair = {
      name: 'search of 30 days, 5 names, with total',
      goal: 0.9,
      ours,
      bare: `${bare.baseUrl}/found/${types.join(',')}/${first.toISOString()}/${end.toISOString()}`,
      token: product.token,
      pids: [product.pid, bare.pid],
    }
    return await compare(pair, tell)
  } finally {
    await bare.stop()
    await product.stop()
  }
}

export const eventSearch: Bench = {
  name: 'event-search',
  title: 'Pages of an event search in journals of 1 and 10 million events over two years',
  async run(tell) {
    const dataDir = await freshFolder()
    try {
      // Started once for its account; the journal is written into its folder while it is away.
      const product = await startProduct(dataDir)
      await product.stop()
      const { figures, large } = await inDatabase(dataDir, product.accountId, tell)
      return [...figures, ...(await overHttp(dataDir, large, tell))]
    } finally {
      await removeFolder(dataDir)
    }
  },
}
