import { createAccount } from '../server/src/create-account.ts'
import { createUser } from '../server/src/domain/accounts/index.ts'
import { makeAlerts } from '../server/src/domain/alerts/make-alerts.ts'
import { sendMailings } from '../server/src/domain/alerts/send-mailings.ts'
import { recordPast } from '../server/src/platform/journal/index.ts'
import { jobScope, type Scope } from '../server/src/platform/kernel/index.ts'
import { quickHash } from '../server/test/harness/quick-hash.ts'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { withTools, type Tools } from './support/tools.ts'

const events = 10_000
const subscribers = 500
const mostSeconds = 60
const smallest = 1_000
const largest = 100_000
const rounds = 25
const most = 1.35
const password = 'a-long-enough-passphrase-42'

const companies = `
  insert into thirdparty (account_id, code, identifier_code, identifier_value, source, identity_status, name,
    country_code, legal_form, head_office, status, provenance, created_at, updated_at, wire)
  select $1, 'A-' || n, 'CIT003', lpad((100000000 + n)::text, 9, '0'), model.source, model.identity_status,
    model.name || ' ' || n, model.country_code, model.legal_form, model.head_office, model.status, model.provenance,
    now(), now(), ''
  from generate_series(1, $2::int) n
  join lateral (select * from thirdparty t where t.account_id = $3 order by t.thirdparty_id
                offset n % 20 limit 1) model on true`
const summaries = `
  insert into thirdparty_summary (account_id, thirdparty_id)
  select account_id, thirdparty_id from thirdparty where account_id = $1`
const people = `
  with made as (
    insert into app_user (email, name) select 'subscriber-' || n || '@people.example', 'Subscriber ' || n
    from generate_series(1, $2::int) n returning user_id),
  members as (
    insert into membership (account_id, user_id, roles) select $1, user_id, '{MANAGER}' from made returning user_id)
  insert into alert_subscription (account_id, user_id, kinds, themes, reach, channel)
  select $1, user_id, '{}', '{}', 'ALL', 2 from made`
const history = `
  with made as (
    insert into alert (account_id, source, kind, thirdparty_id, themes, facts, occurred_at, made_at)
    select account_id, 'bench:' || thirdparty_id, 'PROCEDURE', thirdparty_id, '{}', '{}', now(), now()
    from thirdparty where account_id = $1 order by thirdparty_id returning alert_id)
  insert into alert_recipient (account_id, person, alert, channel) select $1, $2, alert_id, 0 from made`

async function fillAccount({ db, client, product }: Tools, name: string, size: number): Promise<Scope> {
  const { accountId } = await db.system((tx) => createAccount(tx, { name }))
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  await client.query(companies, [accountId, size, product.accountId])
  await client.query(summaries, [accountId])
  return jobScope(accountId, 'bench')
}

/** Everybody follows everything: five million rows that say who is told of what. */
async function measureFanOut(tools: Tools, tell: (line: string) => void): Promise<Figure[]> {
  const { db, client } = tools
  const scope = await fillAccount(tools, 'Fan-out', 2_000)
  const { accountId } = scope
  await client.query(people, [accountId, subscribers])
  await client.query('insert into alert_position (account_id) values ($1)', [accountId])
  const { rows } = await client.query<{ id: string }>(
    'select thirdparty_id as id from thirdparty where account_id = $1',
    [accountId],
  )
  // The product's own worker would begin while the events are still being recorded.
  await client.query('begin')
  await client.query('select from alert_position where account_id = $1 for update', [accountId])
  for (let from = 0; from < events; from += 1_000)
    await db.write(scope, async (tx) => {
      for (let nth = from; nth < from + 1_000; nth += 1)
        recordPast(tx, scope, {
          name: 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
          thirdpartyId: Number(rows[nth % rows.length]?.id),
        })
    })
  await client.query('commit')
  await client.query('analyze')
  const began = performance.now()
  await makeAlerts(db, scope)
  const made = performance.now()
  await client.query('update alert_mailing set due_at = now() where account_id = $1', [accountId])
  await sendMailings({ publicUrl: 'http://vigie.test', secret: new Uint8Array(32) })(db, scope)
  // The product's own worker may have taken some of them in the meantime.
  for (let waiting = 1; waiting > 0;) {
    const due = await client.query<{ count: number }>(
      'select count(*)::int as count from alert_mailing where account_id = $1 and due_at is not null',
      [accountId],
    )
    waiting = due.rows[0]?.count ?? 0
  }
  const seconds = (performance.now() - began) / 1_000
  const counted = await client.query<{ pairs: number; mails: number; people: number }>(
    `select (select count(*)::int from alert_recipient where account_id = $1) as pairs, count(*)::int as mails,
       count(distinct recipient)::int as people from mail where account_id = $1 and template like 'alerts.%'`,
    [accountId],
  )
  const [found] = counted.rows
  tell(`${found?.pairs} alerts of people in ${((made - began) / 1_000).toFixed(1)} s, ${found?.mails} mails`)
  if (found?.pairs !== events * subscribers || found.mails !== subscribers || found.people !== subscribers)
    throw new Error('Somebody was told too much or too little.')
  const name = `${events} events to ${subscribers} subscribers, a digest each`
  return [costFigure(name, seconds, { most: mostSeconds, unit: 's' })]
}

interface Reader {
  readonly base: string
  readonly token: string
}

async function readerOf(tools: Tools, size: number): Promise<Reader> {
  const { db, client, product } = tools
  const { accountId } = await fillAccount(tools, `Bell ${size}`, size)
  const email = `bell-${size}@people.example`
  const passwordHash = await quickHash(password)
  const { userId } = await db.system((tx) =>
    createUser(tx, { accountId, email, name: 'Reader', roles: ['MANAGER'], passwordHash }),
  )
  await client.query(history, [accountId, userId])
  const answer = await fetch(`${product.baseUrl}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return { base: `${product.baseUrl}/api/v1/account/${accountId}`, token: accessToken }
}

async function timePath({ base, token }: Reader, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - began
}

async function measureBell(tools: Tools, tell: (line: string) => void): Promise<Figure[]> {
  const small = await readerOf(tools, smallest)
  const large = await readerOf(tools, largest)
  await tools.client.query('vacuum analyze alert, alert_recipient, thirdparty, thirdparty_summary')
  const figures: Figure[] = []
  for (const path of ['/alerts/unread-count', '/alerts?size=20', '/alerts?size=20&unread=true']) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = -3; round < rounds; round += 1) {
      const [one, other] = [await timePath(small, path), await timePath(large, path)]
      if (round < 0) continue
      times.small.push(one)
      times.large.push(other)
    }
    const [one, other] = [median(times.small), median(times.large)]
    tell(`${path}: ${one.toFixed(1)} ms at ${smallest}, ${other.toFixed(1)} ms at ${largest}`)
    figures.push(costFigure(`bell: ${path}`, other / one, { most, unit: 'x' }))
  }
  return figures
}

export const alertsBench: Bench = {
  name: 'alerts',
  title: 'Alerts: ten thousand events to five hundred people, and the bell of a large portfolio',
  run: (tell) =>
    withTools(async (tools) => [...(await measureBell(tools, tell)), ...(await measureFanOut(tools, tell))]),
}
