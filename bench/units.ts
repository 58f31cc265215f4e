import { createAccount } from '../server/src/create-account.ts'
import { createClient, operatorOf } from '../server/src/domain/accounts/index.ts'
import { fetchToken } from '../server/test/product/product.ts'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { withTools, type Tools } from './support/tools.ts'

const portfolio = 100_000
const rounds = 41
const most = 1.2

export interface Reader {
  readonly name: string
  readonly url: string
  readonly token: string
}

/** Ten regions of ten units each. One company in twenty is in two neighbouring units, all others are in one. */
export const units = `
  with regions as (
    insert into unit (account_id, name) select $1, 'Region ' || n from generate_series(0, 9) n returning unit_id, name),
  leaves as (
    insert into unit (account_id, parent_id, name)
    select $1, r.unit_id, 'Unit ' || lpad((10 * substr(r.name, 8)::int + n)::text, 2, '0')
    from regions r, generate_series(0, 9) n returning unit_id)
  select count(*) from leaves`
const sets = `
  create temporary table placed as
  with leaf as (
    select unit_id, substr(name, 6)::int as nth from unit where account_id = $1 and parent_id is not null)
  select a.nth, unit_set_for(array[a.unit_id]) as single, unit_set_for(array[a.unit_id, b.unit_id]) as pair
  from leaf a join leaf b on b.nth = (a.nth + 1) % 100`

const companies = (unitSet: string) => `
  insert into thirdparty (account_id, code, identifier_code, identifier_value, source, identity_status, name,
    country_code, legal_form, head_office, status, provenance, created_at, updated_at, wire, unit_set_id)
  select $1, 'U-' || n, 'CIT003', lpad((100000000 + n)::text, 9, '0'), model.source, model.identity_status,
    model.name || ' ' || n, model.country_code, model.legal_form, model.head_office, model.status, model.provenance,
    now(), now(), '', ${unitSet}
  from generate_series(1, $2::int) n
  join lateral (select * from thirdparty t where t.account_id = $3 order by t.thirdparty_id
                offset n % 20 limit 1) model on true`
const summaries = `
  insert into thirdparty_summary (account_id, thirdparty_id, unit_set_id)
  select account_id, thirdparty_id, unit_set_id from thirdparty where account_id = $1`

/** Two accounts with the same companies, one of them with units. */
async function newAccount({ db, client, product }: Tools, hasUnits: boolean): Promise<number> {
  const name = hasUnits ? 'With units' : 'Without units'
  const { accountId } = await db.system((tx) => createAccount(tx, { name }))
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  if (hasUnits) await client.query(units, [accountId])
  if (hasUnits) await client.query(sets, [accountId])
  const placed = `(select case when n % 20 = 0 then p.pair else p.single end from placed p where p.nth = (n * 7919) % 100)`
  const statement = companies(hasUnits ? placed : 'null::bigint')
  await client.query(statement, [accountId, portfolio, product.accountId])
  await client.query(summaries, [accountId])
  await client.query('select portfolio_fold(100000)')
  return accountId
}

export async function newReader({ db, product }: Tools, accountId: number, name: string) {
  const made = await db.system((tx) => createClient(tx, operatorOf(accountId), { name, scopes: ['READER'] }))
  const token = await fetchToken(product.baseUrl, made)
  return {
    id: made.apiClientId,
    token,
    name,
    url: `${product.baseUrl}/api/v1/account/${accountId}/thirdparties`,
  }
}

/** A reader of some units: of one out of a hundred, or of three regions out of ten. */
export async function limitedReader(
  tools: Tools,
  accountId: number,
  name: string,
  which: string,
): Promise<Reader> {
  const reader = await newReader(tools, accountId, name)
  await tools.client.query(
    `update api_client set all_units = false where account_id = $1 and api_client_id = $2`,
    [accountId, reader.id],
  )
  await tools.client.query(
    `insert into api_client_unit (account_id, api_client_id, unit_id)
     select $1, $2, unit_id from unit where account_id = $1 and ${which}`,
    [accountId, reader.id],
  )
  return reader
}

interface Page {
  readonly next: string | null
  readonly totalElements: number
}

async function ask({ url, token }: Reader, query: string): Promise<Page> {
  const answer = await fetch(`${url}?${query}`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Page
}

/** The cursor in the middle of what somebody sees. */
async function middle(reader: Reader, sort: string): Promise<string> {
  let page = await ask(reader, `size=500${sort}`)
  const half = page.totalElements / 2
  for (let seen = 500; seen < half && page.next !== null; seen += 500)
    page = await ask(reader, `size=500${sort}&cursor=${encodeURIComponent(page.next)}`)
  if (page.next === null) throw new Error('There is no middle to read on from.')
  return encodeURIComponent(page.next)
}

async function timeOf(reader: Reader, query: string): Promise<number> {
  const started = performance.now()
  await ask(reader, query)
  return performance.now() - started
}

/** The same pages for each reader, in turns, so that whatever slows the machine slows all of them. */
async function compared(
  [plain, ...others]: readonly [Reader, ...Reader[]],
  sort: string,
  tell: (line: string) => void,
): Promise<Figure[]> {
  const readers = [plain, ...others]
  const deep = new Map<Reader, string>()
  for (const reader of readers) deep.set(reader, await middle(reader, sort))
  const places = [
    ['first page', () => `size=50${sort}`],
    ['deep page', (reader: Reader) => `size=50${sort}&cursor=${deep.get(reader)}`],
    ['total', () => `size=1${sort}`],
  ] as const
  const figures: Figure[] = []
  for (const [place, queryOf] of places) {
    const times = new Map(readers.map((reader) => [reader, [] as number[]]))
    for (let round = 0; round < rounds; round += 1)
      for (const reader of readers) times.get(reader)?.push(await timeOf(reader, queryOf(reader)))
    const of = (reader: Reader) => median(times.get(reader) ?? [])
    for (const reader of others) {
      const name = `${place}${sort.replace('&', ', ')}, ${reader.name}`
      tell(`${name}: ${of(reader).toFixed(1)} ms, without units ${of(plain).toFixed(1)} ms`)
      figures.push(costFigure(name, of(reader) / of(plain), { most, unit: 'x' }))
    }
  }
  return figures
}

async function measure(tools: Tools, tell: (line: string) => void): Promise<Figure[]> {
  const without = await newAccount(tools, false)
  const withUnits = await newAccount(tools, true)
  await tools.client.query('vacuum analyze thirdparty, thirdparty_summary')
  const readers = [
    await newReader(tools, without, 'without units'),
    await newReader(tools, withUnits, 'who sees all'),
    await limitedReader(tools, withUnits, 'who sees 30 %', `name in ('Region 1', 'Region 2', 'Region 3')`),
    await limitedReader(tools, withUnits, 'who sees 1 %', `name = 'Unit 42'`),
  ] as const
  for (const reader of readers)
    tell(`${reader.name}: ${(await ask(reader, 'size=1')).totalElements} companies`)
  return [...(await compared(readers, '', tell)), ...(await compared(readers, '&sort=name', tell))]
}

export const unitsBench: Bench = {
  name: 'units',
  title: `Pages of ${portfolio.toLocaleString('en')} third parties for readers of some units, against an account without units`,
  run: (tell) => withTools((tools) => measure(tools, tell)),
}
