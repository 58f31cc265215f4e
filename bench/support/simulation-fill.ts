import pg from 'pg'
import { copyTable, modelTables, noteOwners } from './simulation-copies.ts'
import { writeSimulatedJournal } from './simulation-journal.ts'

export interface FillPlan {
  readonly model: number
  readonly companies: number
  readonly accounts: number
}

/** Of Zipf's kind: the nth account has 1/nth of what the first has. */
function sizesOf(companies: number, accounts: number): number[] {
  const whole = Array.from({ length: accounts }, (_, nth) => 1 / (nth + 1)).reduce(
    (sum, share) => sum + share,
  )
  return Array.from({ length: accounts }, (_, nth) => Math.max(5, Math.round(companies / (nth + 1) / whole)))
}

/**
 * Which company of which account stands for which of the model. All ids come from one sequence, so each copy of the model
 * has the model's ids, moved by one number.
 */
const places = `
  create table copied as
  with bounds as (select $1::bigint as lowest, last_value as highest, last_value - $1::bigint + 1 as stride from vigie_id),
  models as (select array_agg(thirdparty_id order by thirdparty_id) as ids, count(*)::int as size
    from thirdparty where account_id = $1),
  sized as (
    select nth as account_nth, s.size, sum((s.size + m.size - 1) / m.size) over (order by nth) as reached,
      (s.size + m.size - 1) / m.size as blocks, m.size as block
    from unnest($2::int[]) with ordinality as s (size, nth), models m),
  placed as (
    select s.*, n as nth, s.reached - s.blocks + 1 as first_block, s.reached - s.blocks + 1 + n / s.block as nth_block
    from sized s, generate_series(0, s.size - 1) n)
  select $1::bigint + (first_block * stride)::bigint as account_id, account_nth, nth, ids[1 + nth % block] as model,
    ids[1 + nth % block] + (nth_block * stride)::bigint as own, (nth_block * stride)::bigint as shift,
    (first_block * stride)::bigint as base
  from placed, bounds, models`

/** Those of the model's accounts, each with an address of their own. */
const accountRows = (model: number) => [
  `insert into account select (jsonb_populate_record(x, jsonb_build_object('account_id', c.account_id,
     'name', 'Account ' || c.account_nth))).*
   from account x, (select distinct account_id, account_nth from copied) c where x.account_id = ${model}`,
  `insert into app_user select (jsonb_populate_record(x, jsonb_build_object('user_id', x.user_id + c.base,
     'email', replace(x.email, '@', '-' || c.account_nth || '@')))).*
   from app_user x join membership m on m.user_id = x.user_id and m.account_id = ${model},
     (select distinct account_nth, base from copied) c`,
]

const words = `
  insert into thirdparty_word (account_id, word, subject)
  select distinct account_id, left(word, 100) collate "C" as word, subject from (
    select account_id, thirdparty_id as subject,
      unnest(string_to_array(thirdparty_said(name, name_key, trade_name, local_id), ' ')) as word
    from thirdparty where account_id in (select account_id from copied)) said
  where word <> '' order by account_id, word, subject`
const counts = `
  insert into portfolio_size (account_id, archived, total) select account_id, false, count(*) from copied group by 1`
const hitHeads = `
  insert into screening_change_head (account_id, seq)
  select account_id, max(seq) from screening_change where account_id in (select account_id from copied) group by 1`
const positions = `
  insert into alert_position (account_id, event_seq, watched_on)
  select account_id, seq, current_date from journal_head where account_id in (select account_id from copied)
  on conflict (account_id) do update set event_seq = excluded.event_seq, watched_on = excluded.watched_on`
const readChanges = `
  update alert_position p set change_seq = h.seq from screening_change_head h
  where h.account_id = p.account_id and p.account_id in (select account_id from copied)`

/** Rows are written many times quicker while no index, not even of a key, takes them in. */
async function leaveIndexes(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any ($1::text[]::regclass[])`,
    [tables],
  )
}

/** In turns, as many as there are clients. */
async function eachOf<T>(
  items: readonly T[],
  clients: readonly pg.Client[],
  work: (client: pg.Client, item: T) => Promise<void>,
) {
  const left = items.slice()
  await Promise.all(
    clients.map(async (client) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(client, item)
    }),
  )
}

async function open(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  // Copies of rows that were checked: checking each reference again would take longer than writing it.
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '512MB'`,
  )
  return client
}

/** Gives a database that holds the model as many accounts like it as wanted. */
export async function fillAccounts(
  adminUrl: string,
  plan: FillPlan,
  tell: (line: string) => void,
): Promise<void> {
  const clients = [await open(adminUrl), await open(adminUrl)]
  const [client] = clients
  if (client === undefined) return
  const began = performance.now()
  const tellTime = (what: string) =>
    tell(`${what} after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const { model } = plan
  try {
    const { rows } = await client.query<{ last_value: string }>('select last_value from vigie_id')
    const highest = Number(rows[0]?.last_value)
    await client.query(places, [model, sizesOf(plan.companies, plan.accounts)])
    await client.query('create index on copied (model); analyze copied')
    await client.query(`select setval('vigie_id', (select max(shift) + $1 from copied))`, [highest + 1])
    await noteOwners(client, model)
    for (const trigger of ['thirdparty', 'thirdparty_summary'])
      await client.query(`alter table ${trigger} enable always trigger ${trigger}_wire`)
    const tables = await modelTables(client, model)
    await leaveIndexes(client, [...tables, 'thirdparty_word'])
    for (const statement of accountRows(model)) await client.query(statement)
    await eachOf(tables, clients, (one, table) => copyTable(one, table, { model, highest }))
    await client.query(words)
    await client.query(counts)
    for (const trigger of ['thirdparty', 'thirdparty_summary'])
      await client.query(`alter table ${trigger} enable trigger ${trigger}_wire`)
    tellTime('rows of companies written')
    await eachOf([...tables, 'thirdparty_word'], clients, async (one, table) => {
      await one.query(`reindex table ${table}`)
    })
    tellTime('their indexes made')
    await writeSimulatedJournal(clients, model)
    tellTime('the journal written')
    for (const statement of [hitHeads, positions, readChanges]) await client.query(statement)
    await client.query('drop table copied, row_owner')
    await client.query('vacuum (analyze)')
    tellTime('vacuumed')
  } finally {
    for (const one of clients) await one.end()
  }
}
