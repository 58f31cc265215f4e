import { randomUUID } from 'node:crypto'
import { createAccount } from '../server/src/create-account.ts'
import { createUser } from '../server/src/domain/accounts/index.ts'
import type { Role } from '../server/src/platform/kernel/index.ts'
import { patientFetch } from '../server/test/product/product.ts'
import { quickHash } from '../server/test/harness/quick-hash.ts'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { withTools, type Tools } from './support/tools.ts'

const largest = Number(process.env['VIGIE_BENCH_GROWTH'] ?? 100_000)
const smallest = 1_000
const rounds = 11
const most = 1.35
const password = 'a long password of the bench'

const companies = `
  insert into thirdparty (account_id, code, identifier_code, identifier_value, source, identity_status, name,
    country_code, status, provenance, created_at, updated_at, wire)
  select $1, 'W-' || n, 'CIT003', lpad((100000000 + n)::text, 9, '0'), model.source, model.identity_status,
    model.name || ' ' || n, model.country_code, model.status, model.provenance, now(), now(), ''
  from generate_series(1, $2::int) n
  cross join (select * from thirdparty t where t.account_id = $3 order by t.thirdparty_id limit 1) model`
/** As if by lot: what is late must not hang together with whose it is. */
const drawn = (id: string, from: number) => `((hashint8(${id}) & 2147483647) % ${from})`

/** Three of ten are late and unfinished, as many were finished in time. */
const dossiers = `
  insert into dossier (account_id, thirdparty_id, type_code, type_version, origin, status, status_since, due_date,
    created_at, updated_at)
  select t.account_id, t.thirdparty_id, v.code, v.type_version, 'ON_DEMAND',
    case when ${drawn('t.thirdparty_id', 10)} < 3 then 'ABSENT' when ${drawn('t.thirdparty_id', 10)} < 6 then 'VALID'
      else 'ONGOING' end, now(),
    current_date + case when ${drawn('t.thirdparty_id', 10)} < 6 then -1 - ${drawn('-t.thirdparty_id', 300)} else 30 end,
    now(), now()
  from thirdparty t
  cross join (select code, type_version from dossier_type_version where account_id = $1 order by 1, 2 limit 1) v
  where t.account_id = $1`
/** Six of ten wait for a decision. */
const documents = `
  insert into document (account_id, dossier_id, thirdparty_id, code, type_version, request_date, status, status_reason,
    status_since, updated_at)
  select d.account_id, d.dossier_id, d.thirdparty_id, v.code, v.type_version, now(),
    case when ${drawn('d.dossier_id', 10)} < 6 then 'ONGOING' else 'MISSING' end,
    case when ${drawn('d.dossier_id', 10)} < 6 then 'AWAITING_REVIEW' else 'NO_ANSWER' end,
    now() - make_interval(mins => ${drawn('-d.dossier_id', 40_000)}), now()
  from dossier d
  cross join (select code, type_version from document_type_version where account_id = $1 order by 1, 2 limit 1) v
  where d.account_id = $1`
const tasks = `
  insert into task (account_id, thirdparty_id, title, due_on, origin_kind, origin_key, maker_type, created_at)
  select account_id, thirdparty_id, 'Look at it', current_date - ${drawn('-thirdparty_id', 200)}, 'ALERT',
    'alert:' || thirdparty_id, 'JOB', now()
  from thirdparty where account_id = $1 and ${drawn('thirdparty_id', 2)} = 0`
/** Fifty companies in one name, four of five others in that of somebody else, the rest in nobody's. */
const owners = `
  insert into subject_owner (account_id, subject, thirdparty_id, user_id)
  select account_id, thirdparty_id, thirdparty_id, case when nth <= 50 then $2::bigint else $3::bigint end
  from (select account_id, thirdparty_id, row_number() over (order by thirdparty_id) as nth
    from thirdparty where account_id = $1) t
  where nth <= 50 or nth % 5 > 0`
const named = `
  insert into task (account_id, title, user_id, origin_kind, maker_type, created_at)
  select $1, 'Task ' || n, $2, 'PERSON', 'JOB', now() from generate_series(1, 30) n`

interface Reader {
  readonly name: string
  readonly userId: number
  readonly base: string
  readonly token: string
}

async function newReader(
  { db, product }: Tools,
  accountId: number,
  name: string,
  roles: readonly Role[],
): Promise<Reader> {
  const email = `${randomUUID()}@bench.example`
  const passwordHash = await quickHash(password)
  const { userId } = await db.system((tx) => createUser(tx, { accountId, email, name, roles, passwordHash }))
  const answer = await fetch(`${product.baseUrl}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Nobody signed in: ${await answer.text()}`)
  const { accessToken: token } = (await answer.json()) as { accessToken: string }
  return { name, userId, base: `${product.baseUrl}/api/v1/account/${accountId}`, token }
}

/** An account with this many companies, and three people for whom something waits. */
async function newAccount(tools: Tools, size: number): Promise<Reader[]> {
  const { db, client, product } = tools
  const { accountId } = await db.system((tx) => createAccount(tx, { name: `Of ${size}` }))
  const holder = await newReader(tools, accountId, 'the duty holder', ['ADMIN'])
  const owner = await newReader(tools, accountId, 'an owner of fifty', ['MANAGER', 'REVIEWER'])
  const reviewer = await newReader(tools, accountId, 'a reviewer', ['REVIEWER'])
  const other = await newReader(tools, accountId, 'the owner of most', ['MANAGER', 'REVIEWER'])
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  await client.query(companies, [accountId, size, product.accountId])
  for (const statement of [dossiers, documents, tasks]) await client.query(statement, [accountId])
  await client.query(owners, [accountId, owner.userId, other.userId])
  for (const { userId } of [holder, owner, reviewer, other]) await client.query(named, [accountId, userId])
  return [holder, owner, reviewer, other]
}

async function timeOf({ base, token }: Reader, path: string): Promise<number> {
  const began = performance.now()
  const answer = await patientFetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return performance.now() - began
}

/** In turns, so that whatever slows the machine slows both. The first rounds warm up. */
async function compared(
  small: Reader,
  large: Reader,
  path: string,
  tell: (line: string) => void,
): Promise<Figure> {
  const times: [number[], number[]] = [[], []]
  for (let nth = -3; nth < rounds; nth += 1)
    for (const [account, reader] of [small, large].entries()) {
      const took = await timeOf(reader, path)
      if (nth >= 0) times[account]?.push(took)
    }
  const [atSmall, atLarge] = [median(times[0]), median(times[1])]
  const name = `${path}, ${small.name}`
  tell(`${name}: ${atSmall.toFixed(1)} ms and ${atLarge.toFixed(1)} ms`)
  return costFigure(name, atLarge / atSmall, { most, unit: 'x' })
}

async function measure(tools: Tools, tell: (line: string) => void): Promise<Figure[]> {
  const [small, large] = [await newAccount(tools, smallest), await newAccount(tools, largest)]
  await tools.client.query('vacuum analyze thirdparty, dossier, document, task, subject_owner')
  const figures: Figure[] = []
  for (const [nth, reader] of small.entries()) {
    const other = large[nth]
    if (!other) continue
    for (const path of ['/my-work?size=50', '/my-work/summary', '/tasks?assignee=me'])
      figures.push(await compared(reader, other, path, tell))
  }
  return figures
}

export const myWork: Bench = {
  name: 'my-work',
  title: `My work among ${largest.toLocaleString('en')} third parties, against ${smallest.toLocaleString('en')}`,
  run: (tell) => withTools((tools) => measure(tools, tell)),
}
